"""Training, export and scoring of the starter Somali recogniser."""
