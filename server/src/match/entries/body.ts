/** An entry as a command asks for it. */
import type { Entry } from '@flower-war/protocol';

/** The fields of an entry that a command gives. The record adds the rest. */
export type Body = DistributiveOmit<Exclude<Entry, { kind: 'ended' | 'created' }>, 'seq' | 'check'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A move by a player, a bot, a wish, a habit or the clock. */
export type Turn = Extract<Body, { kind: 'move' | 'clock' }>;
