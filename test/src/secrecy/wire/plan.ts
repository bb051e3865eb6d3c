/**
 * What twin matches play, worked out by the rules alone, for as long as both look the same to the viewer. Pure: the
 * same seed gives the same plan on every server.
 */
import {
  type AnyGame,
  type Chance,
  fastChance,
  GAMES,
  habitsOf,
  type Options,
  type Pace,
  PACES,
  resolveOptions,
  type Seat,
  SEATS,
  type Viewer,
} from '@flower-war/rules';
import { pilesSeen, twinOf } from '@flower-war/rules/twins';
import {
  type Answered,
  type Followed,
  followed,
  looksAlike,
  type Lucky,
  type Mind,
  played,
  type Rules,
  rulesOf,
  type Way,
} from './oracle.ts';

export type Two<T> = readonly [T, T];

/** A move that both twins make, and the secret answers to it, which may differ. */
export interface PlayStep {
  readonly kind: 'play' | 'resign';
  readonly seat: Seat;
  readonly move: string;
  readonly answers: Two<readonly Answered[]>;
  /** The twin that plays first. If only one twin has a window, it is that one. */
  readonly first: 0 | 1;
  /** How windows are answered in the first twin. In the second twin, each seat that is asked passes. */
  readonly way: Way;
}

export type Step =
  | PlayStep
  /** Secret choices that differ between the twins. The viewer must not notice them. */
  | { readonly kind: 'secrets'; readonly moves: Two<readonly Answered[]> }
  /** The viewer sends requests that are refused: texts with its own decision, and malformed ones. */
  | { readonly kind: 'try'; readonly texts: readonly string[] }
  /** The viewer and a spectator connect once more. */
  | { readonly kind: 'come' };

/** A step, and the states after it, which the server must reach too. */
interface Planned {
  readonly step: Step;
  readonly after: Two<Lucky>;
}

export interface Plan {
  readonly twins: Twins;
  readonly steps: readonly Planned[];
}

const MOST_STEPS = 14;
const MOST_CANDIDATES = 24;
/** Hidden windows are rare: in Flower War one position of fifty leads to one. */
const SEEDS_A_PLAN = 24;

interface Walk {
  readonly rules: Rules;
  readonly twins: Twins;
  readonly chance: Chance;
}

function planOf(twins: Twins): Plan {
  const rules = rulesOf(gameOf(twins));
  const walk = { rules, twins, chance: fastChance(-twins.seed) };
  const starts: Two<Followed> = [mindOf(rules, twins, 0), mindOf(rules, twins, 1)];
  if (isFolded(twins) && !isPlainStart(rules, starts, twins)) return { twins, steps: [] };
  let minds: Two<Mind> = starts;
  if (!looksAlike(rules, minds, twins.viewer))
    throw new Error(`seed ${twins.seed}: the twins are unlike from the start`);
  const steps: Planned[] = [];
  while (steps.length < MOST_STEPS) {
    const next = stepFrom(walk, minds);
    if (next === undefined) break;
    minds = next.minds;
    steps.push({ step: next.step, after: [minds[0].state, minds[1].state] });
  }
  return { twins, steps };
}

/** Whether habits lead no twin into a window, or to where the twins differ, before the first step. */
function isPlainStart(rules: Rules, starts: Two<Followed>, { viewer }: Twins): boolean {
  return looksAlike(rules, starts, viewer) && starts.every(({ answers }) => answers.length === 0);
}

/** Plans for tables whose seats keep habits: as many of each pace. */
export function foldedPlansFrom(edition: Edition, { seed, count }: { seed: number; count: number }): readonly Plan[] {
  return PACES.flatMap((habits, index) => {
    const share = Math.floor((count + index) / PACES.length);
    const plans = Array.from({ length: share * SEEDS_A_PLAN }, (_, i) =>
      planOf({ ...twinsFrom(edition, seed + i), settings: { habits } }),
    );
    return plans.toSorted((a, b) => b.steps.length - a.steps.length).slice(0, share);
  });
}

/** Makes this many plans from these seeds on. Half of them have hidden windows, as far as the seeds give any. */
export function plansFrom(edition: Edition, { seed, count }: { seed: number; count: number }): readonly Plan[] {
  const plans = Array.from({ length: count * SEEDS_A_PLAN }, (_, i) => planOf(twinsFrom(edition, seed + i)));
  const windowed = plans.filter(({ steps }) => steps.some(hasWindow)).slice(0, Math.ceil(count / 2));
  const others = plans.filter((plan) => !windowed.includes(plan)).toSorted((a, b) => b.steps.length - a.steps.length);
  return [...windowed, ...others].slice(0, count);
}

export const isFolded = (twins: Pick<Twins, 'settings'>): boolean => paceOf(twins) !== undefined;

const paceOf = ({ settings }: Pick<Twins, 'settings'>): Pace | undefined =>
  PACES.find((pace) => pace === settings?.['habits']);

