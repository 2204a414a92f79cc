"""Play a few games over a local socket, so that everything is compiled before anybody waits for it.

A contest's server waits two seconds for a login (UE-28), and for a move as long as its patience lasts.
"""

import random
import socket
import threading

from ..arena.players import Player, make_player
from ..core.game import Game
from ..core.match import Match
from .codec import INT
from .contest_client import ContestClient
from .contest_match import ContestMatch
from .daifugo import NATURAL, Phase, State
from .protocol_tables import PLAYERS
from .seats import PASS, BotSeat, ClientSeat

GAMES, BOT_MOVES = 12, 3        # of a rehearsal: games, and the bot's own moves; the others are anything


def warm_up_contest(game: Game, bot: Player | None = None) -> None:
    """Play a few games over a socket pair, with `bot` or a random player at the client's seat.

    The client's first play is not a legal one, so that the sentence for the log is prepared, too.
    """
    chance, dealt = random.Random(1), random.Random(1)      # two, for two threads: every rehearsal is the same
    anything, asked = make_player(game, "random"), {int(Phase.EXCHANGE): 0, int(Phase.PLAY): 0}

    def choose(view: State, seat: int) -> int:
        phase = int(view.phase)
        asked[phase] += 1
        if phase == Phase.PLAY and asked[phase] == 1:
            return int(view.hand[seat]) & NATURAL
        one = bot if bot and asked[phase] <= BOT_MOVES + 1 else anything
        return one(view, seat, chance.getrandbits(32))[0] or PASS

    ours, theirs = socket.socketpair()
    match = Match(game, PLAYERS, {**game.presets["uecda"], "match_length": GAMES})

    def serve() -> None:
        client = ClientSeat(ours, "", 0)
        client.read_table()
        client.queue_data(INT.pack(0))
        others = [BotSeat(game, "random", "", dealt.getrandbits) for _ in range(PLAYERS - 1)]
        ContestMatch(match, [client, *others], dealt.getrandbits).play_games()

    server = threading.Thread(target=serve, daemon=True)
    with ours, theirs:
        server.start()
        ContestClient(game, theirs, choose).play_contest("rehearsal", lambda: None)
        server.join()
