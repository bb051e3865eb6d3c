"""
The table of a match as Colyseus' schema 5 writes it: a description of all types once, then the whole state, then patches.

A state is a tree of structures: records with numbered fields, lists, and maps. Each structure has a number, its `ref`. A
frame is a list of operations on one structure after another; byte 255 and a ref say which structure comes next.
"""
import struct

SWITCH, TYPE = 255, 213
REPLACE, MOVE, DELETE, DELETE_AND_MOVE, ADD, ADD_BY_REF, DELETE_AND_ADD = 0, 32, 64, 96, 128, 129, 192
CLEAR, REVERSE, DELETE_BY_REF = 10, 15, 33

# In Colyseus' own numbers the lowest byte comes first, unlike in msgpack.
_FIXED = {"int8": "<b", "uint8": "<B", "int16": "<h", "uint16": "<H", "int32": "<i", "uint32": "<I", "int64": "<q",
          "uint64": "<Q", "float32": "<f", "float64": "<d"}
_PREFIXED = {0xCA: "<f", 0xCB: "<d", 0xCC: "<B", 0xCD: "<H", 0xCE: "<I", 0xCF: "<Q",
             0xD0: "<b", 0xD1: "<h", 0xD2: "<i", 0xD3: "<q"}


class Reader:
    """Reads the bytes of a frame from front to back."""

    def __init__(self, data):
        self.data, self.at = data, 0

    @property
    def is_done(self):
        return self.at == len(self.data)

    def peek(self):
        return self.data[self.at] if self.at < len(self.data) else None

    def take(self, length):
        if self.at + length > len(self.data):
            raise ValueError("the frame ends too soon")
        self.at += length
        return self.data[self.at - length:self.at]

    def byte(self):
        return self.take(1)[0]

    def fixed(self, form):
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def number(self):
        first = self.byte()
        if first < 0x80:
            return first
        if first >= 0xE0:
            return first - 0x100
        if first not in _PREFIXED:
            raise ValueError(f"a number cannot begin with {first:#x}")
        return self.fixed(_PREFIXED[first])

    def text(self):
        first = self.byte()
        if 0xA0 <= first < 0xC0:
            return self.take(first & 0x1F).decode()
        widths = {0xD9: "<B", 0xDA: "<H", 0xDB: "<I"}
        if first not in widths:
            raise ValueError(f"a text cannot begin with {first:#x}")
        return self.take(self.fixed(widths[first])).decode()

    def primitive(self, kind):
        if kind == "string":
            return self.text()
        if kind == "number":
            return self.number()
        if kind == "boolean":
            return self.byte() > 0
        if kind not in _FIXED:
            raise ValueError(f"this client does not know the type {kind}")
        return self.fixed(_FIXED[kind])


# A type is the name of a primitive, or ("record", list of fields), ("array", type of an item), ("map", type of an item).
# A field is (name, type).
class Record:
    def __init__(self, fields):
        self.fields, self.values = fields, {}


class List:
    def __init__(self, item):
        self.item, self.items = item, []


class Map:
    def __init__(self, item):
        self.item, self.keys, self.items = item, {}, {}


