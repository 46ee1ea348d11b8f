"""`make soak`: runs all stress tests in full, and reports which faults were survived."""
