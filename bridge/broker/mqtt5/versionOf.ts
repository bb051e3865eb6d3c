/** The version of MQTT in the first bytes of a connection, before any parser reads them. */

const CONNECT = 0x10;
/** The type, the length in up to four bytes, the length of the name, `MQTT`, the version. */
const NAME = Buffer.from([0, 4, ...Buffer.from('MQTT')]);

/** 0 if the bytes are no CONNECT of MQTT 3.1.1 or later; nothing if more bytes must come first. */
export function versionOf(bytes: Buffer): number | undefined {
  if (bytes.length > 0 && bytes[0] !== CONNECT) return 0;
  const lengthEnd = bytes.findIndex((byte, at) => at > 0 && (byte & 0x80) === 0);
  if (lengthEnd < 0) return bytes.length > 4 ? 0 : undefined;
  const body = bytes.subarray(lengthEnd + 1);
  const name = body.subarray(0, NAME.length);
  if (!name.equals(NAME.subarray(0, name.length))) return 0;
  return body[NAME.length];
}
