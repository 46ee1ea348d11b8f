"""What the program in a folder runs: the script `trackside`."""

import sys

from companion.cli import tonight

if __name__ == "__main__":
    sys.exit(tonight())
