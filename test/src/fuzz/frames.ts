/** WebSocket frames as bytes (RFC 6455), valid and invalid. */
import type { Chance } from '@flower-war/rules';
import { bytes, once } from './dice.ts';

export const OPCODE = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
export type Opcode = keyof typeof OPCODE;

export interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
  /** Whether the frame ends the message. */
  readonly isLast: boolean;
}

const MASKED = 0x80;
const LAST = 0x80;

/** Masks with zeros, which RFC 6455 allows a client. */
export function frame({ opcode, payload, isLast }: Frame): Buffer {
  const { length } = payload;
  const head = [opcode | (isLast ? LAST : 0), MASKED | (length < 126 ? length : 126)];
  const wide = length < 126 ? [] : [length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...head, ...wide, 0, 0, 0, 0]), payload]);
}

export function lawfulFrame(opcode: Opcode, payload: Buffer = Buffer.alloc(0), isLast = true): Buffer {
  return frame({ opcode: OPCODE[opcode], payload, isLast });
}

/** Reserved bits and opcodes, wrong lengths, control frames that are too long or in pieces. */
export function oddFrame(chance: Chance): Buffer {
  if (once(chance, 6)) return bytes(chance, 30);
  const opcode = once(chance, 5) ? chance.die(16) - 1 : chance.pick(Object.values(OPCODE));
  const payload = once(chance, 10) ? Buffer.alloc(chance.die(6000)) : bytes(chance, 20);
  const whole = frame({ opcode, payload, isLast: !once(chance, 3) });
  if (once(chance, 10)) whole[0] = (whole[0] ?? 0) | (chance.die(8) << 4);
  if (once(chance, 10)) whole[1] = chance.die(256) - 1;
  return once(chance, 10) ? whole.subarray(0, chance.die(whole.length)) : whole;
}
