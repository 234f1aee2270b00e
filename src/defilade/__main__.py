"""`python -m defilade` is `defilade`."""

import sys

from defilade.cli import main

if __name__ == "__main__":
    sys.exit(main())
