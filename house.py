"""The old name of run.py, for one version."""

import sys

print("house.py is now run.py: python3 run.py", *sys.argv[1:], file=sys.stderr)

import run  # noqa: E402 - the sentence stands even where an old Python ends the import

sys.exit(run.main(sys.argv[1:]))
