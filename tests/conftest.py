"""What tests of several folders share lies here, beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
