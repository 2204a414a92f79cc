"""Old name of `information_tree`, for programs that were written for version 1.0."""

from ..core.deprecated import forward_old_names
from . import information_tree

__getattr__ = forward_old_names(information_tree.__name__, {
    "grown": "build_tree", "build_tree": "build_tree", "InformationTree": "InformationTree"})
