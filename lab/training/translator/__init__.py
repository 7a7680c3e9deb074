"""Recipe for the starter Somali-to-English translator (see training/README.md)."""
