"""Telling Somali from other languages, with the recogniser's own encoder."""
