"""Write a WAV file of Somali text in one of the voices.

    python -m speech.speak --voice test-f4-1 --text 'Subax wanaagsan.' --out x.wav
    python -m speech.speak --list
"""

import argparse
from pathlib import Path

from .fixtures import speak_to_file
from .voices import BY_NAME


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="print the voices' names")
    parser.add_argument("--voice", choices=sorted(BY_NAME), metavar="NAME")
    parser.add_argument("--text", action="append", default=[], help="a sentence; may be given several times")
    parser.add_argument("--pause", type=float, default=0.6, help="seconds of silence between sentences")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    if options.list:
        print("\n".join(sorted(BY_NAME)))
        return
    if not (options.voice and options.text and options.out):
        parser.error("--voice, --text and --out are needed")
    seconds = speak_to_file(options.text, BY_NAME[options.voice], options.out, options.pause)
    print(f"{options.out}: {seconds:.2f} s")


if __name__ == "__main__":
    main()
