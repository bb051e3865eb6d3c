/** What other engines have and k6 has not. The bundler puts these classes wherever their names stand. */

/** The library of states frees the views of a server with it. A client has none. */
class NoRegistry {
  register(): void {}
  unregister(): void {}
}

class Utf8Encoder {
  encode(text: string): Uint8Array {
    const byte = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
    const bytes = encodeURIComponent(text).replaceAll(/%(..)/g, byte);
    return Uint8Array.from(Array.from(bytes, (letter) => letter.charCodeAt(0))); // k6 makes no array of a text itself
  }
}

export { NoRegistry as FinalizationRegistry, Utf8Encoder as TextEncoder };
