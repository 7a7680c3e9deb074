"""Somali text from outside the corpus: cleaned, split and counted."""
