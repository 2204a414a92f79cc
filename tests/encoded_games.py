"""The games that have an encoding, and options with which a match is short."""

import coprime

ENCODED = [game.name for game in coprime.all_games().values() if (game.folder / "encoding.py").is_file()]
ONE_GAME = {"prime_daifugo": {"games_to_win": 1}, "secret_number": {"match_length": 1}, "daifugo": {"match_length": 1},
            "factor_rummy": {"target_score": 50, "level": 2}, "prime_canasta": {"target_score": 500, "level": 3},
            "prime_challenge": {"match_length": 1, "level": 2}}
