/** What the buttons of the first page ask the server for. */
import type { AnyGame, HostedGameOf, OptionValue } from '@flower-war/client';
import { keep, read } from '../app/kept.ts';

export type Hosted = HostedGameOf<AnyGame>;

export interface Wish {
  readonly game: Hosted;
  /** How many bots play, or how many friends may come. */
  readonly opponents: number;
  readonly length: string | undefined;
}

const USUAL_BOT = 'greedy';
/** People who come for the first time want to see an end. */
const USUAL_LENGTH = 'short';

/** People are not asked where they have no choice worth making; the menu of the match changes that. */
const FOLDED = { habits: 'usual' } as const;

const LAST = 'flower-war-last-wish';

/** What was played last here, if the server still has it. */
export function lastWish(games: readonly Hosted[], first: Hosted): Wish {
  const [id, count, length] = (read(LAST) ?? '').split(' ');
  const game = games.find((one) => one.id === id);
  if (game === undefined) return usualWish(first);
  const usual = usualWish(game);
  const opponents = opponentsOf(game).find((n) => n === Number(count)) ?? usual.opponents;
  return { game, opponents, length: lengthsOf(game).find((one) => one === length) ?? usual.length };
}

export function keepWish({ game, opponents, length = '' }: Wish): void {
  keep(LAST, `${game.id} ${opponents} ${length}`);
}

export function usualWish(game: Hosted): Wish {
  const lengths = lengthsOf(game);
  const length = lengths.includes(USUAL_LENGTH) ? USUAL_LENGTH : lengths[0];
  const [least] = game.seats;
  return { game, opponents: Math.max(1, least - 1), length };
}

/** The lengths from which the creator of a match may choose; none if the game has one length alone. */
export function lengthsOf({ options }: Pick<Hosted, 'options'>): readonly string[] {
  return options.flatMap((option) => (option.name === 'length' && option.type === 'choice' ? option.values : []));
}

export function opponentsOf({ seats: [least, most] }: Pick<Hosted, 'seats'>): readonly number[] {
  const first = Math.max(1, least - 1);
  return Array.from({ length: most - first }, (_, index) => first + index);
}

export function againstBots({ game, opponents, length }: Wish) {
  const bots: readonly string[] = game.bots;
  const bot = bots.find((name) => name === USUAL_BOT) ?? bots[0] ?? USUAL_BOT;
  return { ...matchOf({ game, opponents, length }), bots: Array.from({ length: opponents }, () => ({ bot })) };
}

/** For a table where people meet: which of its matches suit. */
export function withPeople({ game, opponents, length }: Wish) {
  return { game: game.id as string, wish: { seats: opponents + 1, ...(length !== undefined && { length }) } };
}

export function withFriends(wish: Wish) {
  return { ...matchOf(wish), table: { ...FOLDED, visibility: 'private' as const } };
}

function matchOf({ game, opponents, length }: Wish) {
  const options: Readonly<Record<string, OptionValue>> = length === undefined ? {} : { length };
  return { game: game.id as string, seats: opponents + 1, options, table: FOLDED };
}
