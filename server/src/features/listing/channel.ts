/**
 * The match worth watching: among the public ones that run, the one whose figures weigh most. All is read from the store, as it was at a moment
 * that all processes share, so each of them gives the same answer. Of a match it looks only at what spectators have been shown by then: at a
 * delayed table that is the past, and an end that they have not seen has not come.
 */
import { deepEqual, type AnyGame } from '@flower-war/rules';
import { type EngineOf, openMatch, type ShownEntry } from '../../matches/openMatch.ts';
import { DamagedRecord } from '../../store/data-folder/recordChain.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { Stores } from '../../store/operations.ts';
import { oldEnough } from '../replay/replays.ts';
import { type Posted, postedFrom, seatedIn } from './filter.ts';

/** How much each figure counts. Each lies between 0 and 1. */
const WEIGHTS = {
  /** The part of the seats in which people sit. */
  people: 3,
  /** How well the worst players of the match play, by what their ratings surely tell. */
  strength: 2,
  /** How near each other their ratings are. */
  evenness: 2,
  /** How lately something happened. */
  liveliness: 6,
  /** Whether the end is near, where the public view says so. */
  ending: 2,
  /** How near each other the scores are, where no seat hides anything. */
  closeness: 1,
} as const;

type Figures = Readonly<Record<keyof typeof WEIGHTS, number>>;

/** It stays with a match unless another one weighs so much more. */
const FAR_BETTER = 2.5;

/** Fields of public views that are true once the end is near. */
const END_SIGNS = ['apocalypse'];

const SLOT_MS = 5000;
const MOST_LISTED = 200;
/** A record is read as a whole, so only the best are read, by what the list tells. */
const MOST_READ = 8;
const WEAK = 1100;
const STRONG = 2000;
const UNEVEN = 400;
const AT_ONCE_MS = 30_000;
const ASLEEP_MS = 5 * 60_000;

interface ChannelTools {
  readonly journal: Pick<Journal, 'list' | 'index' | 'read'>;
  readonly ratings: Pick<Stores['ratings'], 'among'>;
  readonly engineOf: EngineOf;
  readonly now: () => number;
}

interface Weighed {
  readonly match: string;
  readonly weight: number;
}

/** What was found out for one moment, for all callers of that moment. */
interface Slot {
  readonly at: number;
  readonly best: Promise<readonly Weighed[]>;
  /** Matches that callers watch, and that are not among the best. */
  readonly others: Map<string, Promise<Weighed | undefined>>;
}

type SureRatings = (posted: Posted) => readonly number[];

export class Channel {
  private readonly tools: ChannelTools;
  private slot: Slot | undefined;

  constructor(tools: ChannelTools) {
    this.tools = tools;
  }

  /** `on`: the match that the caller watches now. Undefined if there is none to watch. */
  async find(on: string | undefined): Promise<string | undefined> {
    const slot = this.slotNow();
    try {
      const best = await slot.best;
      const [first] = best;
      const own =
        on === undefined ? undefined : (best.find(({ match }) => match === on) ?? (await this.other(on, slot)));
      return own !== undefined && (first?.weight ?? 0) < own.weight + FAR_BETTER ? own.match : first?.match;
    } catch (error) {
      if (this.slot === slot) this.slot = undefined;
      throw error;
    }
  }

  private slotNow(): Slot {
    const at = Math.floor(this.tools.now() / SLOT_MS) * SLOT_MS;
    if (this.slot?.at !== at) this.slot = { at, best: this.read(at), others: new Map() };
    return this.slot;
  }

  private async read(at: number): Promise<readonly Weighed[]> {
    const { journal } = this.tools;
    const listed = (await journal.list({ status: 'running', limit: MOST_LISTED })).map(postedFrom).filter(mayBeWatched);
    const sureOf = await this.ratingsOf(listed);
    const known = listed.map((posted) => ({ posted, figures: listedFigures(posted, sureOf) }));
    const likely = known.toSorted((a, b) => weightOf(b.figures) - weightOf(a.figures) || before(a.posted, b.posted));
    const weighed: Weighed[] = [];
    for (const { posted, figures } of likely.slice(0, MOST_READ)) {
      const found = await this.weighed(posted, figures, at);
      if (found !== undefined) weighed.push(found);
    }
    return weighed.toSorted((a, b) => b.weight - a.weight || before(a, b));
  }

  private other(match: string, { at, others }: Slot): Promise<Weighed | undefined> {
    const found = others.get(match) ?? this.weighedNow(match, at);
    others.set(match, found);
    return found;
  }

