/**
 * Figures in which moderators may see that something is wrong: whom they look at is their affair, and no program punishes. They come from
 * the newest rated matches, and are computed when a moderator asks.
 */
import { BOT_ACCOUNT, type OrderFigures } from '@flower-war/protocol';
import { Slices } from '../../base/scheduling.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import { StoreError } from '../../store/engine/engine.ts';
import { pagesOf } from '../../store/journal/appendQueue.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { Stores } from '../../store/operations.ts';
import type { RatedRow } from '../../store/ratings.ts';
import type { People } from '../people/people.ts';

/** From where on a figure is marked. */
export const THRESHOLDS = {
  /** Fewer matches say nothing. */
  fewestMatches: 10,
  fewestMeetings: 5,
  fewestTurns: 30,
  /** A match given up counts if the result is so far below the expected one; a sure win that is lost is 1 below. */
  farBelow: 0.5,
  sandbagging: 0.2,
  stalledTurns: 0.25,
  left: 0.3,
  /** In standard deviations of what the ratings expect of this many meetings. */
  together: 3,
} as const;

const MOST_MATCHES = 300;
const MOST_SHOWN = 50;
/** Reading the records takes a while, so an answer serves all callers of a while. */
const KEPT_MS = 60_000;

export interface Watched {
  readonly seats: readonly WatchedSeat[];
}

export interface WatchedSeat {
  readonly player: string;
  /** The rating before the match. */
  readonly rating: number;
  readonly place: number;
  /** Turns that were the player's own to make, and those of them that the clock ended. */
  readonly turns: number;
  readonly byClock: number;
  /** `resigned`: the player gave up. `left`: the player was gone, and did not come back. */
  readonly end?: 'resigned' | 'left';
}

interface Tools {
  readonly ratings: Pick<Stores['ratings'], 'latest'>;
  readonly journal: Pick<Journal, 'linesOf'>;
  readonly people: Pick<People, 'load' | 'nameOf'>;
  readonly now: () => number;
}

export class Figures {
  private readonly tools: Tools;
  private kept: { readonly at: number; readonly figures: Promise<OrderFigures> } | undefined;

  constructor(tools: Tools) {
    this.tools = tools;
  }

  all(): Promise<OrderFigures> {
    const at = this.tools.now();
    if (this.kept === undefined || at - this.kept.at >= KEPT_MS || at < this.kept.at) {
      const figures = this.compute();
      this.kept = { at, figures };
      figures.catch(() => {
        this.kept = undefined;
      });
    }
    return this.kept.figures;
  }

  /** A record that cannot be read says nothing. */
  private async read(row: RatedRow): Promise<readonly Watched[]> {
    try {
      return [await watchedIn(row, pagesOf(this.tools.journal, row.match))];
    } catch (error) {
      if (error instanceof StoreError) throw error;
      return [];
    }
  }

  private async compute(): Promise<OrderFigures> {
    const { ratings, people } = this.tools;
    const rows = await ratings.latest(MOST_MATCHES, BOT_ACCOUNT);
    const watched: Watched[] = [];
    for (const row of rows) watched.push(...(await this.read(row)));
    await people.load(watched.flatMap(({ seats }) => seats.map(({ player }) => player)));
    const { thresholds, ...lists } = figuresOf(watched, (player) => ({ player, name: people.nameOf(player) }));
    const since = rows.at(-1)?.at;
    return { matches: watched.length, ...(since !== undefined && { since }), thresholds, ...lists };
  }
}

/** The fields of an entry that the figures use. Newer programs may have written kinds that are unknown here. */
interface Loose {
  readonly kind?: string;
  readonly seat?: number;
  readonly by?: string;
  readonly what?: string;
}

async function watchedIn(
  { changes, summary }: RatedRow,
  pages: AsyncIterable<readonly string[]> | readonly (readonly string[])[],
): Promise<Watched> {
  const { result } = JSON.parse(summary) as IndexedMatch;
  const [slices, turns, byClock, ends] = [
    new Slices(),
    new Map<number, number>(),
    new Map<number, number>(),
    new Map(),
  ];
  const count = (counts: Map<number, number>, seat: number) => counts.set(seat, (counts.get(seat) ?? 0) + 1);
  for await (const page of pages)
    for (const line of page) {
      const { kind, seat = -1, by, what } = JSON.parse(line) as Loose;
      if (kind === 'clock') count(byClock, seat);
      if (kind === 'clock' || (kind === 'move' && by === 'player')) count(turns, seat);
      if (kind === 'absence') ends.set(seat, END_OF[what ?? '']);
      if (slices.isOver) await slices.rest();
    }
  const seats = changes.map(({ seat, player, before }) => ({
    player,
    rating: before,
    place: result?.standings.find((one) => one.seat === seat)?.place ?? 1,
    turns: turns.get(seat) ?? 0,
    byClock: byClock.get(seat) ?? 0,
    ...(ends.get(seat) !== undefined && { end: ends.get(seat) as 'resigned' | 'left' }),
  }));
  return { seats };
}

/** A player who came back is not gone. */
const END_OF: Readonly<Record<string, WatchedSeat['end']>> = { resigned: 'resigned', retired: 'left', bot: 'left' };

