/** What the matches of the league say of the bots of a game, and which two play next. All of it follows from the matches. */
import type { League, LeaguePair } from '@flower-war/protocol';
import { at } from '@flower-war/rules';
import { FEWEST_ROUNDS, meanOf, USUAL_TEST, verdictOf } from '@flower-war/rules/verdict';
import type { Hosted } from '../../base/hostedGames.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { LeagueMatch, PairedBots } from '../../store/league.ts';

export interface Contestant {
  readonly bot: string;
  readonly version: string;
}

/** It knows nothing of the game: it is for tests. */
const LEFT_OUT = 'random';
/** A pair of which this many more matches are void than count plays no more: one of the bots cannot play here. */
const MOST_VOID = 3;
/** A version that lost more turns in a match has not played it itself. */
const MOST_LOST = 3;
const SHOWN = 10;
const MILLION = 1_000_000;

/** The bots that play for this game now. */
export function contestantsOf({ game, bots, guests }: Hosted): readonly Contestant[] {
  return Object.keys(bots)
    .filter((bot) => bot !== LEFT_OUT)
    .map((bot) => ({ bot, version: guests?.get(bot)?.version ?? `${game.rulesVersion}` }))
    .toSorted(inOrder);
}

const seatedIn = ({ bot0, version0, bot1, version1 }: PairedBots): readonly [Contestant, Contestant] => [
  { bot: bot0, version: version0 },
  { bot: bot1, version: version1 },
];

/** Whether both versions are here: a match that goes on with another one says nothing. */
export function areHere(match: PairedBots, contestants: readonly Contestant[]): boolean {
  const here = new Set(contestants.map(nameOf));
  return seatedIn(match).every((one) => here.has(nameOf(one)));
}

type Ended = Pick<LeagueMatch, 'bot0' | 'bot1' | 'lost0' | 'lost1'>;

/** Whether each bot made nearly all moves of its seat. A person may have been quicker to take a free one. */
export function isPlayedByBoth({ bot0, bot1, lost0, lost1 }: Ended, seats: IndexedMatch['seats']): boolean {
  const held = seats.map((holder) => (holder !== null && 'bot' in holder ? holder.bot : undefined));
  return held[0] === bot0 && held[1] === bot1 && Math.max(lost0, lost1) <= MOST_LOST;
}

