"""The shape of a mutant."""

from typing import NamedTuple

from ..sources import source_of

# What a worksheet's module runs when it is started as a program.
MAIN = '\n\nif __name__ == "__main__":'


class Mutant(NamedTuple):
    """A wrong version of one function: its exercise, a name, its text, and what is wrong with it (a msgid).

    `mistake` is empty where the bug gallery leaves the exercise out; `owner` is the class of a method.
    """

    worksheet: str
    key: str
    name: str
    text: str
    mistake: str = ""
    owner: str = ""

    @property
    def function(self) -> str:
        """The name that the text defines."""
        return self.text.split("def ", 1)[1].split("(", 1)[0]

    def program(self) -> str:
        """The worksheet's program with the wrong function in place of the right one."""
        source, _main, _rest = source_of(self.worksheet).partition(MAIN)
        replaced = f"\n\n{self.owner}.{self.function} = {self.function}" if self.owner else ""
        return f"{source.rstrip()}\n\n\n{self.text.strip()}{replaced}\n"
