/** What a program in TypeScript may write, and what it may not. */
import {
  type Answer,
  FlowerWarClient,
  type LiveMatch,
  type MatchSummary,
  RefusedError,
  type TableSettings,
} from '@flower-war/client';
import { useMatch } from '@flower-war/client/react';
import { type RecordVerdict, verify } from '@flower-war/protocol/verify';
import { engine, gameById } from '@flower-war/rules';

export async function host(url: string): Promise<MatchSummary> {
  const table: Partial<TableSettings> = { visibility: 'private', clock: { kind: 'turn', seconds: 30 } };
  const client = new FlowerWarClient({ url, onSession: (session) => session?.player.length });
  await client.signIn();
  return client.create({ game: 'flower-war', seats: 2, table, bots: [{ bot: 'greedy' }] });
}

export async function play(url: string) {
  const client = new FlowerWarClient({ url });
  const live = await client.join(await client.create({ game: 'mexica' }));
  const answer: Answer = await live.play(live.legal[0] ?? '');
  if (answer.kind === 'rejected') return answer.code;
  return weeks(live);
}

/** Its type is inferred, so that the declarations of this file name types of the package. */
export function weeks(live: LiveMatch<'mexica'>) {
  // @ts-expect-error the view of a game has no such field
  live.view.nothing;
  return live.view.tribes;
}

/** A hook takes the client of the main entry, and knows the game. */
export function useWeeks(client: FlowerWarClient, match: MatchSummary<'mexica'>) {
  const { snapshot } = useMatch(client, { join: match });
  // @ts-expect-error the view of a game has no such field
  snapshot?.view.nothing;
  return snapshot?.view.tribes;
}

export async function prove(record: string): Promise<RecordVerdict> {
  // @ts-expect-error a game is not found by number
  gameById(1);
  return verify(record, engine);
}

export async function playWithin(live: LiveMatch<'mexica'>, seconds: number): Promise<void> {
  await live.until(({ isOver }) => isOver, { within: seconds * 1000 });
}

export function isFull(error: unknown): boolean {
  // @ts-expect-error the server has no such code
  if (error instanceof RefusedError && error.code === 'no-code') return false;
  return error instanceof RefusedError && error.code === 'match-full';
}
