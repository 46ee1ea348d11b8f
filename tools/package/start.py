"""What the program in a folder runs: the script `trackside`."""

import os
import sys
from multiprocessing import freeze_support
from pathlib import Path

from companion.cli import tonight

if __name__ == "__main__":
    freeze_support()  # the process that prints sheets is this program again
    if not Path("/etc/fonts/fonts.conf").exists():
        os.environ.setdefault("FONTCONFIG_FILE", str(Path(__file__).resolve().parent / "fonts.conf"))
    sys.exit(tonight())
