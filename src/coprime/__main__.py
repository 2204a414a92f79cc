"""The command `coprime`, also as `python -m coprime` where it is not on the path."""

import sys


def main() -> None:
    """Without a package that every command needs, the doctor is the one that still works."""
    try:
        from .cli import main as run
    except ImportError as wrong:
        from .core.language import system_language, use_language
        from .server.diagnostics.doctor import main as doctor
        from .server.sentences import say

        with use_language(system_language()):
            if sys.argv[1:2] == ["doctor"]:
                sys.exit(doctor(sys.argv[2:]))
            print(say("doctor.crippled", why=wrong), file=sys.stderr)
        sys.exit(1)
    run()


if __name__ == "__main__":
    main()
