/** The state of a room, kept as docs/socket.md says, without any library. */
import type { Bytes } from './bytes.ts';

/** A primitive by its name, an object by the number of its type, a list or a map of such items. */
export type Type = string | number | { readonly list: string | number } | { readonly map: string | number };

export interface Field {
  readonly name: string;
  readonly type: Type;
}

/** By the number of each type: its fields in order. */
export type Types = ReadonlyMap<number, readonly Field[]>;

/** Hears what each few bytes mean, in words. */
export type Hear = (hex: string, words: string) => void;

interface ObjectNode {
  readonly name: string;
  readonly kind: 'object';
  readonly type: number;
  readonly values: Map<number, unknown>;
}

interface ListNode {
  readonly name: string;
  readonly kind: 'list';
  readonly of: string | number;
  items: unknown[];
}

interface MapNode {
  readonly name: string;
  readonly kind: 'map';
  readonly of: string | number;
  readonly keys: Map<number, string>;
  readonly items: Map<string, unknown>;
}

type Node = ObjectNode | ListNode | MapNode;

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
    this.refs.set(0, { kind: 'object', name: '', type: this.root, values: new Map() });
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
    switch (node.kind) {
      case 'object':
        return this.changeField(node, bytes);
      case 'list':
        return this.changeItem(node, bytes);
      case 'map':
        return this.changeEntry(node, bytes);
    }
  }

  private changeField(node: ObjectNode, bytes: Bytes): string {
    const first = bytes.uint8();
    const [operation, index] = [first & 0xc0, first & 0x3f];
    this.seen.add(`object ${operation.toString(16)}`);
    const field = this.types.get(node.type)?.[index];
    if (field === undefined) throw new Error(`type ${node.type} has no field ${index}`);
    const name = node.name === '' ? field.name : `${node.name}.${field.name}`;
    if (operation === DELETE) {
      node.values.delete(index);
      return `${name} goes`;
    }
    const { value, words } = this.value({ name, type: field.type }, operation, bytes);
    node.values.set(index, value);
    return words;
  }

  private changeItem(node: ListNode, bytes: Bytes): string {
    const operation = bytes.uint8();
    this.seen.add(`list of ${typeof node.of === 'string' ? 'values' : 'objects'} ${operation.toString(16)}`);
    const index = bytes.number();
    const name = `${node.name}[${index}]`;
    switch (operation) {
      case DELETE_REF: {
        const gone = this.refs.get(index);
        node.items = node.items.map((item) => (item === gone ? undefined : item));
        return `number ${index} leaves ${node.name}`;
      }
      case DELETE:
        node.items[index] = undefined;
        return `${name} goes`;
      case ADD:
      case REPLACE: {
        const { value, words } = this.value({ name, type: node.of }, operation, bytes);
        node.items[index] = value;
        return words;
      }
      default:
        throw new Error(`a list has no operation ${operation}`);
    }
  }

  private changeEntry(node: MapNode, bytes: Bytes): string {
    const operation = bytes.uint8();
    this.seen.add(`map ${operation.toString(16)}`);
    const index = bytes.number();
    if (operation === ADD) node.keys.set(index, bytes.string());
    const key = node.keys.get(index);
    if (key === undefined) throw new Error(`no key has the number ${index}`);
    const name = `${node.name}.${key}`;
    switch (operation) {
      case DELETE:
        node.items.delete(key);
        return `${name} goes`;
      case ADD:
      case REPLACE: {
        const { value, words } = this.value({ name, type: node.of }, operation, bytes);
        node.items.set(key, value);
        return words;
      }
      default:
        throw new Error(`a map has no operation ${operation}`);
    }
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
    return { value: node, words: `${name} gets number ${number}: a new ${node.kind}` };
  }

  private plainOf(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const node = value as Node;
    switch (node.kind) {
      case 'list':
        return node.items.map((item) => this.plainOf(item));
      case 'map':
        return Object.fromEntries([...node.items].map(([key, item]) => [key, this.plainOf(item)]));
      case 'object':
        return Object.fromEntries(
          (this.types.get(node.type) ?? []).map(({ name, type }, index) =>
            this.plainField(name, type, node.values.get(index)),
          ),
        );
    }
  }

  private plainField(name: string, type: Type, value: unknown): readonly [string, unknown] {
    if (value === undefined && typeof type === 'object') return this.plainField(name, type, newNode(name, type));
    if (name === 'packedPiles') return ['piles', (this.plainOf(value) as readonly string[]).map(unpacked)];
    return [name, this.plainOf(value)];
  }
}

/** Closes the gaps that deletions left in a list. */
function close(node: Node): void {
  if (node.kind === 'list') node.items = node.items.filter((item) => item !== undefined);
}

function newNode(name: string, type: Exclude<Type, string>): Node {
  if (typeof type === 'number') return { kind: 'object', name, type, values: new Map() };
  if ('list' in type) return { kind: 'list', name, of: type.list, items: [] };
  return { kind: 'map', name, of: type.map, keys: new Map(), items: new Map() };
}

function primitive(type: string, bytes: Bytes): unknown {
  switch (type) {
    case 'string':
      return bytes.string();
    case 'number':
      return bytes.number();
    case 'boolean':
      return bytes.uint8() === 1;
    case 'uint8':
      return bytes.uint8();
    case 'uint16':
      return bytes.uint16();
    case 'uint32':
      return bytes.uint32();
    case 'int16':
      return bytes.int16();
    case 'int32':
      return bytes.int32();
    case 'float64':
      return bytes.float64();
    default:
      throw new Error(`no value has the type ${type}`);
  }
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
