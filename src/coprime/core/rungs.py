"""Old name of `hint_steps`, for games that `coprime new-game` made before it was renamed."""

from . import hint_steps
from .deprecated import forward_old_names

__getattr__ = forward_old_names(hint_steps.__name__, {"Rung": "HintStep"})
