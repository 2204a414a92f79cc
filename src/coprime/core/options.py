"""Options of a game, declared once; the lobby's form, the documentation, records and tests read them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import BadInput
from .messages import format_sentence, join_words
from .text_normalization import normalize_typed

FOLDER = Path(__file__).parent
Value = int | str | tuple[int | str, ...]


@dataclass(frozen=True)
class Option:
    """A field of the state that is set before `begin`; with `screen`, a setting only of the screen.

    values   the allowed names (the state holds the index) or numbers (the state holds the number)
    default  one of them, or a function of the number of seats
    rule     the rule that explains it
    many     any set of the values; the state holds a set of indices
    screen   the rules do not know it: the state has no such field
    before   the value in force before the option existed, where that is not the default: a stored match lacks it
    """

    name: str
    values: Sequence[str] | Sequence[int]
    default: Value | Callable[[int], Value]
    rule: str
    many: bool = False
    screen: bool = False
    before: Value | None = None

    def default_for(self, seats: int) -> Value:
        """Return the default value for a number of seats."""
        return self.default(seats) if callable(self.default) else self.default

    def encode(self, value: Value) -> int:
        """Return the int that the state holds for a value.  Raises BadInput for a value that is not allowed."""
        if self.many:
            chosen = {value} if isinstance(value, (int, str)) else set(value)
            return sum(1 << self._value_index(one) for one in chosen)
        index = self._value_index(value)
        return index if self.has_names else int(self.values[index])

    def decode(self, held: int) -> Value:
        """Return the value that an int of the state stands for."""
        if self.many:
            return tuple(self.values[i] for i in range(len(self.values)) if held >> i & 1)
        return str(self.values[held]) if self.has_names else int(held)

    def parse(self, text: str) -> Value:
        """Return the value of a text: `on`, `30`, `31,37` (a set), `none` (the empty set)."""
        if self.many:
            return tuple(self._parse_one(part) for part in text.split(",") if part.strip() not in ("", "none"))
        return self._parse_one(text)

    @property
    def has_names(self) -> bool:
        """Whether the values are names."""
        return isinstance(self.values[0], str)

    @property
    def allowed_text(self) -> str:
        """The allowed values in words: "off or on", "0 or 6 to 100"."""
        if self.has_names:
            return join_words([str(name) for name in self.values], "or")
        numbers = self.values
        if isinstance(numbers, range) and numbers.step == 1:            # a range may be too long to be walked through
            return _run_text(numbers[0], numbers[-1])
        values = join_words(list(_run_texts(int(n) for n in numbers)), "or")
        return _message_text("allowed.set", values=values) if self.many else values

    def _parse_one(self, text: str) -> int | str:
        text = text.strip()
        if self.has_names:
            return text
        try:
            return int(text)
        except ValueError:
            raise self._refusal_error(text) from None

    def _value_index(self, value: object) -> int:
        if not isinstance(value, (int, str)) or isinstance(value, bool) or value not in self.values:
            raise self._refusal_error(value)
        return self.values.index(value)

    def _refusal_error(self, value: object) -> BadInput:
        return BadInput(_message_text("option.refused", name=self.name, value=repr(value), allowed=self.allowed_text,
                                      rule=self.rule))


def to_json_value(value: Value) -> Any:
    """Return a value as JSON stores it."""
    return list(value) if isinstance(value, tuple) else value


def option_text(value: Value) -> str:
    """Return a value as text that `Option.parse` reads."""
    return (",".join(map(str, value)) or "none") if isinstance(value, tuple) else str(value)


def options_from_json(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options from JSON as the game takes them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}


def complete_stored(options: Iterable[Option], seats: int, stored: Mapping[str, Any]) -> dict[str, Value]:
    """Return stored options with those added since set to what held before."""
    since = {option.name: option.default_for(seats) if option.before is None else option.before
             for option in options if option.name not in stored}
    return {**options_from_json(stored), **since}


def parse_options(options: Iterable[Option], texts: Iterable[str], title: str) -> dict[str, Value]:
    """Parse options written as name=value.  Raises BadInput.

    title  of the game, for the error sentence
    """
    known = {option.name: option for option in options}
    given: dict[str, Value] = {}
    for text in texts:
        name, equals, value = normalize_typed(text).partition("=")
        if not equals:
            raise BadInput(_message_text("option.form", text=repr(text), such=next(iter(known), "name")))
        if name not in known:
            raise BadInput(_message_text("option.unknown_of", title=title, name=repr(name), known=", ".join(known)))
        given[name] = known[name].parse(value)
    return given


def _run_texts(numbers: Iterable[int]) -> list[str]:
    """Return numbers as runs: 0, 6, 7, 8 gives ["0", "6 to 8"]."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return [str(a) if a == b else _run_text(a, b) for a, b in runs]


def _run_text(first: int, last: int) -> str:
    return _message_text("allowed.run", first=first, last=last)


def _message_text(key: str, /, **facts: object) -> str:
    return format_sentence(FOLDER, key, **facts)


def complete_options(options: Iterable[Option], seats: int, given: Mapping[str, Value]) -> dict[str, Value]:
    """Check the given values and add the defaults for the rest.  Raises BadInput."""
    by_name = {option.name: option for option in options}
    for name in given:
        if name not in by_name:
            known = ", ".join(by_name) or _message_text("option.none")
            raise BadInput(_message_text("option.unknown", name=repr(name), known=known))
    return {name: option.decode(option.encode(given.get(name, option.default_for(seats))))
            for name, option in by_name.items()}
