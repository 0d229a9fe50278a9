"""The compression that links of sudoku programs in browsers carry their grids in.

It is the method of Lempel, Ziv and Welch: a part of the text that was seen before is named by its number. A
number takes as many bits as the dictionary needs by then, lowest bit first; a character that is new stands
behind the number 0, in eight bits (behind 1, in sixteen), and the number 2 is the end.
"""

_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NEW_BYTE, _NEW_WIDE, _END = 0, 1, 2


class _Writer:
    """The bits of a text, and how many of them a number takes as the dictionary grows."""

    def __init__(self) -> None:
        self.bits: list[int] = []
        self._width = 2
        self._room = 2
        self._known = {"": -1}
        self._unwritten: set[str] = set()

    def knows(self, part: str) -> bool:
        return part in self._known

    def learn(self, part: str, *, is_new_character: bool = False) -> None:
        """Give a part the next number; a new character is spelled out when it is first written."""
        self._known[part] = len(self._known) + 2
        if is_new_character:
            self._unwritten.add(part)

    def write(self, part: str) -> None:
        """Write a part that is known: by its number, or spelled out."""
        if part in self._unwritten:
            self._unwritten.remove(part)
            is_wide = ord(part) >= 256
            self._put(_NEW_WIDE if is_wide else _NEW_BYTE, self._width)
            self._put(ord(part), 16 if is_wide else 8)
            self._grow()
        else:
            self._put(self._known[part], self._width)
        self._grow()

    def end(self) -> None:
        self._put(_END, self._width)
        # One bit at least closes the last sign, as every reader expects.
        self.bits += [0] * (6 - len(self.bits) % 6)

    def _put(self, value: int, width: int) -> None:
        self.bits += [value >> bit & 1 for bit in range(width)]

    def _grow(self) -> None:
        self._room -= 1
        if self._room == 0:
            self._room = 1 << self._width
            self._width += 1


def compress_to_base64(text: str) -> str:
    """A text, compressed and written in the 64 signs of links, filled up with `=` to fours."""
    writer, part = _Writer(), ""
    for character in text:
        if not writer.knows(character):
            writer.learn(character, is_new_character=True)
        if writer.knows(part + character):
            part += character
            continue
        writer.write(part)
        writer.learn(part + character)
        part = character
    if part:
        writer.write(part)
    writer.end()
    signs = "".join(_SIGNS[_number(writer.bits[at : at + 6])] for at in range(0, len(writer.bits), 6))
    return signs + "=" * (-len(signs) % 4)


def _number(bits: list[int]) -> int:
    return int("".join(map(str, bits)), 2)
