"""The entry point of `coprime` and of `python -m coprime`."""

import sys


def main() -> None:
    """Run the command line; if a required library is missing, only the command `doctor` works."""
    try:
        from .cli import main as run
    except ImportError as wrong:
        from .core.language_selection import system_language, use_language
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