class State:
    """The state of a room. `whole` and `patch` take frames, `plain` is the state as dicts and lists."""

    def __init__(self, root, types=()):
        self.root_type, self.types = root, types
        self.refs = {}

    @classmethod
    def described(cls, description):
        """The description of the types is itself a state, of types that never change."""
        described = State(_DESCRIPTION)
        described.whole(description)
        plain = described.plain()
        fields = {each["id"]: [] for each in plain["types"]}
        extends = {each["id"]: each.get("extendsId") for each in plain["types"]}
        own = {each["id"]: [(field["name"], _type_of(field, fields)) for field in each["fields"]] for each in plain["types"]}
        for type_id, found in fields.items():
            line = [type_id]
            while extends[line[0]] is not None:
                line.insert(0, extends[line[0]])
            for ancestor in line:
                found.extend(own[ancestor])
        return cls(("record", fields[plain.get("rootType", 0)]), fields)

    def whole(self, data):
        self.refs = {0: Record(self.root_type[1])}
        self.patch(data)

    def patch(self, data):
        reader, now = Reader(data), self.refs[0]
        while not reader.is_done:
            if reader.peek() == SWITCH:
                reader.byte()
                _close_gaps(now)
                now = self.refs[reader.number()]
            elif isinstance(now, Record):
                self._change_record(reader, now)
            elif isinstance(now, List):
                self._change_list(reader, now)
            else:
                self._change_map(reader, now)
        _close_gaps(now)
        self._forget_unused()

    def plain(self):
        return _plain(self.refs[0])

    def _change_record(self, reader, record):
        first = reader.byte()
        operation = first & 0xC0
        index = first % (operation or 255)
        name, kind = record.fields[index]
        if operation == DELETE:
            record.values.pop(name, None)
        else:
            record.values[name] = self._value(reader, kind, operation)

    def _change_list(self, reader, changed):
        operation, items = reader.byte(), changed.items
        if operation == CLEAR:
            return items.clear()
        if operation == REVERSE:
            return items.reverse()
        if operation == DELETE_BY_REF:
            gone = self.refs.get(reader.number())
            index = _place(items, gone)
            if index is not None:
                items[index] = None
            return None
        if operation == ADD_BY_REF:
            index = _place(items, self.refs.get(reader.number()))
            index = len(items) if index is None else index
        else:
            index = reader.number()
        was = items[index] if index < len(items) else None
        if operation & DELETE and operation != DELETE_AND_ADD and index < len(items):
            items[index] = None
        if operation != DELETE:
            value = self._value(reader, changed.item, operation)
            is_same = value is was or (isinstance(changed.item, str) and value == was)
            if not is_same:
                _put(items, index, value, operation)
        return None

    def _change_map(self, reader, changed):
        operation = reader.byte()
        if operation == CLEAR:
            changed.items.clear()
            return
        index = reader.number()
        if operation & ADD:
            changed.keys[index] = reader.text()
        key = changed.keys[index]
        if operation == DELETE:
            changed.items.pop(key, None)
        else:
            changed.items[key] = self._value(reader, changed.item, operation)

    def _value(self, reader, kind, operation):
        if isinstance(kind, str):
            return reader.primitive(kind)
        shape, inner = kind
        ref = reader.number()
        if shape == "record" and operation & ADD and reader.peek() == TYPE:
            reader.byte()
            inner = self.types[reader.number()]
        if ref not in self.refs:
            self.refs[ref] = {"record": Record, "array": List, "map": Map}[shape](inner)
        return self.refs[ref]

    def _forget_unused(self):
        """The server may use the number of a structure again when the structure has left the state."""
        used = set()
        _collect(self.refs[0], used)
        self.refs = {ref: each for ref, each in self.refs.items() if id(each) in used}


def _put(items, index, value, operation):
    if operation == ADD and index < len(items) and items[index] is not None:
        items.insert(index, value)
        return
    if operation == DELETE_AND_MOVE:
        del items[index]
    while len(items) <= index:
        items.append(None)
    items[index] = value


def _place(items, wanted):
    return next((index for index, item in enumerate(items) if wanted is not None and item is wanted), None)


def _close_gaps(structure):
    if isinstance(structure, List):
        structure.items[:] = [item for item in structure.items if item is not None]


def _children(structure):
    return structure.items if isinstance(structure, List) else \
        (structure.values if isinstance(structure, Record) else structure.items).values()


def _collect(structure, used):
    used.add(id(structure))
    for child in _children(structure):
        if isinstance(child, (Record, List, Map)):
            _collect(child, used)


def _plain(value):
    if isinstance(value, List):
        return [_plain(item) for item in value.items]
    if isinstance(value, Map):
        return {key: _plain(item) for key, item in value.items.items()}
    if not isinstance(value, Record):
        return value
    plain = {}
    for name, kind in value.fields:
        if name in value.values:
            plain[name] = _plain(value.values[name])
        elif not isinstance(kind, str) and kind[0] != "record":
            plain[name] = [] if kind[0] == "array" else {}  # a list without items is left out
    if "packedPiles" in plain:
        plain["piles"] = [_pile(text) for text in plain.pop("packedPiles")]
    return plain


def _pile(text):
    """A pile of cards from the bottom: `W03@1 R05@0!`; `@` names the owner, `!` stands for live."""
    cards = [card.partition("@") for card in text.split()]
    return {"cards": [{"card": card, "owner": int(rest.rstrip("!")), "live": rest.endswith("!")} for card, _, rest in cards]}


def _type_of(field, fields):
    """The type of a field in the description; `fields` holds the lists of fields of all records, to be filled later."""
    shape, inner = field["type"], field.get("referencedType")
    if inner is None:
        return shape
    child = ("record", fields[inner]) if inner in fields else field.get("childPrimitive")
    return child if shape == "ref" else (shape, child)


_FIELD = ("record", [("name", "string"), ("type", "string"), ("referencedType", "number"), ("childPrimitive", "string")])
_TYPE = ("record", [("id", "number"), ("extendsId", "number"), ("fields", ("array", _FIELD))])
_DESCRIPTION = ("record", [("types", ("array", _TYPE)), ("rootType", "number")])
