/** Matches that end at once: every player but the first gives up. */
import { FlowerWarClient, type MatchSummary, type NewMatch } from '@flower-war/client';

export type Person = FlowerWarClient;

export async function personAt(url: string, name: string): Promise<Person> {
  const client = new FlowerWarClient({ url });
  await client.signIn(name);
  return client;
}

export const idOf = (person: Person): string => person.session?.player ?? '';

export interface Duel extends Partial<NewMatch<string>> {
  /** By seat. All but the first give up, the last one first. */
  readonly people: readonly Person[];
}

/** Plays a match that the first player wins. Resolves when the result is written. */
export async function duel({ people, ...wanted }: Duel): Promise<MatchSummary> {
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
