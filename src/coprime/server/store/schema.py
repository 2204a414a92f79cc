"""The database tables, as the newest migration leaves them."""

from sqlalchemy import BigInteger, Column, Engine, Float, Index, Integer, MetaData, String, Table, Text
from sqlalchemy.exc import DBAPIError

from .data_folder import APPLICATION_ID, VERSION

metadata = MetaData()

people = Table(
    "people", metadata,
    Column("key", String(40), primary_key=True),            # never leaves the server but signed, in the person's cookie
    Column("name", String(100), nullable=False),
    Column("created", BigInteger, nullable=False),          # seconds since the epoch, as all times here
    Column("seen", BigInteger, nullable=False),
)

tables = Table(
    "tables", metadata,
    Column("code", String(8), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("phase", String(10), nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False, index=True),
    Column("address", String(60), nullable=False),          # who opened it; emptied when closed
    Column("kept", Text, nullable=False),                   # settings and chairs as JSON
    Column("owner", String(20), nullable=False, server_default=""),     # the process that holds it; "" for none
    Column("fence", BigInteger, nullable=False, server_default="0"),    # grows by one with every claim
)

processes = Table(
    "houses", metadata,                     # its name of the first version; docs/decisions.md says why it stays
    Column("id", String(20), primary_key=True),
    Column("address", String(100), nullable=False),         # host:port, where the others reach it
    Column("version", String(40), nullable=False),
    Column("mark", String(64), nullable=False),             # tells whether its secret is ours, and nothing else
    Column("load", Integer, nullable=False),                # tables in its memory
    Column("until", BigInteger, nullable=False),            # when its lease ends: ms by the database's own clock
    info={"since": "0003"},
)

guests = Table(
    "guests", metadata,
    Column("code", String(8), primary_key=True),
    Column("who", Integer, primary_key=True),
    Column("person", String(40), nullable=False, index=True),       # "" when forgotten
    Column("name", String(100), nullable=False),
    Column("role", String(10), nullable=False),
)

events = Table(
    "events", metadata,
    Column("code", String(8), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("match", Integer, nullable=False),
    Column("seat", String(10), nullable=False),
    Column("action", Text, nullable=False),
    Column("message", String(60), nullable=False),
    Column("link", String(12), nullable=False, server_default=""),      # see journal_chain.py
    Column("digest", String(12), nullable=False, server_default=""),
)

journal_heads = Table(
    "journal_heads", metadata,                                  # where each journal ends
    Column("code", String(8), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("link", String(12), nullable=False),
    info={"since": "0005"},
)

chat = Table(
    "chat", metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String(8), nullable=False),
    Column("who", Integer, nullable=False),
    Column("name", String(100), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("chat_code", "code", "id"),
)

replays = Table(
    "replays", metadata,
    Column("id", String(20), primary_key=True),
    Column("person", String(40), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Column("size", BigInteger, nullable=False, server_default="0"),     # bytes
)

classes = Table(
    "classes", metadata,
    Column("code", String(8), primary_key=True),            # no table has the same
    Column("teacher", String(40), nullable=False, index=True),
    Column("touched", BigInteger, nullable=False),
    Column("kept", Text, nullable=False),                   # a `Classroom` as JSON
    info={"since": "0004"},
)

tournaments = Table(
    "tournaments", metadata,
    Column("code", String(8), primary_key=True),            # no table and no class has the same
    Column("director", String(40), nullable=False, index=True),
    Column("phase", String(10), nullable=False, index=True),     # entry, running or over
    Column("touched", BigInteger, nullable=False),
    Column("kept", Text, nullable=False),                   # a `Tournament` as JSON
    info={"since": "0008"},
)

arena_pairings = Table(
    "arena_pairings", metadata,                                 # of arenas, once they are over
    Column("tournament", String(8), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("code", String(8), nullable=False),              # of the table
    Column("first", Integer, nullable=False),               # the players' numbers
    Column("second", Integer, nullable=False),
    Column("kept", Text, nullable=False),                   # a `TablePairing` as JSON
    info={"since": "0011"},
)

weekly_results = Table(
    "weekly_results", metadata,                                 # of the weekly deal, one for each person and week
    Column("week", Integer, primary_key=True, autoincrement=False),     # of the ISO calendar: 202648
    Column("person", String(40), primary_key=True),
    Column("name", String(100), nullable=False),            # as shown on the table
    Column("score", BigInteger, nullable=False),            # less is better
    Column("at", BigInteger, nullable=False, index=True),
    info={"since": "0006"},
)

open_tables = Table(
    "open_tables", metadata,                                    # those on the home page, while a seat is free
    Column("code", String(8), primary_key=True),
    Column("person", String(40), nullable=False, index=True),   # the host
    Column("host", String(100), nullable=False),            # what the host is called there
    Column("game", String(60), nullable=False),
    Column("phase", String(10), nullable=False),
    Column("free", Integer, nullable=False),                # seats that no person has
    Column("seats", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),            # when the host listed it
    Column("seen", BigInteger, nullable=False, index=True),     # when somebody was there last
    info={"since": "0007"},
)

correspondence_seats = Table(
    "correspondence_seats", metadata,                           # each person's seat at a table over days
    Column("code", String(8), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(40), nullable=False, index=True),
    Column("wake", BigInteger, nullable=False, index=True),     # when to look at the table, by `open_time`; 0: never
    info={"since": "0009"},
)

correspondence_changes = Table(
    "correspondence_changes", metadata,                         # whose list of such tables has changed lately
    Column("id", Integer, primary_key=True),
    Column("person", String(40), nullable=False, index=True),
    Column("at", BigInteger, nullable=False, index=True),       # ms by the database's own clock
    info={"since": "0009"},
)

open_time = Table(
    "open_time", metadata,                                      # one row
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seconds", BigInteger, nullable=False),              # that the server has been open in all
    Column("at", BigInteger, nullable=False),                   # when that was stored: ms by the database's own clock
    info={"since": "0009"},
)

feeds = Table(
    "feeds", metadata,                                          # private feeds of whose turn it is
    Column("person", String(40), primary_key=True),
    Column("number", BigInteger, nullable=False),               # of which its address is made
    Column("digest", String(64), nullable=False, index=True, unique=True),      # of the secret in the address
    Column("made", BigInteger, nullable=False),
    info={"since": "0010"},
)

push_subscriptions = Table(
    "push_subscriptions", metadata,                             # browsers that get notices by web push
    Column("id", String(20), primary_key=True),
    Column("person", String(40), nullable=False, index=True),
    Column("digest", String(64), nullable=False, unique=True),      # of the address
    Column("endpoint", Text, nullable=False),               # the address at the push service of the browser's maker
    Column("p256dh", String(100), nullable=False),          # the browser's public key, and its secret: base64url
    Column("auth", String(40), nullable=False),
    Column("language", String(20), nullable=False),         # of its notices
    Column("made", BigInteger, nullable=False),
    info={"since": "0015"},
)

push_notices = Table(
    "push_notices", metadata,                                   # of turns that wait for somebody with such a browser
    Column("code", String(8), primary_key=True),            # of the table
    Column("subscription", String(20), primary_key=True),
    Column("turn", Integer, nullable=False),                # of the table's clock, when the notice was queued
    Column("ends", BigInteger, nullable=False),             # when the time of the move is over, by `open_time`
    Column("since", BigInteger, nullable=False),            # when the notice was queued, and when it is to be sent:
    Column("at", BigInteger, nullable=False, index=True),   # ms by the database's own clock; 0 once that is done
    Column("tries", Integer, nullable=False),
    info={"since": "0015"},
)

mutes = Table(
    "mutes", metadata,                                          # whose name and chat somebody does not want to read
    Column("id", String(20), primary_key=True),
    Column("person", String(40), nullable=False, index=True),
    Column("muted", String(40), nullable=False, index=True),
    Column("name", String(100), nullable=False),            # of the muted person then
    Column("at", BigInteger, nullable=False),
    info={"since": "0012"},
)

acquaintances = Table(
    "acquaintances", metadata,                                  # two people who have played a whole match together
    Column("id", String(20), primary_key=True),
    Column("first", String(40), nullable=False, index=True),    # the lower key of the two
    Column("second", String(40), nullable=False, index=True),
    Column("game", String(60), nullable=False),             # of their last match
    Column("at", BigInteger, nullable=False),
    Index("acquaintances_pair", "first", "second", unique=True),
    info={"since": "0013"},
)

invitations = Table(
    "invitations", metadata,
    Column("id", String(20), primary_key=True),
    Column("person", String(40), nullable=False, index=True),
    Column("to", String(40), nullable=False, index=True),
    Column("code", String(8), nullable=False),              # of the table; "" once it is answered
    Column("game", String(60), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    info={"since": "0013"},
)

phrases = Table(
    "phrases", metadata,                                        # recovery phrases
    Column("person", String(40), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),    # by scrypt
    Column("at", BigInteger, nullable=False),
    info={"since": "0014"},
)

rated_results = Table(
    "rated_results", metadata,                                  # of rated events and tables, kept after these
    Column("code", String(8), primary_key=True),            # of the event or the table
    Column("number", Integer, primary_key=True),            # of the pairing or the match
    Column("game", String(60), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("first", String(40), nullable=False, index=True),
    Column("second", String(40), nullable=False, index=True),
    Column("score", Integer, nullable=False),               # of the first, in halves of a point
    info={"since": "0014"},
)

ratings = Table(
    "ratings", metadata,                                        # Glicko-2, computed from `rated_results` alone
    Column("person", String(40), primary_key=True),
    Column("game", String(60), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("results", Integer, nullable=False),
    info={"since": "0014"},
)

changed_ratings = Table(
    "changed_ratings", metadata,                                # games whose results have changed since their ratings
    Column("game", String(60), primary_key=True),
    Column("mark", String(24), nullable=False),             # another one after each change
    info={"since": "0016"},
)

hidden_ratings = Table(
    "hidden_ratings", metadata,                                 # who does not show theirs
    Column("person", String(40), primary_key=True),
    info={"since": "0014"},
)

calendar = Table(
    "calendar", metadata,
    Column("lived", BigInteger, primary_key=True, autoincrement=False),     # seconds that the server had been open
    Column("wall", BigInteger, primary_key=True, autoincrement=False),
    info={"since": "0002"},
)


def table_names_at(version: str) -> set[str]:
    """Return the names of the tables that a database of a migration has."""
    return {name for name, table in metadata.tables.items() if table.info.get("since", "0001") <= version}


def is_ready(engine: Engine) -> bool:
    """Tell whether the database has the newest schema and can be written."""
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")      # as it is; not committed
            found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    except DBAPIError:
        return False
    return list(found) == [VERSION]
