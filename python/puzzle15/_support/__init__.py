"""What the package uses inside itself: arguments checked, files written whole, bars, blocks of work."""
