/**
 * Watches incoming packets before the parser, which would wait for up to 256 MB from any client without a password.
 * Says how many packets began in a chunk; nothing once a packet is longer than `most` says at its beginning.
 */
export function packetMeter(most: () => number): (chunk: Uint8Array) => number | undefined {
  let body = 0;
  /** -1: the next byte is the first of a packet; else the weight of the next length byte, in bits. */
  let shift = -1;
  let length = 0;
  let packets = 0;

  /** Whether the packet may go on after this byte of its header. */
  function header(byte: number): boolean {
    if (shift < 0) {
      packets += 1;
      shift = 0;
      length = 0;
      return true;
    }
    length += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if ((byte & 0x80) !== 0) return shift < 28;
    body = length;
    shift = -1;
    return length <= most();
  }

  return (chunk) => {
    packets = 0;
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(body, chunk.length - at);
      body -= skipped;
      at += skipped;
      if (skipped === 0 && !header(chunk[at++] ?? 0)) return undefined;
    }
    return packets;
  };
}
