"""Set up the log: lines for people, or JSON for programs."""

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime

from ...core.errors import BadInput
from ...core.messages import join_words
from ..sentences import say

TEXT_FORMAT = "%(levelname)s %(name)s: %(message)s"
FORMS = ("text", "json")


class JsonFormatter(logging.Formatter):
    """Each record as one line of JSON: time, level, name, message, and table and trouble where there are any."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one line of JSON."""
        fields = {"time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
                  "level": record.levelname.lower(), "name": record.name, "message": record.getMessage()}
        if table := getattr(record, "table", None):
            fields["table"] = table
        if record.exc_info:
            fields["trouble"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def set_up_logging(form: str) -> None:
    """Configure the log of this process in one of FORMS. Raises BadInput for another."""
    if form not in FORMS:
        raise BadInput(say("start.log", known=join_words(FORMS, "or"), given=repr(form)))
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter(TEXT_FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def count_log_lines(count: Callable[[str], None]) -> None:
    """Call `count` with the level of every log line."""
    class CountingHandler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            count(record.levelname.lower())

    logging.getLogger().addHandler(CountingHandler(logging.WARNING))
