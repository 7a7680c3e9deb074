"""Somali spoken by synthesisers of other languages, each with the sounds it has."""
