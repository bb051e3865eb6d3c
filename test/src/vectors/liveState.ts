/**
 * Reads bytes, payloads and the state of a room as docs/socket.md says, without any library: what is not written there cannot be read.
 * It tells in words what the bytes mean, for the examples of that page.
 */

export class Bytes {
  private readonly view: DataView;
  private at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at === this.view.byteLength;
  }

  get position(): number {
    return this.at;
  }

  /** The bytes from a place up to here, in hex. */
  since(start: number): string {
    return Buffer.from(this.view.buffer, this.view.byteOffset + start, this.at - start).toString('hex');
  }

  peek(): number {
    return this.view.getUint8(this.at);
  }

  take(length: number): Uint8Array {
    const start = this.move(length);
    return new Uint8Array(this.view.buffer, this.view.byteOffset + start, length);
  }

  text(length: number): string {
    return new TextDecoder('utf-8', { fatal: true }).decode(this.take(length));
  }

  uint8(): number {
    return this.view.getUint8(this.move(1));
  }

  /** Reads a number as DataView does: `sized('Int16')`. Headers and states begin with the lowest byte, msgpack with the highest. */
  sized(form: Form, isLittle = true): number {
    return this.view[`get${form}`](this.move(SIZES[form]), isLittle);
  }

  /** The number of headers and states. */
  number(): number {
    const first = this.uint8();
    if (first < 0x80) return first;
    if (first >= 0xe0) return first - 0x100;
    const form = NUMBERS[first];
    if (form === undefined) throw new Error(`no number begins with ${first}`);
    return this.sized(form);
  }

  /** The text of headers and states. */
  string(): string {
    const first = this.uint8();
    if (first >= 0xa0 && first < 0xc0) return this.text(first - 0xa0);
    if (first === 0xd9) return this.text(this.uint8());
    if (first === 0xda) return this.text(this.sized('Uint16'));
    throw new Error(`no text begins with ${first}`);
  }

  private move(length: number): number {
    this.at += length;
    return this.at - length;
  }
}

const SIZES = { Uint8: 1, Uint16: 2, Uint32: 4, Int8: 1, Int16: 2, Int32: 4, Float32: 4, Float64: 8 } as const;
type Form = keyof typeof SIZES;

/** The first bytes of numbers that do not stand in one byte. */
const NUMBERS: Readonly<Record<number, Form>> = {
  202: 'Float32',
  203: 'Float64',
  204: 'Uint8',
  205: 'Uint16',
  206: 'Uint32',
  208: 'Int8',
  209: 'Int16',
  210: 'Int32',
};

/** Reads the forms of msgpack that the server sends, and no others. `seen` gets the first bytes of the forms. */
export function readMsgpack(bytes: Bytes, seen: Set<number> = new Set()): unknown {
  const list = (length: number): unknown[] => Array.from({ length }, () => readMsgpack(bytes, seen));
  const map = (length: number) =>
    Object.fromEntries(Array.from({ length }, () => [readMsgpack(bytes, seen), readMsgpack(bytes, seen)]));
  const first = bytes.uint8();
  seen.add(first);
  if (first < 0x80) return first;
  if (first < 0x90) return map(first - 0x80);
  if (first < 0xa0) return list(first - 0x90);
  if (first < 0xc0) return bytes.text(first - 0xa0);
  if (first >= 0xe0) return first - 0x100;
  if (first === 192) return null;
  if (first === 194 || first === 195) return first === 195;
  if (first === 217) return bytes.text(bytes.uint8());
  if (first === 218) return bytes.text(bytes.sized('Uint16', false));
  if (first === 220) return list(bytes.sized('Uint16', false));
  if (first === 222) return map(bytes.sized('Uint16', false));
  const form = first === 202 ? undefined : NUMBERS[first];
  if (form === undefined) throw new Error(`the server sends no msgpack that begins with ${first.toString(16)}`);
  return bytes.sized(form, false);
}

/** An object by the number of its type, a list or a map of such objects or of primitives. */
type NodeType = number | { readonly list: string | number } | { readonly map: string | number };
/** A primitive by its name. */
type Type = string | NodeType;

interface Field {
  readonly name: string;
  readonly type: Type;
}

/** By the number of each type: its fields in order. */
type Types = ReadonlyMap<number, readonly Field[]>;