function mindOf(rules: Rules, twins: Twins, twin: 0 | 1): Followed {
  const { starts, viewer } = twins;
  const state = starts[twin];
  const pace = paceOf(twins);
  if (pace === undefined || rules.habits === undefined) return followed(rules, { state, events: [] }, viewer);
  const kept = habitsOf(rules.habits.list, pace);
  return followed(rules, { state, events: [], notes: rules.habits.notes(state), kept }, viewer);
}

interface Next {
  readonly step: Step;
  readonly minds: Two<Mind>;
}

function stepFrom(walk: Walk, minds: Two<Mind>): Next | undefined {
  const drawn = walk.chance.die(12);
  if (drawn === 1) return { step: { kind: 'come' }, minds };
  if (drawn <= 4) return { step: { kind: 'try', texts: textsFor(walk, minds) }, minds };
  if (drawn === 5 && !isFolded(walk.twins)) return resigning(walk, minds) ?? playing(walk, minds);
  return (drawn <= 10 ? choosing(walk, minds) : undefined) ?? playing(walk, minds);
}

/** A move of any seat after which both twins still look the same, preferably one that opens a window in one of them. */
function playing(walk: Walk, minds: Two<Mind>): Next | undefined {
  const { rules, chance, twins } = walk;
  const [state, other] = [minds[0].state, minds[1].state];
  const seats = rules.toMove(state).filter((seat) => rules.toMove(other).includes(seat));
  const all = seats.flatMap((seat) => rules.legalMoves(state, seat).map((move) => ({ seat, move })));
  const both = all.filter(({ seat, move }) => rules.refusal(other, seat, move) === undefined);
  const tried = chance.shuffle(both).slice(0, MOST_CANDIDATES);
  const outcomes = tried.flatMap((act) => {
    const after = minds.map((mind) => followed(rules, played(rules, mind, act), twins.viewer));
    return nextOf(
      walk,
      { kind: 'play', seat: act.seat, move: rules.format(act.move) },
      after as unknown as Two<Followed>,
    );
  });
  return outcomes.find(isOddWindow) ?? outcomes.find(hasWindow) ?? outcomes[0];
}

/** Another seat than the viewer's leaves, without a window in between. */
function resigning({ rules, chance, twins }: Walk, minds: Two<Mind>): Next | undefined {
  const seat = chance.pick(SEATS.slice(0, twins.seats).filter((one) => one !== twins.viewer));
  const left = minds.map(({ state }) => rules.leave(state, seat, chance));
  const after = left.map(({ state, events }) => followed(rules, { state, events }, twins.viewer));
  const isQuiet = after.every(({ answers, events }) => answers.length === 0 && events.length > 0);
  const [next] = nextOf(
    { rules, chance, twins },
    { kind: 'resign', seat, move: '' },
    after as unknown as Two<Followed>,
  );
  return isQuiet && twins.seats > 2 ? next : undefined;
}

type Act = Pick<PlayStep, 'kind' | 'seat' | 'move'>;

/** Empty if the viewer can tell the two apart after the move. */
function nextOf({ rules, chance, twins }: Walk, act: Act, after: Two<Followed>): readonly Next[] {
  if (!looksAlike(rules, after, twins.viewer)) return [];
  const [a, b] = after;
  const first = a.answers.length > 0 ? 0 : b.answers.length > 0 ? 1 : chance.coin() ? 0 : 1;
  const ways: readonly Way[] = act.seat === twins.viewer ? ['pass', 'clock'] : ['pass', 'clock', 'wish'];
  return [{ step: { ...act, answers: [a.answers, b.answers], first, way: chance.pick(ways) }, minds: after }];
}

const playIn = ({ step }: Pick<Next, 'step'>): PlayStep | undefined => (step.kind === 'play' ? step : undefined);
const windowsIn = (next: Pick<Next, 'step'>): readonly number[] =>
  playIn(next)?.answers.map((answers) => answers.length) ?? [];
const hasWindow = (next: Pick<Next, 'step'>): boolean => windowsIn(next).some((count) => count > 0);
const isOddWindow = (next: Next): boolean => new Set(windowsIn(next)).size > 1;

/** Where several seats decide at once, the seats other than the viewer's choose, differently in each twin. */
function choosing(walk: Walk, minds: Two<Mind>): Next | undefined {
  if (minds.every(({ state }) => walk.rules.toMove(state).length < 2)) return undefined;
  const chosen = minds.map((mind) => choices(walk, mind)) as unknown as Two<{ mind: Mind; moves: readonly Answered[] }>;
  if (chosen.every(({ moves }) => moves.length === 0)) return undefined;
  const after: Two<Mind> = [chosen[0].mind, chosen[1].mind];
  if (!looksAlike(walk.rules, after, walk.twins.viewer)) return undefined;
  return { step: { kind: 'secrets', moves: [chosen[0].moves, chosen[1].moves] }, minds: after };
}

