"""Why the system could not do something, in the language that is spoken."""

import errno

from .messages import HERE, load_messages


def describe_os_error(wrong: BaseException) -> str:
    """A few words without a full stop: the system's own where we have none for what went wrong."""
    name = errno.errorcode.get(getattr(wrong, "errno", None) or 0, "")
    told = load_messages(HERE)["system"].get(name) or getattr(wrong, "strerror", None) or str(wrong)
    return str(told).rstrip(".")
