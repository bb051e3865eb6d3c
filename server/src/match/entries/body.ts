/** An entry as it is asked for. */
import type { Entry } from '@flower-war/protocol';

/** What is asked to be written: the rest follows from the record. */
export type Body = DistributiveOmit<Exclude<Entry, { kind: 'ended' | 'created' }>, 'seq' | 'check'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A move, by whomever. */
export type Turn = Extract<Body, { kind: 'move' | 'clock' }>;
