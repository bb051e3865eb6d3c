/** Matches that end at once: every player but the first gives up. */
import type { FlowerWarClient, MatchSummary, NewMatch } from '@flower-war/client';

export const idOf = ({ session }: FlowerWarClient): string => session?.player ?? '';

type Players = { readonly people: readonly FlowerWarClient[] };

/** Plays a match that the first of these people wins: the others give up, the last seat first. Resolves when the result is written. */
export async function duel({ people, ...wanted }: Players & Partial<NewMatch<string>>): Promise<MatchSummary> {
  const [host] = people;
  if (host === undefined) throw new Error('a duel needs people');
  const match = await host.create({ game: 'tieqchieq', seats: people.length, ...wanted });
  const lives = [];
  for (const [seat, person] of people.entries())
    lives.push(await person.join(match, { seat, ...(match.code !== undefined && { code: match.code }) }));
  await Promise.all(lives.map((live) => live.until(({ table }) => table.status === 'running')));
  for (const live of lives.slice(1).toReversed()) await live.resign();
  await Promise.all(lives.map((live) => live.until(({ isOver }) => isOver)));
  for (const live of lives) live.close();
  return host.match(match.match);
}
