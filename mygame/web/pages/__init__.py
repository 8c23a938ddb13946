"""The pages of the site, one concern a module. Signing in and the game's own page: `web.views`."""
