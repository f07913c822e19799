"""Draws the pictures of the README and the pages again: `python tools/pictures.py [DIRECTORY]`.

Knows which battle, question and name each picture has; everything else is the command line's.
The same sources give the same bytes.
"""

from __future__ import annotations

import re
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from defilade.cli import main

ROOT = Path(__file__).resolve().parent.parent
BATTLES = ROOT / "src" / "defilade" / "battles"


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture, by a command with the words that follow the battle.

    Its file is `<system>-<name>.svg`, or `<system>/<name>.svg` for the system's own page. The
    battle is the system's shipped one, or, `on_page`, the one that its page shows as YAML.
    """

    system: str
    name: str
    words: str = ""
    command: str = "draw"
    own_page: bool = False
    on_page: bool = False

    @property
    def file(self) -> str:
        """The file's name."""
        return f"{self.system}{'/' if self.own_page else '-'}{self.name}.svg"

    def arguments(self, directory: Path, battle: Path) -> list[str]:
        """What to type for it."""
        asked = [self.words] if self.words else []
        return [self.command, str(battle), *asked, "--out", str(directory / self.file), "--quiet"]

    def battle(self, folder: Path) -> Path:
        """The file of its battle; one that a page shows is written into a folder first."""
        if not self.on_page:
            return BATTLES / f"{self.system}.yaml"
        page = (ROOT / "docs" / "systems" / f"{self.system}.md").read_text(encoding="utf-8")
        block = re.search(rf"```yaml\n(system: {self.system}\n.*?)```", page, re.DOTALL)
        if block is None:
            raise ValueError(f"the page of {self.system} shows no battle")
        path = folder / f"{self.system}.yaml"
        path.write_text(block[1], encoding="utf-8")
        return path


PICTURES = (
    Picture("greatwar", "board"),
    Picture("greatwar", "sight", "see MG3 MG2"),
    Picture("greatwar", "cover", "cover I2 I7"),
    Picture("dropfleet", "board"),
    Picture("dropfleet", "fire", "fire Heron at Anvil with Lance"),
    Picture("dropfleet", "odds", "fire Heron -> Anvil with Lance", command="odds"),
    Picture("dropzone", "board"),
    Picture("dropzone", "fire", "fire K1 at W1 with Railgun"),
    Picture("dropzone", "blocked", "see H1 K1"),
    Picture("conquest", "board"),
    Picture("conquest", "fire", "fire Crossbows at Wolves"),
    Picture("wh40k", "board"),
    Picture("wh40k", "fire", "fire Gunners at Raiders with Long rifle"),
    Picture("dropzone", "block", own_page=True),
    Picture("dropzone", "shot", "fire K1 at W1 with Railgun", own_page=True),
    Picture("dropzone", "reach", "move K1", own_page=True),
    Picture("wh40k", "pump-house", own_page=True),
    Picture("wh40k", "hidden", "see D B", own_page=True, on_page=True),
    Picture("wh40k", "reach", "Skulkers", command="reach", own_page=True),
)


def draw_all(directory: Path) -> None:
    """Draw every picture into a directory; stops with the command's own exit code."""
    for picture in PICTURES:
        (directory / picture.file).parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as folder:
            battle = picture.battle(Path(folder))
            sys.argv = ["defilade", *picture.arguments(directory, battle)]
            try:
                with redirect_stdout(StringIO()):
                    main()
            except SystemExit as end:
                if end.code:
                    raise
        sys.stdout.write(f"{picture.file}\n")


if __name__ == "__main__":
    draw_all(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "assets")
