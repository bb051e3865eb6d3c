/** What other engines have and k6 has not. The bundler puts these classes wherever their names stand. */

/** The library of states frees the views of a server with it. A client has none. */
class NoRegistry {
  register(): void {}
  unregister(): void {}
}

class Utf8Encoder {
  encode(text: string): Uint8Array {
    return Uint8Array.from(utf8(text));
  }
}

function utf8(text: string): readonly number[] {
  return Array.from(text).flatMap((letter) => bytesOf(letter.codePointAt(0) ?? 0));
}

function bytesOf(point: number): readonly number[] {
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), tail(point)];
  if (point < 0x10000) return [0xe0 | (point >> 12), tail(point >> 6), tail(point)];
  return [0xf0 | (point >> 18), tail(point >> 12), tail(point >> 6), tail(point)];
}

const tail = (point: number) => 0x80 | (point & 0x3f);

export { NoRegistry as FinalizationRegistry, Utf8Encoder as TextEncoder };
