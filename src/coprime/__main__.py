"""`python -m coprime`, where the command `coprime` is not on the path."""

from .cli import main

if __name__ == "__main__":
    main()
