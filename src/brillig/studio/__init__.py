"""The page: learn a grammar in the browser. Needs the extra `studio`."""
