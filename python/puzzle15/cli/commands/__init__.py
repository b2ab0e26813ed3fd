"""The commands, a module for each; `COMMAND` in it says what it takes and does."""
