"""What a page shows in its fences, as the library doctest reads it."""

import doctest
import re


class Blocks(doctest.DocTestParser):
    """The examples between fences."""

    def get_examples(self, string, name="<page>"):
        return [example for block in re.findall(r"^```python\n(.*?)^```", string, re.M | re.S)
                for example in super(Blocks, self).get_examples(block, name)]


def tried(page):
    """Run a page's examples; returns how many there are.  What they print must be what stands there."""
    failed, count = doctest.testfile(str(page), module_relative=False, parser=Blocks())
    assert not failed
    return count