  /** It may have ended, as far as spectators have not seen that yet. */
  private async weighedNow(match: string, at: number): Promise<Weighed | undefined> {
    const found = await this.tools.journal.index(match);
    const posted = found && postedFrom(found.index);
    if (posted === undefined || !mayBeWatched(posted)) return undefined;
    return this.weighed(posted, listedFigures(posted, await this.ratingsOf([posted])), at);
  }

  /** What the ratings surely tell, of those players who have one; one question for each edition. */
  private async ratingsOf(all: readonly Posted[]): Promise<SureRatings> {
    const editions = new Map<string, Posted[]>();
    for (const posted of all) editions.set(editionOf(posted), [...(editions.get(editionOf(posted)) ?? []), posted]);
    const sure = new Map<string, number>();
    for (const [edition, [first, ...others]] of editions) {
      if (first === undefined) continue;
      const players = [...new Set([first, ...others].flatMap(seatedIn))];
      for (const { player, rating, deviation } of await this.tools.ratings.among(players, first))
        sure.set(`${edition} ${player}`, rating - deviation);
    }
    return (posted) => seatedIn(posted).flatMap((player) => sure.get(`${editionOf(posted)} ${player}`) ?? []);
  }

  /** Nothing if spectators do not see it run. */
  private async weighed(posted: Posted, listed: Partial<Figures>, at: number): Promise<Weighed | undefined> {
    const stored = await this.tools.journal.read(posted.match);
    if (stored === undefined) return undefined;
    const isShown = oldEnough(posted, at);
    let last: ShownEntry | undefined;
    const tell = (told: ShownEntry) => {
      if (told.entry.at <= at && isShown(told.entry) && told.flush.public) last = told;
    };
    const opened = await openMatch(stored, this.tools.engineOf, { tell }).catch(unlessDamaged);
    if (opened === undefined || last?.shown.table.status !== 'running') return undefined;
    const { watching, watchDelaySeconds, reactDelaySeconds } = posted.table;
    const behind = watching === 'delayed' ? (watchDelaySeconds + reactDelaySeconds) * 1000 : 0;
    const age = at - behind - last.entry.at;
    const figures = {
      ...listed,
      liveliness: share(1 - (age - AT_ONCE_MS) / (ASLEEP_MS - AT_ONCE_MS)),
      ending: isNearEnd(last.shown.table.view) ? 1 : 0,
      closeness: closenessIn(opened.folding.engine, last.position.state),
    };
    return { match: posted.match, weight: weightOf(figures) };
  }
}

/** A match by days is not a match to look at for an evening. */
const mayBeWatched = ({ table }: Posted): boolean =>
  table.visibility === 'public' && table.watching !== 'off' && table.clock.kind !== 'days';

const editionOf = ({ game, preset }: Posted): string => `${game} ${preset}`;

/** What the list and the ratings tell. */
function listedFigures(posted: Posted, sureOf: SureRatings): Partial<Figures> {
  const { seats } = posted;
  const sure = sureOf(posted);
  const isAll = sure.length === seats.length;
  const [least, most] = [Math.min(...sure), Math.max(...sure)];
  return {
    people: seatedIn(posted).length / seats.length,
    strength: isAll ? share((least - WEAK) / (STRONG - WEAK)) : 0,
    evenness: isAll ? share(1 - (most - least) / UNEVEN) : 0,
  };
}

/** A record that cannot be read keeps no other match from being shown. */
function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedRecord)) throw error;
}

const share = (value: number): number => Math.min(1, Math.max(0, value));

const before = (a: { readonly match: string }, b: { readonly match: string }): number => (a.match < b.match ? -1 : 1);

function weightOf(figures: Partial<Figures>): number {
  const names = Object.keys(WEIGHTS) as (keyof Figures)[];
  return names.reduce((sum, name) => sum + WEIGHTS[name] * (figures[name] ?? 0), 0);
}

function isNearEnd(view: unknown): boolean {
  return END_SIGNS.some((field) => (view as Readonly<Record<string, unknown>> | undefined)?.[field] === true);
}

/** Scores may tell what a hand holds. So they count only where spectators see all that there is. */
function closenessIn(engine: AnyGame, state: unknown): number {
  if (state === undefined || engine.standings === undefined) return 0;
  if (!deepEqual(engine.view(state, 'all'), engine.view(state, 'spectator'))) return 0;
  const [first = 0, second = 0] = engine
    .standings(state)
    .map(({ score }) => score)
    .toSorted((a, b) => b - a);
  return share(1 - (first - second) / Math.max(1, Math.abs(first)));
}
