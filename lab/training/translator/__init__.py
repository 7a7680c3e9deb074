"""Recipe for the starter Somali-to-English translator (see lab/training/README.md)."""
