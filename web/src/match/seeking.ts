/** A person who looks for people to play with: where they sit down, and where to once others wait elsewhere. */
import type { FlowerWarClient } from '@flower-war/client';
import { handOver } from './place.ts';

interface Sought {
  readonly game: string;
  readonly wish: NonNullable<Parameters<FlowerWarClient['find']>[1]>;
  /** Where the person waits. */
  readonly match: string;
}

/** Of the person at this page. A person who came to a table by another way is not moved. */
let sought: Sought | undefined;

/** Sits down where people meet. Returns the match. */
export async function seek(client: FlowerWarClient, { game, wish }: Omit<Sought, 'match'>): Promise<string> {
  const live = await client.quickPlay<string>(game, wish);
  await live.keep('usual');
  const match = handOver(live);
  sought = { game, wish, match };
  return match;
}

/**
 * Moves a person who waits alone at this match, if one who fits has waited longer at another table. The first to come stays. Returns
 * that match.
 */
export async function moveOn(client: FlowerWarClient, match: string, onGoing: () => void): Promise<string | undefined> {
  if (sought?.match !== match) return undefined;
  const found = await client.find(sought.game, sought.wish);
  if (found.match === match || sought?.match !== match) return undefined;
  const going = sought;
  sought = undefined; // one move at a time
  onGoing();
  try {
    await client.leave(match);
  } catch (error) {
    sought = going;
    throw error;
  }
  return seek(client, going);
}

/** How often to look, in a wait of so many seconds. */
export const lookEveryMs = (seconds: number): number => Math.max(5, seconds / 12) * 1000;
