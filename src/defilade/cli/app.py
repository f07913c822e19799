"""The command line as a whole: which commands there are, and what an error becomes.

Knows command names and exit codes; imports nothing heavy, so that `--help` is quick.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from defilade.cli.ask import ask
from defilade.cli.check import check
from defilade.cli.clauses import clauses, explain
from defilade.cli.conformance import conformance
from defilade.cli.demo import demo
from defilade.cli.draw import draw
from defilade.cli.exits import Code
from defilade.cli.importing import import_units
from defilade.cli.odds import odds
from defilade.cli.play import play
from defilade.cli.reaching import reach
from defilade.cli.replay import replay
from defilade.cli.roll import roll
from defilade.cli.schema import schema
from defilade.cli.screen import Screen, Told, told
from defilade.cli.serve import serve
from defilade.cli.sight import map_, sight
from defilade.errors import DefiladeError

HELP = """Adjudicate tabletop wargames: may it, does it, what are the odds, and which rule says so.

Start with `defilade demo`, then `defilade check` and `defilade ask` on a battle file of yours.

Exit codes: 0 yes or done; 1 the rules say no (a refused action, a failed case, or a ruling of
no with --check); 2 wrong usage; 3 the input has errors; 70 a bug; 74 the
output could not be written. Only `serve` uses the network.
"""


class Commands(TyperGroup):
    """Turns the errors that are nobody's bug into words and an exit code, and with `--json` into
    a document where the command gave none."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; a `DefiladeError` ends it with a message."""
        if "--json" not in ctx.args:
            return self._tried(ctx)
        record = Told()
        before = told.set(record)
        try:
            return self._tried(ctx)
        except typer.Exit as ended:
            if ended.exit_code:
                _tell_failure(record, Code(ended.exit_code))
            raise
        except Exception as error:
            if getattr(error, "exit_code", None) == Code.USAGE and hasattr(error, "format_message"):
                record.complaints.append(error.format_message())
                _tell_failure(record, Code.USAGE)
            raise
        finally:
            told.reset(before)

    def _tried(self, ctx: Any) -> Any:
        from defilade.dice.errors import BudgetSpent, OpenChoice, WrongFaces

        try:
            return super().invoke(ctx)
        except OpenChoice as error:
            question = error.question
            _say(
                f"{question.player} must choose ({question.kind}, {question.clause}); "
                "name a policy that can with --policy"
            )
        except BudgetSpent as error:
            _say(f"exact odds take more than {error.budget:,} states; try --sample 1000000")
        except WrongFaces as error:
            clause = getattr(error.question, "clause", "nothing")
            faces = error.given if isinstance(error.given, tuple) else (error.given,)
            given = ",".join(map(str, faces))[:_SHOWN]
            _say(f"{given} will not do for {clause}: wanted {error.wanted}")
        except DefiladeError as error:
            _say(str(error))
        raise typer.Exit(int(Code.USAGE))


_SHOWN = 80
"""Letters shown of dice that will not do."""


def _say(text: str) -> None:
    Screen().complain(text)


def _tell_failure(record: Told, code: Code) -> None:
    """The document of a command that ended early and gave none."""
    if not record.emitted:
        kind = "usage" if code is Code.USAGE else "failed"
        head = {"format": "defilade.refusal", "version": 1, "kind": kind}
        Screen(as_json=True).emit({**head, "exit_code": int(code), "says": record.complaints})


app = typer.Typer(
    name="defilade",
    cls=Commands,
    help=HELP,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _version(asked: bool | None) -> None:
    if asked:
        from defilade.cli.loading import engine

        typer.echo(f"defilade {engine()}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool | None,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = None,
) -> None:
    """Options before any command."""


_COMMANDS: dict[str, Callable[..., None]] = {
    "demo": demo,
    "check": check,
    "ask": ask,
    "odds": odds,
    "roll": roll,
    "play": play,
    "replay": replay,
    "draw": draw,
    "sight": sight,
    "map": map_,
    "reach": reach,
    "explain": explain,
    "clauses": clauses,
    "import": import_units,
    "schema": schema,
    "serve": serve,
    "conformance": conformance,
}
for _name, _command in _COMMANDS.items():
    app.command(_name)(_command)


def run() -> None:
    """Run the command line; anything unforeseen is a bug, said so, with exit code 70."""
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(int(Code.DONE))
    except OSError as error:
        sys.stderr.write(f"defilade: the output could not be written: {error.strerror}\n")
        sys.exit(int(Code.UNWRITTEN))
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception:  # noqa: BLE001  what nobody foresaw must still say that it is a bug
        import traceback

        traceback.print_exc()
        sys.stderr.write("defilade: this is a bug; please report it with the lines above\n")
        sys.exit(int(Code.BUG))
