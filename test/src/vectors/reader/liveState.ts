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

interface ObjectNode {
  readonly kind: 'object';
  readonly type: number;
  readonly values: Map<number, unknown>;
}

interface ListNode {
  readonly kind: 'list';
  readonly of: string | number;
  items: unknown[];
}

interface MapNode {
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
  /** Each operation that was read, to compare with the documentation. */
  readonly seen = new Set<string>();

  constructor(types: Types, root: number) {
    this.types = types;
    this.root = root;
  }

  /** The whole state, which replaces all that was known. */
  whole(bytes: Bytes): void {
    this.refs.clear();
    this.refs.set(0, { kind: 'object', type: this.root, values: new Map() });
    this.patch(bytes);
  }

  patch(bytes: Bytes): void {
    let node = this.ref(0);
    while (!bytes.isAtEnd) {
      if (bytes.peek() === SWITCH) {
        bytes.uint8();
        close(node);
        node = this.ref(bytes.number());
      } else this.change(node, bytes);
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

  private change(node: Node, bytes: Bytes): void {
    switch (node.kind) {
      case 'object':
        return this.changeField(node, bytes);
      case 'list':
        return this.changeItem(node, bytes);
      case 'map':
        return this.changeEntry(node, bytes);
    }
  }

  private changeField(node: ObjectNode, bytes: Bytes): void {
    const first = bytes.uint8();
    const [operation, index] = [first & 0xc0, first & 0x3f];
    this.seen.add(`object ${operation.toString(16)}`);
    const field = this.types.get(node.type)?.[index];
    if (field === undefined) throw new Error(`type ${node.type} has no field ${index}`);
    if (operation === DELETE) node.values.delete(index);
    else node.values.set(index, this.value(field.type, operation, bytes));
  }

  private changeItem(node: ListNode, bytes: Bytes): void {
    const operation = bytes.uint8();
    this.seen.add(`list of ${typeof node.of === 'string' ? 'values' : 'objects'} ${operation.toString(16)}`);
    const index = bytes.number();
    if (operation === DELETE_REF) {
      const gone = this.refs.get(index);
      node.items = node.items.map((item) => (item === gone ? undefined : item));
    } else if (operation === DELETE) node.items[index] = undefined;
    else if (operation === ADD || operation === REPLACE) node.items[index] = this.value(node.of, operation, bytes);
    else throw new Error(`a list has no operation ${operation}`);
  }

  private changeEntry(node: MapNode, bytes: Bytes): void {
    const operation = bytes.uint8();
    this.seen.add(`map ${operation.toString(16)}`);
    const index = bytes.number();
    if (operation === ADD) node.keys.set(index, bytes.string());
    const key = node.keys.get(index);
    if (key === undefined) throw new Error(`no key has the number ${index}`);
    if (operation === DELETE) node.items.delete(key);
    else if (operation === ADD || operation === REPLACE) node.items.set(key, this.value(node.of, operation, bytes));
    else throw new Error(`a map has no operation ${operation}`);
  }

  private value(type: Type, operation: number, bytes: Bytes): unknown {
    if (typeof type === 'string') return primitive(type, bytes);
    const number = bytes.number();
    const known = this.refs.get(number);
    if (known !== undefined) return known;
    if (operation !== ADD && operation !== RENEW) throw new Error(`nothing has the number ${number}`);
    const node = newNode(type);
    this.refs.set(number, node);
    return node;
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
    if (value === undefined && typeof type === 'object') return this.plainField(name, type, newNode(type));
    if (name === 'packedPiles') return ['piles', (this.plainOf(value) as readonly string[]).map(unpacked)];
    return [name, this.plainOf(value)];
  }
}

/** Closes the gaps that deletions left in a list. */
function close(node: Node): void {
  if (node.kind === 'list') node.items = node.items.filter((item) => item !== undefined);
}

function newNode(type: Exclude<Type, string>): Node {
  if (typeof type === 'number') return { kind: 'object', type, values: new Map() };
  if ('list' in type) return { kind: 'list', of: type.list, items: [] };
  return { kind: 'map', of: type.map, keys: new Map(), items: new Map() };
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