function choices({ rules, chance, twins }: Walk, before: Mind): { readonly mind: Mind; readonly moves: Answered[] } {
  let mind: Mind = { ...before, events: [] };
  const moves: Answered[] = [];
  for (let left = chance.die(4) - 1; left > 0; left--) {
    const others = SEATS.slice(0, twins.seats).filter((seat) => seat !== twins.viewer);
    const seat = chance.pick(others);
    const legal = rules.legalMoves(mind.state, seat);
    if (legal.length === 0) continue;
    const move = chance.pick(legal);
    const next = played(rules, mind, { seat, move });
    if (!looksAlike(rules, [{ ...mind, events: [] }, next], twins.viewer)) continue;
    moves.push({ seat, move: rules.format(move) });
    mind = { ...next, events: [] };
  }
  return { mind, moves };
}

const JUNK = ['', 'roll', 'pass', 'done', 'offer war', 'play W10', 'pick R06', 'take 1', 'show', 'no such move'];

/** Texts that are not legal moves of the viewer in either twin. Some of them are legal for another seat. */
function textsFor({ rules, chance, twins }: Walk, minds: Two<Mind>): readonly string[] {
  const { viewer, seats } = twins;
  if (typeof viewer !== 'number') return chance.shuffle(JUNK).slice(0, 2);
  const foreign = minds.flatMap(({ state }) =>
    SEATS.slice(0, seats).flatMap((seat) => rules.legalMoves(state, seat).map((move) => rules.format(move))),
  );
  const isRefused = (text: string) =>
    minds.every(({ state }) => {
      const move = rules.parse(text);
      return move === undefined || rules.refusal(state, viewer, move) !== undefined;
    });
  return chance.shuffle([...JUNK, ...foreign].filter(isRefused)).slice(0, 3);
}

export interface Edition {
  readonly game: string;
  readonly preset: string;
}

/** Every hosted game, in each of its presets. */
export const EDITIONS: readonly Edition[] = [...GAMES.values()].flatMap(({ game }) =>
  game.presets.map(({ id }) => ({ game: game.id, preset: id })),
);

// The starts of twin matches: one position of a random match, in two versions that look the same to one viewer.

export interface Twins extends Edition {
  readonly seed: number;
  readonly options: Options;
  readonly seats: number;
  readonly viewer: Viewer;
  readonly starts: readonly [Lucky, Lucky];
  /** Settings of the table, in addition to the usual ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

const MOST_SEATS = 4;
/** A start lies at most this many moves into a match. */
const LONGEST = 600;
/** Phases in which nothing is half done, such as a card whose effects still refer to a hand. */
const QUIET = ['moving', 'ranged', 'offering', 'playing', 'discarding', 'taking', 'choosing'];

export function twinsFrom(edition: Edition, seed: number): Twins {
  const game = gameOf(edition);
  const chance = fastChance(seed);
  const resolved = resolveOptions(game, edition.preset, {});
  if (!resolved.ok) throw new Error(`there is no ${edition.preset} in ${edition.game}`);
  const { options } = resolved;
  const [least, most] = game.seats;
  const seats = least + chance.die(Math.min(most, MOST_SEATS) - least + 1) - 1;
  const viewer = chance.pick<Viewer>([...SEATS.slice(0, seats), 'spectator']);
  const { state, known } = positionIn(game, { options, seats, viewer }, chance);
  const twin = () => twinOf(game.id, state, { viewer, known }, chance);
  const start = (table: unknown): Lucky => ({ table: table as Lucky['table'], seed, drawn: 0 });
  return { ...edition, seed, options, seats, viewer, starts: [start(twin()), start(twin())] };
}

export function gameOf({ game }: Pick<Edition, 'game'>): AnyGame {
  const entry = GAMES.get(game);
  if (entry === undefined) throw new Error(`there is no game ${game}`);
  return entry.game;
}

interface SetUp {
  readonly options: Options;
  readonly seats: number;
  readonly viewer: Viewer;
}

/** A quiet position of a random match, and what the viewer has seen before it. */
function positionIn(game: AnyGame, { options, seats, viewer }: SetUp, chance: Chance) {
  const seen = new Set<number>();
  let state = game.setup(options, seats, chance);
  let last = { state, known: [...seen] };
  for (let left = chance.die(LONGEST); left > 0 && game.toMove(state).length > 0; left--) {
    for (const pile of pilesSeen(game.id, state, viewer)) seen.add(pile);
    if (isQuiet(game, state)) last = { state, known: [...seen] };
    const seat = chance.pick(game.toMove(state));
    const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  return last;
}

function isQuiet(game: AnyGame, state: { readonly phase: { readonly kind: string } }): boolean {
  if (game.id === 'tieqchieq') return true;
  const { kind } = state.phase;
  return QUIET.includes(kind) && game.windows?.open(state) === undefined && !isAsking(game, kind);
}

/** Whether a card asks its owner, which the games of the ring do in this phase. */
const isAsking = ({ id }: AnyGame, kind: string): boolean => kind === 'choosing' && id !== 'space-aztecs';
