"""The state of Prime Climb: everything that lies on the table."""

from ...core.kernel import struct
from .board_and_card_data import PAWNS, SEATS


@struct
class State:
    """Hold everything on the table; nothing is hidden.  A bag of cards (core.bits) has one place per kind."""

    seats: int              # 1 to 4; 1 is solitaire
    route: int              # options, see rules.md
    sprint: int
    double_time: int
    way_stations: int
    station_by: int
    play_on: int
    deck: int
    doubles: int
    draw_rule: int
    near_bump: int
    sixty_four: int
    steal: int
    turn_limit: int
    phase: int              # a Phase
    turn: int               # seat to move, or that rolls for the start
    first: int              # with a turn limit: the seat that began
    laps: int               # with a turn limit: turns that everybody has had
    rolls: int              # solitaire: rolls so far
    opening: [SEATS]        # while rolling for the start: the sums
    rolled: int             # 100 * lower + higher number of this turn; 0 before the roll
    left: [2]               # how often each of the two is still to be used
    again: int              # Roll Agains to be carried out
    card: int               # the last card drawn; UNKNOWN before the first
    landed: int             # set of own pawns that draw, or to which the card may apply
    began: [2]              # where one's pawns began the turn
    strayed: int            # draw_rule `moved`: set of own pawns that have left a space
    drew: [2]               # Double Time: red spaces on which each pawn has drawn this turn
    atop: int               # CL-22: the own pawn that stands on its partner; UNKNOWN
    stock: int              # bag of the cards to be drawn: their order comes into being with the draw
    discard: int            # bag
    fresh: int              # bag of the Keepers gained this turn
    keepers: [SEATS]        # bags
    limited: int            # set of seats that may only subtract and divide in their next turn
    ticks: [SEATS]          # sets of way stations
    back: int               # set of pawns on the way back
    pawn: [PAWNS]           # spaces, or HOME
    place: [SEATS]          # 1 for the winner, 2, ...; 0 while still playing
