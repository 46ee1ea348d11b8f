"""What a page shows of a game: every wording and every secret decided here, and no Flask."""
