"""Pattern corpus of everyday Somali with English, written for this project."""
