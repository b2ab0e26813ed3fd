"""Exhaustive searches of puzzles, and what they find."""

from puzzle15.exploring.layers import LayerArrays, Layers, Position
from puzzle15.exploring.search import Level, SearchSize, distance, explore, search_size

__all__ = ["LayerArrays", "Layers", "Level", "Position", "SearchSize", "distance", "explore", "search_size"]
