/**
 * In the package in place of libraries that read all of ASN.1: passkeys need two numbers of it, those of an ECDSA signature. Numbers that were read
 * wrongly open nothing, because the signature is checked with them.
 */

const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** From here on a length takes several bytes, and the signatures that the server takes are shorter. */
const LONG = 0x80;

/** What the library of passkeys asks for. There is nothing else to ask for. */
export const ECDSASigValue = 'two integers';

export const AsnParser = {
  parse(signature: Uint8Array, _: typeof ECDSASigValue): { readonly r: Uint8Array; readonly s: Uint8Array } {
    const both = valueAt(signature, 0, SEQUENCE);
    const r = valueAt(both, 0, INTEGER);
    const s = valueAt(both, 2 + r.length, INTEGER);
    if (both.length !== signature.length - 2 || both.length !== 4 + r.length + s.length) throw new Error(NO_SIGNATURE);
    return { r, s };
  },
};

const NO_SIGNATURE = 'these bytes are not a signature';

function valueAt(bytes: Uint8Array, at: number, tag: number): Uint8Array {
  const length = bytes[at + 1] ?? LONG;
  const end = at + 2 + length;
  if (bytes[at] !== tag || length >= LONG || end > bytes.length) throw new Error(NO_SIGNATURE);
  return bytes.subarray(at + 2, end);
}
