"""What many games add up to: people, pairs, boards and records. Pure: it reads no file, no clock and no database."""
