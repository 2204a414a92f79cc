"""Read and write who invites whom to a table."""

from typing import NamedTuple

import sqlalchemy as sa

from ..request_error import RequestError
from . import schema
from .acquaintance_rows import INVITED_SECONDS
from .table_queries import LIVE_PHASES

MOST_SENT = 5                   # invitations of one person that stand at the same time
MOST_SHOWN = 5                  # invitations that one person is shown


class Invitation(NamedTuple):
    """An invitation to a table.  `person` is the key of whoever invites, `to` that of the invited; neither is sent."""

    id: str
    person: str
    to: str
    name: str
    code: str
    game: str
    at: int


def check_invitation_limits(connection: sa.Connection, person: str, to: str, most: int, now: int) -> None:
    """Raise RequestError where an invitation to the same person stands, or as many as a person or all may have."""
    i = schema.invitations.c
    standing = connection.execute(sa.select(i.person, i.to).where(i.at > now - INVITED_SECONDS)).all()
    if (person, to) in [tuple(one) for one in standing]:
        raise RequestError(409, "people.invited", minutes=INVITED_SECONDS // 60)
    if sum(one.person == person for one in standing) >= MOST_SENT:
        raise RequestError(429, "people.sent", n=MOST_SENT, wait=60)
    if len(standing) >= most:
        raise RequestError(429, "people.full", wait=60)


def write_invitation(connection: sa.Connection, invitation: Invitation, most: int) -> None:
    """Write an invitation. Raises RequestError as `check_invitation_limits`."""
    i = schema.invitations
    connection.execute(sa.delete(i).where(i.c.at <= invitation.at - INVITED_SECONDS))
    check_invitation_limits(connection, invitation.person, invitation.to, most, invitation.at)
    row = invitation._asdict()
    del row["name"]
    connection.execute(sa.insert(i).values(row))


def read_invitations(connection: sa.Connection, now: int, to: str | None = None) -> list[Invitation]:
    """Return the invitations that stand, to one person or to everybody, the newest first.

    None to a table that is closed, none of people whom the invited has muted, and MOST_SHOWN of a person.
    """
    i, p, t, m = (table.c for table in (schema.invitations, schema.people, schema.tables, schema.mutes))
    is_muted = sa.exists().where(m.person == i.to, m.muted == i.person)
    query = sa.select(i.id, i.person, i.to, p.name, i.code, i.game, i.at).where(
        i.at > now - INVITED_SECONDS, p.key == i.person, t.code == i.code, t.phase.in_(LIVE_PHASES),
        sa.not_(is_muted))
    if to is not None:
        query = query.where(i.to == to)
    found: list[Invitation] = []
    shown: dict[str, int] = {}
    for row in connection.execute(query.order_by(i.at.desc(), i.id)):
        shown[row.to] = shown.get(row.to, 0) + 1
        if shown[row.to] <= MOST_SHOWN:
            found.append(Invitation(*row))
    return found


def take_invitation(connection: sa.Connection, to: str, id: str, now: int) -> str:
    """Take an invitation off the pages of the invited, accepted or declined. Returns the code of its table.

    For whoever has sent it, it stands as one that nobody has read. Raises RequestError where it stands no longer.
    """
    found = next((one for one in read_invitations(connection, now, to) if one.id == id), None)
    if found is None:
        raise RequestError(404, "people.gone")
    i = schema.invitations
    connection.execute(sa.update(i).where(i.c.id == id).values(code=""))
    return found.code
