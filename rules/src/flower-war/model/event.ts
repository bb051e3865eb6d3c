import type { Event } from '../../ring/model/event.ts';

/** Flower War has no week cards. */
export type FlowerEvent = Exclude<Event, { kind: 'week-taken' | 'event-revealed' }>;
