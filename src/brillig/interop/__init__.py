"""Other tools: NLTK and lark."""
