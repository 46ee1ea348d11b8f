"""A game in progress at one tap, for whoever wants to see what Trackside does."""
