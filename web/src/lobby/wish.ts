/** What a person wishes to play from the first page, and what the server is asked for then. */
import type { FlowerWarClient, OptionValue, PlayedMatch } from '@flower-war/client';
import { editionName, type Language, lengthName, textsIn } from '../app/language.tsx';
import { type Hosted, usePlayer } from '../app/player.tsx';
import { matchHref } from '../app/navigation.tsx';
import { useDeed } from '../app/asked.tsx';
import { seek } from '../match/place.ts';
import { LOBBY } from './texts.ts';

/** With whom. */
export const WAYS = ['bots', 'friends', 'people'] as const;
export type Way = (typeof WAYS)[number];

export interface Wish {
  readonly game: Hosted;
  /** The edition of the game. */
  readonly preset: string;
  readonly way: Way;
  /** How many bots play, or how many people may come. */
  readonly opponents: number;
  readonly bot: string;
  readonly length: string | undefined;
}

type Edition = Pick<Wish, 'game' | 'preset'>;

/** Editions that are games of their own for the people who play them. */
const APART: readonly string[] = ['flower-war-early'];

/** The games among which a person chooses. */
export const editionsIn = (games: readonly Hosted[]): readonly Edition[] =>
  games.flatMap((game) => {
    const ids: readonly string[] = game.presets.map(({ id }) => id);
    return ids.filter((id, place) => place === 0 || APART.includes(id)).map((preset) => ({ game, preset }));
  });

/** From the one that is easy to beat. A bot that this version does not know comes last. */
const BY_LEVEL = ['easy', 'greedy', 'strong'];

/** A bot that plays anything loses like no person, so it is for programs. */
const FOR_PROGRAMS = 'random';

export function botsOf({ bots }: Pick<Hosted, 'bots'>): readonly string[] {
  const known: readonly string[] = bots;
  const others = known.filter((bot) => bot !== FOR_PROGRAMS && !BY_LEVEL.includes(bot));
  return [...BY_LEVEL.filter((bot) => known.includes(bot)), ...others];
}

/** The lengths from which a person may choose; none if the game has one length alone. */
export function lengthsOf({ options }: Pick<Hosted, 'options'>): readonly string[] {
  return options.flatMap((option) => (option.name === 'length' && option.type === 'choice' ? option.values : []));
}

export function opponentsOf({ seats: [least, most] }: Pick<Hosted, 'seats'>): readonly number[] {
  const first = Math.max(1, least - 1);
  return Array.from({ length: most - first }, (_, index) => first + index);
}

/** People who come for the first time want to see an end. */
const USUAL_LENGTH = 'short';

/** What a person plays who has never played before: a short match that can be won. */
export function usualWish({ game, preset }: Edition): Wish {
  const lengths = lengthsOf(game);
  const length = lengths.includes(USUAL_LENGTH) ? USUAL_LENGTH : lengths[0];
  const [opponents = 1] = opponentsOf(game);
  return { game, preset, way: 'bots', opponents, bot: botsOf(game)[0] ?? '', length };
}

type Played = Pick<PlayedMatch, 'game' | 'preset' | 'options' | 'seats' | 'seat' | 'table'>;

/** The same again as in this match, if the server still hosts it. */
export function wishAfter(games: readonly Hosted[], played: Played): Wish | undefined {
  const game = games.find(({ id }) => id === played.game);
  if (game === undefined || !game.presets.some(({ id }) => id === played.preset)) return undefined;
  const usual = usualWish({ game, preset: played.preset });
  const others = played.seats.filter(({ seat }) => seat !== played.seat);
  const bot = others.find(({ kind }) => kind === 'bot')?.name;
  const { length }: { readonly length?: OptionValue } = played.options;
  return {
    ...usual,
    way: others.every(({ kind }) => kind === 'bot') ? 'bots' : wayAt(played),
    opponents: opponentsOf(game).find((n) => n === others.length) ?? usual.opponents,
    bot: botsOf(game).find((name) => name === bot) ?? usual.bot,
    length: lengthsOf(game).find((one) => one === length) ?? usual.length,
  };
}

const wayAt = ({ table }: Pick<Played, 'table'>): Way => (table.visibility === 'private' ? 'friends' : 'people');

/** The wish in words: `Flower War · short · against 1 bot, easy`. */
export function wishText(wish: Wish, { words }: Pick<Language, 'words'>): string {
  const told = textsIn(LOBBY, words);
  const { way, opponents, bot, length, preset } = wish;
  const withWhom = {
    bots: () => told.against(opponents, words.bot(bot).level || bot),
    friends: () => told.withFriends(opponents),
    people: () => told.withPeople(opponents),
  }[way]();
  return [editionName(words, preset), length !== undefined && lengthName(words, length), withWhom]
    .filter(Boolean)
    .join(' · ');
}

/** Makes or finds the match of a wish, and goes there. */
export function useStart() {
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const start = (wish: Wish) => run(async (go) => go(matchHref(await begin(client, wish))));
  return { isBusy, error, start };
}

async function begin(client: FlowerWarClient, wish: Wish): Promise<string> {
  switch (wish.way) {
    case 'bots':
      return (await client.create(againstBots(wish))).match;
    case 'friends':
      return (await client.create(withFriends(wish))).match;
    case 'people':
      return seek(client, { game: wish.game.id, wish: withPeople(wish) });
  }
}

export function againstBots(wish: Wish) {
  return { ...matchOf(wish), bots: Array.from({ length: wish.opponents }, () => ({ bot: wish.bot })) };
}

export function withFriends(wish: Wish) {
  return { ...matchOf(wish), table: { ...FOLDED, visibility: 'private' as const } };
}

/** For a table where people meet: which of its matches suit. */
export function withPeople({ preset, opponents, length }: Wish) {
  return { preset, seats: opponents + 1, ...(length !== undefined && { length }) };
}

/** People are not asked where they have no choice worth making; the menu of the match changes that. */
const FOLDED = { habits: 'usual' } as const;

function matchOf({ game, preset, opponents, length }: Wish) {
  const options: Readonly<Record<string, OptionValue>> = length === undefined ? {} : { length };
  return { game: game.id as string, preset, seats: opponents + 1, options, table: FOLDED };
}
