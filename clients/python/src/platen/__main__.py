"""``python -m platen``: conversions from a command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence

from ._errors import PlatenError
from ._sync import Platen

USAGE = """usage: python -m platen convert TOOL FILE... -o OUT [--FIELD VALUE]...
       python -m platen tools
       python -m platen quota

The service is at PLATEN_URL (or --url URL), the API key is PLATEN_API_KEY.
"""


class UsageError(Exception):
    pass


def main(words: Sequence[str]) -> int:
    try:
        return _perform(words)
    except UsageError as error:
        print(f"platen: {error}\n\n{USAGE}", end="", file=sys.stderr)
        return 2
    except (PlatenError, OSError, ValueError) as error:
        print(f"platen: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _perform(words: Sequence[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(USAGE, end="")
        return 0 if words else 2
    command, *rest = words
    given, options = _parsed(rest)
    url = options.pop("url", None)
    if command == "convert":
        target = options.pop("output", None)
        if len(given) < 2 or target is None:
            raise UsageError("convert requires a tool, files and -o OUT")
        tool, *files = given
        with Platen(url) as platen:
            result = platen.convert(tool, files, options)
            for warning in result.warnings:
                print(f"platen: {warning}", file=sys.stderr)
            result.save(target)
        return 0
    if command not in ("tools", "quota") or given or options:
        raise UsageError(f"unknown command: {' '.join(words)}")
    with Platen(url) as platen:
        if command == "tools":
            for one in platen.tools():
                print(f"{one.id:<20} {' '.join(one.accepted_exts)}")
        else:
            print(json.dumps(platen.quota().raw, indent=2))
    return 0


def _parsed(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Positional arguments and options: ``--prevent-print on`` and ``--prevent_print=on`` are the same field."""
    given: list[str] = []
    options: dict[str, str] = {}
    left = iter(words)
    for word in left:
        if word == "--":
            given += left
        elif word == "-o":
            options["output"] = _next(left, word)
        elif word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            options[name.replace("-", "_")] = value if equals else _next(left, word)
        elif word.startswith("-") and word != "-":
            raise UsageError(f"{word} is not an option")
        else:
            given.append(word)
    return given, options


def _next(left: Iterator[str], word: str) -> str:
    value = next(left, None)
    if value is None:
        raise UsageError(f"{word} needs a value")
    return value


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
