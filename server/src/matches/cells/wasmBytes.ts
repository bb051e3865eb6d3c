/** Reads and writes the binary form of WebAssembly: bytes, and numbers of variable length (LEB128). */

/** A module may not be so, or is none. The message says why, as what follows the name of its file. */
export class UnfitModule extends Error {}

export class Source {
  private readonly bytes: Uint8Array;
  private at: number;
  private readonly end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get isOver(): boolean {
    return this.at === this.end;
  }

  byte(): number {
    const byte = this.at < this.end ? this.bytes[this.at++] : undefined;
    if (byte === undefined) throw new UnfitModule('ends too early');
    return byte;
  }

  /** A whole number without a sign, of 32 bits. */
  u32(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      if (shift === 28 && byte > 0x0f) break;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new UnfitModule('has a number of more than 32 bits');
  }

  /** Goes past a number with a sign, of at most this many bytes. */
  skipSigned(most: number): void {
    for (let n = 0; n < most; n++) if (this.byte() < 0x80) return;
    throw new UnfitModule('has a number that is too long');
  }

  take(length: number): Uint8Array {
    if (length > this.end - this.at) throw new UnfitModule('ends too early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** What has its length before it. */
  part(): Source {
    const length = this.u32();
    this.take(length);
    return new Source(this.bytes, this.at - length, this.at);
  }

  /** All that is left. */
  rest(): Uint8Array {
    return this.take(this.end - this.at);
  }

  /** Reads one thing after the other, as many as a number before them says. */
  each(read: (n: number) => void): number {
    const count = this.u32();
    for (let n = 0; n < count; n++) read(n);
    return count;
  }

  /** What `read` goes past, as it is. */
  taken(read: () => void): Uint8Array {
    const from = this.at;
    read();
    return this.bytes.subarray(from, this.at);
  }
}

/** This many bytes has a number that is written before it is known. */
const PADDED_BYTES = 5;

export class Sink {
  private bytes = new Uint8Array(256);
  length = 0;

  byte(...bytes: readonly number[]): this {
    return this.raw(bytes);
  }

  u32(value: number): this {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.byte((rest % 0x80) + 0x80);
    return this.byte(rest);
  }

  /** A number with a sign, which has none. */
  positive(value: number): this {
    let rest = value;
    for (; rest >= 0x40; rest = Math.floor(rest / 0x80)) this.byte((rest % 0x80) + 0x80);
    return this.byte(rest);
  }

  /** Room for a number that becomes known later. Returns its place, for `fill`. */
  room(): number {
    this.byte(...Array.from({ length: PADDED_BYTES }, () => 0));
    return this.length - PADDED_BYTES;
  }

  fill(place: number, value: number): void {
    for (let n = 0; n < PADDED_BYTES; n++)
      this.bytes[place + n] = (Math.floor(value / 0x80 ** n) % 0x80) + (n < PADDED_BYTES - 1 ? 0x80 : 0);
  }

  raw(bytes: Uint8Array | readonly number[]): this {
    if (this.length + bytes.length > this.bytes.length) {
      const wider = new Uint8Array((this.length + bytes.length) * 2);
      wider.set(this.bytes);
      this.bytes = wider;
    }
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
    return this;
  }

  /** With its length before it. */
  part(sink: Sink): this {
    return this.u32(sink.length).raw(sink.written());
  }

  text(text: string): this {
    const bytes = new TextEncoder().encode(text);
    return this.u32(bytes.length).raw(bytes);
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}
