/** Bytes, read as docs/socket.md says, without any library: what is not written there cannot be read. */

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
    const bytes = new Uint8Array(this.view.buffer, this.view.byteOffset + start, this.at - start);
    return Buffer.from(bytes).toString('hex');
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

  uint16(isLittle = true): number {
    return this.view.getUint16(this.move(2), isLittle);
  }

  uint32(isLittle = true): number {
    return this.view.getUint32(this.move(4), isLittle);
  }

  int8(): number {
    return this.view.getInt8(this.move(1));
  }

  int16(isLittle = true): number {
    return this.view.getInt16(this.move(2), isLittle);
  }

  int32(isLittle = true): number {
    return this.view.getInt32(this.move(4), isLittle);
  }

  float32(isLittle = true): number {
    return this.view.getFloat32(this.move(4), isLittle);
  }

  float64(isLittle = true): number {
    return this.view.getFloat64(this.move(8), isLittle);
  }

  /** The number of headers and states: prefixes like msgpack, the lowest byte first. */
  number(): number {
    const first = this.uint8();
    if (first < 0x80) return first;
    if (first >= 0xe0) return first - 0x100;
    const read = {
      202: () => this.float32(),
      203: () => this.float64(),
      204: () => this.uint8(),
      205: () => this.uint16(),
      206: () => this.uint32(),
      208: () => this.int8(),
      209: () => this.int16(),
      210: () => this.int32(),
    }[first];
    if (read === undefined) throw new Error(`no number begins with ${first}`);
    return read();
  }

  /** The text of headers and states. */
  string(): string {
    const first = this.uint8();
    if (first >= 0xa0 && first < 0xc0) return this.text(first - 0xa0);
    if (first === 0xd9) return this.text(this.uint8());
    if (first === 0xda) return this.text(this.uint16());
    throw new Error(`no text begins with ${first}`);
  }

  private move(length: number): number {
    this.at += length;
    return this.at - length;
  }
}