/** Hears what each few bytes mean, in words. */
export type Hear = (hex: string, words: string) => void;

/** What has a number of its own: fields, items or entries by their index. */
interface Node {
  readonly name: string;
  readonly type: NodeType;
  values: Map<number, unknown>;
  /** Of a map. */
  readonly keys: Map<number, string>;
}

const SWITCH = 0xff;
const REPLACE = 0x00;
const ADD = 0x80;
const DELETE = 0x40;
const RENEW = 0xc0;
const DELETE_REF = 0x21;

export class LiveState {
  private readonly types: Types;
  private readonly root: number;
  private readonly refs = new Map<number, Node>();
  private readonly hear: Hear;
  /** Each operation that was read, to compare with the documentation. */
  readonly seen = new Set<string>();

  constructor(types: Types, root: number, hear: Hear = () => {}) {
    this.types = types;
    this.root = root;
    this.hear = hear;
  }

  /** The whole state, which replaces all that was known. */
  whole(bytes: Bytes): void {
    this.refs.clear();
    this.refs.set(0, newNode('', this.root));
    this.patch(bytes);
  }

  patch(bytes: Bytes): void {
    let node = this.ref(0);
    while (!bytes.isAtEnd) {
      const start = bytes.position;
      if (bytes.peek() === SWITCH) {
        bytes.uint8();
        close(node);
        const number = bytes.number();
        node = this.ref(number);
        this.hear(bytes.since(start), `now number ${number}, which is ${node.name || 'the state'}`);
      } else {
        const words = this.change(node, bytes);
        this.hear(bytes.since(start), words);
      }
    }
    close(node);
  }

  /** The state as plain data. What is absent is empty. */
  plain(): unknown {
    return this.plainOf(this.ref(0));
  }

  private ref(number: number): Node {
    const node = this.refs.get(number);
    if (node === undefined) throw new Error(`nothing has the number ${number}`);
    return node;
  }

  /** Reads one operation. Returns what it says, in words. */
  private change(node: Node, bytes: Bytes): string {
    const kind = kindOf(node.type);
    const first = bytes.uint8();
    const [operation, index] = kind === 'object' ? [first & 0xc0, first & 0x3f] : [first, bytes.number()];
    this.seen.add(
      `${kind}${kind === 'list' ? ` of ${isOfPrimitives(node) ? 'values' : 'objects'}` : ''} ${operation.toString(16)}`,
    );
    if (kind === 'list' && operation === DELETE_REF) {
      const gone = this.refs.get(index);
      node.values = new Map([...node.values].filter(([, value]) => value !== gone));
      return `number ${index} leaves ${node.name}`;
    }
    if (kind === 'map' && operation === ADD) node.keys.set(index, bytes.string());
    const part = this.partOf(node, index);
    if (operation === DELETE) {
      node.values.delete(index);
      return `${part.name} goes`;
    }
    if (kind !== 'object' && operation !== ADD && operation !== REPLACE)
      throw new Error(`a ${kind} has no operation ${operation}`);
    const { value, words } = this.value(part, operation, bytes);
    node.values.set(index, value);
    return words;
  }

  /** The whole name of a field, item or entry, and its type. */
  private partOf({ name, type, keys }: Node, index: number): Field {
    if (typeof type === 'number') {
      const field = this.types.get(type)?.[index];
      if (field === undefined) throw new Error(`type ${type} has no field ${index}`);
      return { name: name === '' ? field.name : `${name}.${field.name}`, type: field.type };
    }
    if ('list' in type) return { name: `${name}[${index}]`, type: type.list };
    const key = keys.get(index);
    if (key === undefined) throw new Error(`no key has the number ${index}`);
    return { name: `${name}.${key}`, type: type.map };
  }

  private value({ name, type }: Field, operation: number, bytes: Bytes): { value: unknown; words: string } {
    if (typeof type === 'string') {
      const value = primitive(type, bytes);
      return { value, words: `${name} = ${JSON.stringify(value)}` };
    }
    const number = bytes.number();
    const known = this.refs.get(number);
    if (known !== undefined) return { value: known, words: `${name} is number ${number}, which is known` };
    if (operation !== ADD && operation !== RENEW) throw new Error(`nothing has the number ${number}`);
    const node = newNode(name, type);
    this.refs.set(number, node);
    return { value: node, words: `${name} gets number ${number}: a new ${kindOf(type)}` };
  }

