/** The games of the server: asked for once, while the player still signs in. */
import type { AnyGame, FlowerWarClient, HostedGameOf } from '@flower-war/client';
import type { Words } from '@flower-war/words';

export type Hosted = HostedGameOf<AnyGame>;
type Games = ReturnType<FlowerWarClient['games']>;
const asked = new WeakMap<FlowerWarClient, Games>();

export function gamesOf(client: FlowerWarClient): Games {
  const games = asked.get(client) ?? client.games();
  asked.set(client, games);
  games.catch(() => asked.delete(client)); // the next one who asks tries again
  return games;
}

const USUAL_BOT = 'greedy';

/** The bot that plays where the person has chosen none. */
export const usualBot = (bots: readonly string[] = []): string =>
  bots.find((name) => name === USUAL_BOT) ?? bots[0] ?? USUAL_BOT;

// Names of games and people. What this version does not know keeps its own name.

const own = (table: object, name: string): string | undefined =>
  Object.hasOwn(table, name) ? (table as Readonly<Record<string, string>>)[name] : undefined;

export const gameName = ({ screen }: Words, game: string): string => own(screen.names.games, game) ?? game;
export const editionName = ({ screen }: Words, preset: string): string => own(screen.names.editions, preset) ?? preset;
export const lengthName = ({ screen }: Words, length: string): string => own(screen.names.lengths, length) ?? length;
export const goalOf = ({ screen }: Words, game: string): string => own(screen.goals, game) ?? '';

export interface Holder {
  readonly kind: string;
  readonly name: string;
}

/** The name of a person as it is; a bot has a name of its own at each place, and its level. */
export const sitterName = (words: Words, { kind, name }: Holder, place: { match: string; seat: number }): string =>
  kind === 'bot' ? words.botAt(name, place) : name;
