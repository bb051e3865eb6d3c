/** Writes a value of JSON as msgpack. The packer of msgpackr is ten times as large. */

const UTF8 = new TextEncoder();

export function pack(value: unknown): readonly number[] {
  const bytes: number[] = [];
  write(bytes, value);
  return bytes;
}

function write(to: number[], value: unknown): void {
  if (value === null || value === undefined) to.push(0xc0);
  else if (typeof value === 'boolean') to.push(value ? 0xc3 : 0xc2);
  else if (typeof value === 'number') writeNumber(to, value);
  else if (typeof value === 'string') writeText(to, value);
  else if (Array.isArray(value)) writeList(to, value);
  else if (typeof value === 'object') writeObject(to, value);
  else throw new TypeError(`a ${typeof value} cannot be sent`);
}

function writeNumber(to: number[], value: number): void {
  if (!Number.isInteger(value) || value < -0x20 || value > 0xffffffff || Object.is(value, -0)) writeFloat(to, value);
  else if (value < 0x80) to.push(value & 0xff);
  else writeSize(to, value, [0xcc, 0xcd, 0xce]);
}

function writeFloat(to: number[], value: number): void {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  to.push(0xcb, ...new Uint8Array(view.buffer));
}

function writeText(to: number[], text: string): void {
  const bytes = UTF8.encode(text);
  if (bytes.length < 0x20) to.push(0xa0 | bytes.length);
  else writeSize(to, bytes.length, [0xd9, 0xda, 0xdb]);
  for (const byte of bytes) to.push(byte);
}

function writeList(to: number[], items: readonly unknown[]): void {
  if (items.length < 0x10) to.push(0x90 | items.length);
  else writeSize(to, items.length, [undefined, 0xdc, 0xdd]);
  for (const item of items) write(to, item);
}

/** Leaves out what is `undefined`, as JSON does. */
function writeObject(to: number[], value: object): void {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length < 0x10) to.push(0x80 | fields.length);
  else writeSize(to, fields.length, [undefined, 0xde, 0xdf]);
  for (const [name, field] of fields) {
    writeText(to, name);
    write(to, field);
  }
}

/** A size in one, two or four bytes, whichever is the first that fits and has a prefix. */
function writeSize(to: number[], size: number, [one, two, four]: readonly (number | undefined)[]): void {
  if (one !== undefined && size < 0x100) to.push(one, size);
  else if (two !== undefined && size < 0x10000) to.push(two, size >>> 8, size & 0xff);
  else if (four !== undefined) to.push(four, size >>> 24, (size >>> 16) & 0xff, (size >>> 8) & 0xff, size & 0xff);
}
