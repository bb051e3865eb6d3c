import type { Event } from '../ring/model/event.ts';

type OfDiscs = 'disc-taken' | 'disc-duel' | 'omen-cancelled' | 'omens-woke';
type OfPiles = 'card-taken' | 'trap-sprung';

/** Mexica has no calendar discs and no piles of cards on the days. */
export type MexicaEvent = Exclude<Event, { kind: OfDiscs | OfPiles }>;
