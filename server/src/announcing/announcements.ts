/** What a process tells the other processes on the same store. An announcement may get lost: the store holds the truth. */
import { z } from 'zod';

const id = z.string().max(200);
const match = id;
const player = id;

/** What each topic tells. Fields that only a newer version knows are dropped. */
export const TOPICS = {
  /** These matches look different in lists. */
  list: z.object({ matches: z.array(match).max(1000) }),
  /** The seats of these matches whose players are connected now. The process that owns a match tells them. */
  presence: z.object({ tables: z.array(z.object({ match, seats: z.array(z.int().min(0)) })).max(1000) }),
  /** The player was renamed or deleted. */
  name: z.object({ player }),
  /** The player was banned, or the ban was lifted. */
  ban: z.object({ player }),
  /** Sessions of the player ended. */
  sessions: z.object({ player }),
  /** The match has this rematch. */
  rematch: z.object({ match, rematch: match }),
  /** The temple counted something, or changed hands. */
  ledger: z.object({ temple: id }),
  /** The player's webhooks changed, which led to this revision of all webhooks. */
  webhooks: z.object({ player, revision: z.int().min(1) }),
  /** There are new notices to deliver. */
  notice: z.object({}),
  /** A text of the host to all who are connected. */
  bulletin: z.object({ text: z.string().max(1000), at: z.int().min(0) }),
  /** The banned networks changed. */
  networks: z.object({}),
  /** The operator takes processes out of service, or back into it: the one with this name, or all. */
  drain: z.object({ process: id.optional(), isDraining: z.boolean() }),
};

export type Topic = keyof typeof TOPICS;
export type Announced<Name extends Topic> = z.infer<(typeof TOPICS)[Name]>;
export type Listener<Name extends Topic> = (told: Announced<Name>) => void;

export interface Announcements {
  /**
   * Tells all other processes, never this one: the caller does here what is to be done. Never waits and never throws. With
   * Redis they hear it at once, without it some seconds later. They may hear it twice.
   */
  tell<Name extends Topic>(topic: Name, told: Announced<Name>): void;
  /** Calls the listener with what other processes tell. Returns how to stop listening. */
  on<Name extends Topic>(topic: Name, listener: Listener<Name>): () => void;
  stop(): Promise<void>;
}

/** For a process that has no others to tell. */
export const toldNowhere: Announcements = { tell: () => {}, on: () => () => {}, stop: async () => {} };
