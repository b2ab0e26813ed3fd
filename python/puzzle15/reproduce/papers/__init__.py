"""The documents, a module for each, and what some of them share."""
