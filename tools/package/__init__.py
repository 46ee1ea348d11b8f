"""`make package`: folders to unpack and click, for people without a terminal."""
