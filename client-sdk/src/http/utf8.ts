/** The text in bytes. It throws at damaged bytes: a damaged record must not silently become another text. */
export function utf8(bytes: ArrayBuffer): string {
  if (typeof TextDecoder === 'undefined') return byEscapes(new Uint8Array(bytes)); // some versions of React Native
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** `decodeURIComponent` is as strict, and every engine has it. */
export function byEscapes(bytes: Uint8Array): string {
  return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
}
