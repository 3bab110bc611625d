"""Pictures: what is drawn, as records, and how it is laid out, drawn and written."""
