"""
People among each other: how they come in, what they say, and who keeps order.

`entrance` finds or makes an account, `on_login` is what happens then. Everything that is said goes
through `social`; `chat` and `tells` are two of its ways. `moderation` bans and mutes, `reports`,
`announcements` and `staff` are for who does it, `role_groups` are their roles in the database. May
import `world.render` and what is below. Begin with `social.deliver_words`.
"""
