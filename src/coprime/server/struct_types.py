"""Prepare the types of messages and stored rows before several threads decode them."""

from collections.abc import Iterator

import msgspec


def prepare_struct_types() -> None:
    """Let msgspec read the fields of all struct types that have been imported, in this thread.

    Otherwise the first decoding reads them.  While it does, msgspec 0.22 hands the unfinished fields to other threads
    that decode the same type, which ends the process with a segmentation fault.
    """
    for struct in struct_types(msgspec.Struct):
        msgspec.json.Decoder(struct)


def struct_types(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Yield the package's own struct types that are derived from another type."""
    for struct in base.__subclasses__():
        if struct.__module__.startswith("coprime."):
            yield struct
        yield from struct_types(struct)