  private plainOf(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const { type, values, keys } = value as Node;
    if (typeof type !== 'number') {
      if ('list' in type) return [...values.values()].map((item) => this.plainOf(item));
      return Object.fromEntries([...values].map(([index, item]) => [keys.get(index), this.plainOf(item)]));
    }
    const fields = this.types.get(type) ?? [];
    return Object.fromEntries(fields.map((field, index) => this.plainField(field, values.get(index))));
  }

  private plainField({ name, type }: Field, value: unknown): readonly [string, unknown] {
    const plain = this.plainOf(value === undefined && typeof type === 'object' ? newNode(name, type) : value);
    return name === 'packedPiles' ? ['piles', (plain as readonly string[]).map(unpacked)] : [name, plain];
  }
}

const kindOf = (type: NodeType) => (typeof type === 'number' ? 'object' : 'list' in type ? 'list' : 'map');
const isOfPrimitives = ({ type }: Node) => typeof type === 'object' && 'list' in type && typeof type.list === 'string';
const newNode = (name: string, type: NodeType): Node => ({ name, type, values: new Map(), keys: new Map() });

/** Closes the gaps that deletions left in a list. */
function close(node: Node): void {
  if (kindOf(node.type) !== 'list') return;
  const items = [...node.values].toSorted(([one], [other]) => one - other);
  node.values = new Map(items.map(([, item], index) => [index, item]));
}

const PRIMITIVES: Readonly<Record<string, Form>> = {
  uint8: 'Uint8',
  uint16: 'Uint16',
  uint32: 'Uint32',
  int16: 'Int16',
  int32: 'Int32',
  float64: 'Float64',
};

function primitive(type: string, bytes: Bytes): unknown {
  if (type === 'string') return bytes.string();
  if (type === 'number') return bytes.number();
  if (type === 'boolean') return bytes.uint8() === 1;
  const form = PRIMITIVES[type];
  if (form === undefined) throw new Error(`no value has the type ${type}`);
  return bytes.sized(form);
}

/** `W03@1! R05@0`: the cards of a pile from the bottom, with the owner of each, and `!` for a live one. */
function unpacked(text: string): unknown {
  const cards = text === '' ? [] : text.split(' ');
  return {
    cards: cards.map((one) => {
      const [, card, owner, live] = /^(.+)@(\d+)(!?)$/.exec(one) ?? [];
      return { card, owner: Number(owner), live: live === '!' };
    }),
  };
}

export interface Description {
  readonly types: readonly { readonly id: number; readonly fields: readonly DescribedField[] }[];
  readonly rootType?: number;
}

interface DescribedField {
  readonly name: string;
  readonly type: string;
  readonly referencedType?: number;
  readonly childPrimitive?: string;
}

const field = (name: string, type: Type): Field => ({ name, type });
/** The description of a state is a state itself, of three types that every client knows. */
const DESCRIPTION: Types = new Map([
  [0, [field('types', { list: 1 }), field('rootType', 'number')]],
  [1, [field('id', 'number'), field('extendsId', 'number'), field('fields', { list: 2 })]],
  [
    2,
    [
      field('name', 'string'),
      field('type', 'string'),
      field('referencedType', 'number'),
      field('childPrimitive', 'string'),
      field('quantized', 3), // with bounds, which no state of ours has
    ],
  ],
]);

export function readDescription(bytes: Bytes, hear?: Hear): Description {
  const state = new LiveState(DESCRIPTION, 0, hear);
  state.whole(bytes);
  return JSON.parse(JSON.stringify(state.plain())) as Description; // without what is absent
}

/** A reader for the state that is described. */
export function stateOf({ types, rootType = 0 }: Description, hear?: Hear): LiveState {
  const read = types.map(({ id, fields }) => [id, fields.map(fieldOf)] as const);
  return new LiveState(new Map(read), rootType, hear);
}

function fieldOf({ name, type, referencedType = -1, childPrimitive }: DescribedField): Field {
  const item = childPrimitive ?? referencedType;
  if (type === 'array') return { name, type: { list: item } };
  if (type === 'map') return { name, type: { map: item } };
  return { name, type: type === 'ref' ? item : type };
}