const nameOf = ({ bot, version }: Contestant): string => `${bot} ${version}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const inOrder = (a: Contestant, b: Contestant): number => compare(nameOf(a), nameOf(b));

/** Two versions, in their order, and their matches, in the order in which they were played. */
interface Pair {
  readonly bots: readonly [Contestant, Contestant];
  readonly counted: readonly LeagueMatch[];
  readonly voided: number;
  readonly playedAt: number;
  /** Of the first bot, each from two matches with the seats changed. */
  readonly rounds: Readonly<Record<Way, readonly number[]>>;
}

type Way = 'account' | 'result';

function pairsIn(matches: readonly LeagueMatch[]): ReadonlyMap<string, Pair> {
  const byPair = Map.groupBy(matches, (match) => keyOf(seatedIn(match)));
  return new Map([...byPair].map(([key, of]) => [key, pairOf(sorted(seatedIn(at(of, 0))), of)]));
}

function pairOf(bots: Pair['bots'], matches: readonly LeagueMatch[]): Pair {
  const counted = matches.filter(({ state }) => state === 'counted');
  const voided = matches.filter(({ state }) => state === 'void').length;
  const rounds = (way: Way) => roundsOf(bots[0], counted, way);
  const playedAt = matches.at(-1)?.at ?? 0;
  return { bots, counted, voided, playedAt, rounds: { account: rounds('account'), result: rounds('result') } };
}

function roundsOf(own: Contestant, counted: readonly LeagueMatch[], way: Way): readonly number[] {
  const [inSeat0, inSeat1] = [counted.filter((one) => isFirst(one, own)), counted.filter((one) => !isFirst(one, own))];
  const times = (match: LeagueMatch | undefined) => (match?.[way] ?? 0) / MILLION;
  const whole = Math.min(inSeat0.length, inSeat1.length);
  return inSeat0.slice(0, whole).map((one, n) => (times(one) + 2 - times(inSeat1[n])) / 2);
}

const isFirst = ({ bot0, version0 }: LeagueMatch, { bot, version }: Contestant) => bot0 === bot && version0 === version;
const sorted = ([a, b]: Pair['bots']): Pair['bots'] => (inOrder(a, b) <= 0 ? [a, b] : [b, a]);
const keyOf = (bots: Pair['bots']): string => sorted(bots).map(nameOf).join(' ');

const verdictOn = ({ rounds }: Pair): LeaguePair['verdict'] => verdictOf(rounds.account, USUAL_TEST);

/** Both, and how many matches they have begun: of several games the pair with the fewest is next. */
export interface Next {
  readonly bots: PairedBots;
  readonly begun: number;
}

/** The pair of which least is known, with the seats changed from its last match. Undefined if all is known. */
export function nextPair(contestants: readonly Contestant[], matches: readonly LeagueMatch[]): Next | undefined {
  const known = pairsIn(matches);
  const open = contestants
    .flatMap((first, n) => contestants.slice(n + 1).map((second) => [first, second] as const))
    .map((bots) => known.get(keyOf(bots)) ?? pairOf(bots, []))
    .filter((pair) => pair.voided <= pair.counted.length + MOST_VOID && verdictOn(pair) === 'open');
  const begun = ({ counted, voided }: Pair) => counted.length + voided;
  const [next] = open.toSorted((a, b) => begun(a) - begun(b));
  return next && { bots: seated(next), begun: begun(next) };
}

function seated({ bots: [first, second], counted }: Pair): PairedBots {
  const asFirst = counted.filter((match) => isFirst(match, first)).length;
  const [one, other] = 2 * asFirst <= counted.length ? [first, second] : [second, first];
  return { bot0: one.bot, version0: one.version, bot1: other.bot, version1: other.version };
}

/** How all versions stand that have played here, and those that are here now. */
export function standingsOf(
  contestants: readonly Contestant[],
  matches: readonly LeagueMatch[],
): Pick<League, 'bots' | 'pairs' | 'newest'> {
  const pairs = [...pairsIn(matches).values()];
  const all = new Map([...contestants, ...matches.flatMap(seatedIn)].map((one) => [nameOf(one), one]));
  const here = new Set(contestants.map(nameOf));
  const lost = lostBy(matches);
  const places = [...all].map(([name, one]) => ({
    ...one,
    plays: here.has(name),
    ...placeOf(one, pairs, lost.get(name)),
  }));
  return {
    bots: places.toSorted((a, b) => (b.account?.value ?? -1) - (a.account?.value ?? -1) || inOrder(a, b)),
    pairs: pairs.map(shown).toSorted((a, b) => inOrder(a.bots[0], b.bots[0]) || inOrder(a.bots[1], b.bots[1])),
    newest: matches.slice(-SHOWN).toReversed().map(shownMatch),
  };
}

/** The lost turns of each version, by match. */
function lostBy(matches: readonly LeagueMatch[]): ReadonlyMap<string, readonly number[]> {
  const all = matches.flatMap(({ lost0, lost1, ...match }) =>
    seatedIn(match).map((bot, seat) => ({ name: nameOf(bot), lost: seat === 0 ? lost0 : lost1 })),
  );
  const grouped = [...Map.groupBy(all, ({ name }) => name)];
  return new Map(grouped.map(([name, of]) => [name, of.map(({ lost }) => lost)]));
}

/** Each opponent counts alike: pairs of equal bots play far longer than others, and would drown what is known of those. */
function placeOf(one: Contestant, pairs: readonly Pair[], lost: readonly number[] = []) {
  const own = pairs.filter(({ bots }) => bots.some((bot) => nameOf(bot) === nameOf(one)));
  const against = (way: Way) =>
    own.map((pair) => (nameOf(pair.bots[0]) === nameOf(one) ? pair.rounds[way] : pair.rounds[way].map((x) => 2 - x)));
  return {
    matches: sum(own.map(({ counted }) => counted.length)),
    voided: sum(own.map(({ voided }) => voided)),
    lost: sum(lost),
    ...figured('account', against('account')),
    ...figured('result', against('result')),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The mean over all opponents. Fewer rounds against one may be alike by chance, and would look sure. */
function figured<Name extends Way>(name: Name, against: readonly (readonly number[])[]) {
  const means = against.filter((rounds) => rounds.length >= FEWEST_ROUNDS).map(meanOf);
  if (means.length === 0) return undefined;
  const value = sum(means.map(({ mean }) => mean)) / means.length;
  const within = Math.hypot(...means.map((one) => one.within)) / means.length;
  const figure = { value: Math.round(MILLION * value), within: Math.round(MILLION * within) };
  return { [name]: figure } as { readonly [N in Name]: typeof figure };
}

function shown(pair: Pair): LeaguePair {
  return {
    bots: [...pair.bots],
    matches: pair.counted.length,
    voided: pair.voided,
    playedAt: pair.playedAt,
    ...figured('account', [pair.rounds.account]),
    verdict: verdictOn(pair),
  };
}

function shownMatch(row: LeagueMatch): League['newest'][number] {
  const { match, at: begunAt, state, lost0, lost1, result, account } = row;
  const [first, second] = seatedIn(row);
  const figures = result !== null && account !== null ? { result, account } : undefined;
  return {
    match,
    at: begunAt,
    bots: [
      { ...first, lost: lost0 },
      { ...second, lost: lost1 },
    ],
    state,
    ...figures,
  };
}
