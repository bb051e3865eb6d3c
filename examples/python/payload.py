"""MessagePack, as far as Flower War uses it: nil, booleans, numbers, text, bytes, lists and maps."""
import struct

# The first byte of a value, and how the number behind it is read. All numbers are big-endian.
_NUMBERS = {0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
            0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
_TEXTS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
_BYTES = {0xC4: ">B", 0xC5: ">H", 0xC6: ">I"}
_LISTS = {0xDC: ">H", 0xDD: ">I"}
_MAPS = {0xDE: ">H", 0xDF: ">I"}


def unpack(data):
    """The value of a whole payload."""
    reader = _Reader(data)
    value = reader.value()
    if reader.at != len(data):
        raise ValueError("something follows the value")
    return value


class _Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, length):
        if self.at + length > len(self.data):
            raise ValueError("the payload ends too soon")
        self.at += length
        return self.data[self.at - length:self.at]

    def number(self, form):
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def value(self):
        first = self.take(1)[0]
        if first < 0x80:
            return first
        if first < 0x90:
            return self.map(first & 0x0F)
        if first < 0xA0:
            return self.list(first & 0x0F)
        if first < 0xC0:
            return self.take(first & 0x1F).decode()
        if first >= 0xE0:
            return first - 0x100
        if first in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[first]
        if first in _NUMBERS:
            return self.number(_NUMBERS[first])
        if first in _TEXTS:
            return self.take(self.number(_TEXTS[first])).decode()
        if first in _BYTES:
            return self.take(self.number(_BYTES[first]))
        if first in _LISTS:
            return self.list(self.number(_LISTS[first]))
        if first in _MAPS:
            return self.map(self.number(_MAPS[first]))
        raise ValueError(f"a value cannot begin with {first:#x}")

    def list(self, length):
        return [self.value() for _ in range(length)]

    def map(self, length):
        return {self.value(): self.value() for _ in range(length)}


def pack(value):
    """What a client sends: lists of numbers, booleans and text."""
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return _packed_number(value)
    if isinstance(value, str):
        text = value.encode()
        return _head(len(text), (0xA0, 32), (0xD9, 0xDA)) + text
    if isinstance(value, (list, tuple)):
        return _head(len(value), (0x90, 16), (None, 0xDC)) + b"".join(map(pack, value))
    if isinstance(value, dict):
        items = [part for item in value.items() for part in item]
        return _head(len(value), (0x80, 16), (None, 0xDE)) + b"".join(map(pack, items))
    raise TypeError(f"cannot pack {type(value).__name__}")


def _packed_number(value):
    """At most 32 bits: the server takes wider numbers for something else."""
    if 0 <= value < 0x80:
        return bytes([value])
    return b"\xce" + struct.pack(">I", value) if value > 0 else b"\xd2" + struct.pack(">i", value)


def _head(length, short, wide):
    """The first bytes of a text, list or map: one byte if it is short, else one or two bytes of length."""
    first, limit = short
    if length < limit:
        return bytes([first + length])
    one, two = wide
    if one is not None and length < 0x100:
        return bytes([one, length])
    return bytes([two]) + struct.pack(">H", length)
