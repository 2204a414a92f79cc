"""Describe an OSError in the current language."""

import errno

from .messages import HERE, load_messages


def describe_os_error(wrong: BaseException) -> str:
    """Return a few words on why the system failed, without a full stop.

    The system's own text as a fallback.
    """
    name = errno.errorcode.get(getattr(wrong, "errno", None) or 0, "")
    text = load_messages(HERE)["system"].get(name) or getattr(wrong, "strerror", None) or str(wrong)
    return str(text).rstrip(".")