type Named = (player: string) => { readonly player: string; readonly name: string };
type Lists = Pick<OrderFigures, 'thresholds' | 'sandbagging' | 'stalling' | 'together'>;

export function figuresOf(watched: readonly Watched[], named: Named): Lists {
  const tallies = new Map<string, Tally>();
  const meetings = new Map<string, Meeting>();
  for (const { seats } of watched)
    for (const [n, own] of seats.entries()) {
      addTo(tallies, own, seats);
      for (const other of seats.slice(n + 1)) meet(meetings, own, other);
    }
  return {
    thresholds: THRESHOLDS,
    sandbagging: sandbaggingIn(tallies, named),
    stalling: stallingIn(tallies, named),
    together: togetherIn(meetings, named),
  };
}

interface Tally {
  matches: number;
  thrown: number;
  turns: number;
  byClock: number;
  left: number;
}

function addTo(tallies: Map<string, Tally>, own: WatchedSeat, seats: readonly WatchedSeat[]): void {
  const tally = tallies.get(own.player) ?? { matches: 0, thrown: 0, turns: 0, byClock: 0, left: 0 };
  tallies.set(own.player, tally);
  const others = seats.filter((other) => other !== own);
  const below = meanOf(others.map((other) => expected(own, other) - scored(own, other)));
  tally.matches++;
  if (own.end !== undefined && below >= THRESHOLDS.farBelow) tally.thrown++;
  if (own.end === 'left') tally.left++;
  tally.turns += own.turns;
  tally.byClock += own.byClock;
}

/** What the ratings expect: 1 is a sure win. */
const expected = (own: WatchedSeat, other: WatchedSeat) => 1 / (1 + 10 ** ((other.rating - own.rating) / 400));
const scored = (own: WatchedSeat, other: WatchedSeat) => (1 + Math.sign(other.place - own.place)) / 2;
const meanOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length);
const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 1000);

function sandbaggingIn(tallies: ReadonlyMap<string, Tally>, named: Named): Lists['sandbagging'] {
  return [...tallies]
    .filter(([, { matches, thrown }]) => matches >= THRESHOLDS.fewestMatches && thrown > 0)
    .map(([player, { matches, thrown }]) => {
      const share = shareOf(thrown, matches);
      return { ...named(player), matches, thrown, share, isMarked: share >= THRESHOLDS.sandbagging };
    })
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST_SHOWN);
}

function stallingIn(tallies: ReadonlyMap<string, Tally>, named: Named): Lists['stalling'] {
  return [...tallies]
    .filter(([, { byClock, left }]) => byClock + left > 0)
    .map(([player, { matches, turns, byClock, left }]) => {
      const [ofTurns, ofMatches] = [shareOf(byClock, turns), shareOf(left, matches)];
      const isMarked =
        (turns >= THRESHOLDS.fewestTurns && ofTurns >= THRESHOLDS.stalledTurns) ||
        (matches >= THRESHOLDS.fewestMatches && ofMatches >= THRESHOLDS.left);
      return { ...named(player), turns, byClock, shareOfTurns: ofTurns, matches, left, shareLeft: ofMatches, isMarked };
    })
    .sort((one, other) => Number(other.isMarked) - Number(one.isMarked) || other.shareOfTurns - one.shareOfTurns)
    .slice(0, MOST_SHOWN);
}

interface Meeting {
  readonly players: readonly [string, string];
  matches: number;
  expected: number;
  scored: number;
  variance: number;
}

/** Seen from the player whose id comes first. */
function meet(meetings: Map<string, Meeting>, one: WatchedSeat, two: WatchedSeat): void {
  const [own, other] = one.player < two.player ? [one, two] : [two, one];
  const key = `${own.player} ${other.player}`;
  const none = { players: [own.player, other.player] as const, matches: 0, expected: 0, scored: 0, variance: 0 };
  const meeting = meetings.get(key) ?? none;
  meetings.set(key, meeting);
  const hope = expected(own, other);
  meeting.matches++;
  meeting.expected += hope;
  meeting.scored += scored(own, other);
  meeting.variance += hope * (1 - hope);
}

function togetherIn(meetings: ReadonlyMap<string, Meeting>, named: Named): Lists['together'] {
  return [...meetings.values()]
    .filter(({ matches }) => matches >= THRESHOLDS.fewestMeetings)
    .map(({ players, matches, ...one }) => {
      const deviations = Math.round((Math.abs(one.scored - one.expected) / Math.sqrt(one.variance)) * 10) / 10;
      const [winner, loser] = one.scored >= one.expected ? players : players.toReversed();
      const [won, hoped] =
        winner === players[0] ? [one.scored, one.expected] : [matches - one.scored, matches - one.expected];
      return {
        winner: named(winner ?? ''),
        loser: named(loser ?? ''),
        matches,
        won,
        expected: Math.round(hoped * 10) / 10,
        deviations,
        isMarked: deviations >= THRESHOLDS.together,
      };
    })
    .sort((one, other) => other.deviations - one.deviations)
    .slice(0, MOST_SHOWN);
}
