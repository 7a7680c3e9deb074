"""Somali speech from text: letter-to-sound rules, synthetic voices, rooms, noise and codecs."""
