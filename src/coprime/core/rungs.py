"""Old name of `hint_steps`, for games made by `coprime new-game` before the renaming."""

from . import hint_steps
from .deprecated import forward_old_names

__getattr__ = forward_old_names(hint_steps.__name__, {"Rung": "HintStep"})
