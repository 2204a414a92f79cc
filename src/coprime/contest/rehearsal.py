"""A contest among ourselves: what has to be compiled is compiled before anybody waits for it.

A contest's server waits two seconds for a login (UE-28), and for a move as long as its patience lasts.
"""

import random
import socket
import threading

from ..arena.players import Player, player
from ..core.game import Game
from ..core.match import Match
from .cells import PLAYERS
from .codec import INT
from .contest import Contest
from .daifugo import NATURAL, Phase, State
from .guest import Guest
from .seats import PASS, Client, Program

GAMES, BOT_MOVES = 12, 3        # of a rehearsal: games, and the bot's own moves; the others are anything


def rehearse(game: Game, bot: Player | None = None) -> None:
    """A few games over a line of our own, with a bot or without one at the guest's seat.

    Its first play is no play, for the sentence that the log has for that.
    """
    chance, dealt = random.Random(1), random.Random(1)      # two, for two threads: every rehearsal is the same
    anything, asked = player(game, "random"), {int(Phase.EXCHANGE): 0, int(Phase.PLAY): 0}

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
        client = Client(ours, "", 0)
        client.read()
        client.tell(INT.pack(0))
        others = [Program(game, "random", "", dealt.getrandbits) for _ in range(PLAYERS - 1)]
        Contest(match, [client, *others], dealt.getrandbits).play()

    server = threading.Thread(target=serve, daemon=True)
    with ours, theirs:
        server.start()
        Guest(game, theirs, choose).play("rehearsal", lambda: None)
        server.join()
