"""
Who somebody is, what they may do, and what hangs on their account.

`people` finds them, `guests` have no password yet, `roles` says what somebody may do with content
and tables, `audit` keeps what staff did, `limits` how often one may do what, `records` how matches
ended; `friends`, `ignoring` and `tokens` are lists of one's own. May import `world.models` and what
is below. Begin with `people`.
"""
