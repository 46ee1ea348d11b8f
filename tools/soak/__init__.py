"""`make soak`: everything in its whole dose, and a report of what held."""
