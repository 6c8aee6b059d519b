"""Questions to a program, which answers thousands of them: may this piece stand for that one?

A grammar is built from short sentences to long ones. Of a sentence that it does not accept yet, the parts
that it can explain are replaced by their categories, each tried with another string of the category in its
place. A part that is left is asked for by itself, or as one more form of a category. What is said several
times in a row, or left out, becomes a repetition. At the end sentences are made that put every form into
every place where the grammar has it; one that is wrong divides a category.
"""
