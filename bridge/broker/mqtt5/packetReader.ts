/** Reads packets from bytes, however they are cut. */
import { type Packet, parser } from 'mqtt-packet';

export interface Read {
  readonly packets: readonly Packet[];
  /** What came after the packets can never become one. */
  readonly isBroken: boolean;
}

/** The version is that of the first CONNECT; without one it is 3.1.1. */
export function packetReader(): (bytes: Buffer) => Read {
  const reading = parser();
  let packets: Packet[] = [];
  let isBroken = false;
  reading.on('packet', (packet) => packets.push(packet));
  reading.on('error', () => {
    isBroken = true;
  });
  return (bytes) => {
    packets = [];
    try {
      reading.parse(bytes);
    } catch {
      isBroken = true;
    }
    return { packets, isBroken };
  };
}
