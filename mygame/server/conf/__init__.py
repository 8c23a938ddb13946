"""What Evennia asks the game for: settings, screens, hooks."""
