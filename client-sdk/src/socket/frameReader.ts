/** Reads a frame. Its numbers and names are written like msgpack, but little-endian. */

export class FrameReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error('the frame ends too soon');
    return byte;
  }

  number(): number {
    const first = this.byte();
    if (first < 0x80) return first;
    const wide = { 204: 1, 205: 2, 206: 4 }[first];
    if (wide === undefined) throw new Error(`a number cannot begin with ${first}`);
    let value = 0;
    for (let place = 0; place < wide; place++) value += this.byte() * 2 ** (8 * place);
    return value;
  }

  /** A name, or a number in its place. */
  name(): string {
    const first = this.byte();
    if (first >= 0xa0 && first < 0xc0) return this.text(first & 0x1f);
    if (first === 0xd9) return this.text(this.byte());
    this.at--;
    return String(this.number());
  }

  /** All names are ASCII. */
  text(length: number): string {
    return String.fromCharCode(...this.take(length));
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new Error('the frame ends too soon');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  rest(): Uint8Array {
    return this.take(this.bytes.length - this.at);
  }
}
