"""`python -m brillig` is the program `brillig`."""

from brillig.cli import main

main()
