"""Helpers that the whole package uses: checks of arguments, files written whole, bars, blocks of work."""
