/** A planted leak, the secrets that leaks read, and the search for it: pair after pair, until the viewer can tell one apart. */
import type { AnyGame, Seat, Viewer } from '@flower-war/rules';
import { LeakFound, nothingSeen, playPair } from '../pair.ts';
import { type Plan, planOf } from '../plan.ts';
import type { Change, Stage } from '../stage.ts';
import type { Table } from '../table.ts';
import { type Edition, twinsFrom } from '../twins.ts';

export interface Leak {
  readonly name: string;
  readonly edition: Edition;
  /** Changes the rules that the server plays by. */
  readonly change?: Change;
  /** Changes the server's own classes. Returns a function that undoes the change. */
  readonly patch?: (inside: Table) => () => void;
  /** Whether the leak can show in a pair. Other pairs are skipped. */
  readonly wants?: (plan: Plan) => boolean;
}

export const FLOWER_WAR: Edition = { game: 'flower-war', preset: 'flower-war' };
export const MEXICA: Edition = { game: 'mexica', preset: 'mexica' };
export const SPACE_AZTECS: Edition = { game: 'space-aztecs', preset: 'space-aztecs' };

/** The secrets of a game on the ring. */
export interface Ring {
  readonly tribes: readonly { readonly hand: readonly string[]; readonly pending: readonly string[] }[];
  readonly decks: Readonly<Record<'day' | 'war' | 'rain', readonly string[]>>;
  readonly hidden?: { readonly events: readonly object[] };
}

export const handsOfOthers = ({ tribes }: Ring, viewer: Viewer): readonly string[] =>
  tribes.flatMap(({ hand }, seat) => (seat === viewer ? [] : hand));
export const topOf = ({ decks }: Ring): string => decks.war.at(-1) ?? '';

/** One bit that depends on all that is hidden. */
export function isOdd(state: unknown): boolean {
  return [...JSON.stringify(state)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 1;
}

/** Whether the two starts of a pair differ in what `pick` returns. */
export const differsIn =
  <S>(pick: (state: S, viewer: Viewer) => unknown) =>
  ({ twins: { starts, viewer } }: Plan): boolean =>
    JSON.stringify(pick(starts[0].table as S, viewer)) !== JSON.stringify(pick(starts[1].table as S, viewer));

export const hasOddWindow = ({ steps }: Plan): boolean =>
  steps.some(({ step }) => step.kind === 'play' && step.answers[0].length !== step.answers[1].length);
export const hasSecrets = ({ steps }: Plan): boolean =>
  steps.some(({ step }) => step.kind === 'secrets' && step.moves[0].length !== step.moves[1].length);
export const isSeat = ({ twins: { viewer } }: Plan): boolean => viewer !== 'spectator';
export const all =
  (...conditions: readonly ((plan: Plan) => boolean)[]) =>
  (plan: Plan): boolean =>
    conditions.every((holds) => holds(plan));

type Fields = Readonly<Record<string, unknown>>;

/** Adds fields to the view. */
export function viewing<S>(more: (state: S, viewer: Viewer, view: Fields) => Fields): Change {
  return (game) => ({
    view: (state: S, viewer: Viewer) => {
      const view: Fields = game.view(state, viewer);
      return { ...view, ...more(state, viewer, view) };
    },
  });
}

/** Changes the events of a move. */
export function telling<S>(otherwise: (events: readonly object[], state: S) => readonly object[]): Change {
  return (game) => ({
    apply: (state, seat, move, chance) => {
      const applied = game.apply(state, seat, move, chance);
      return applied.ok ? { ...applied, events: otherwise(applied.events, applied.state) } : applied;
    },
  });
}

/** Changes the reason of a refusal. */
export function refusing<S>(otherwise: (reason: string, state: S, seat: Seat) => string): Change {
  return (game) => ({
    apply: (state, seat, move, chance): ReturnType<AnyGame['apply']> => {
      const applied = game.apply(state, seat, move, chance);
      return applied.ok ? applied : { ok: false, reason: otherwise(applied.reason, state, seat) };
    },
  });
}

/** A method of one of the server's own classes. */
type Method = (...args: never[]) => unknown;

/** Replaces a method. Returns a function that restores it. */
export function replaced<M extends Method>(owner: object, name: string, wrap: (real: M) => M): () => void {
  const prototype: Record<string, Method> = Object.getPrototypeOf(owner);
  const real = prototype[name] as M;
  prototype[name] = wrap(real);
  return () => {
    prototype[name] = real;
  };
}

const MOST_SEEDS = 400;
const MOST_PAIRS = 12;

/** Returns what gave the leak away, or undefined if no pair did. The same pair without the leak must be silent. */
export async function searchFor(stage: Stage, leak: Leak, firstSeed: number): Promise<string | undefined> {
  let pairs = 0;
  for (let seed = firstSeed; seed < firstSeed + MOST_SEEDS && pairs < MOST_PAIRS; seed++) {
    const plan = planOf(twinsFrom(leak.edition, seed));
    if (leak.wants?.(plan) === false) continue;
    pairs++;
    const found = await leaksFrom(stage, plan, leak);
    if (found === undefined) continue;
    await playPair(stage, plan, nothingSeen());
    return found;
  }
  return undefined;
}

async function leaksFrom(stage: Stage, plan: Plan, { change, patch }: Leak): Promise<string | undefined> {
  stage.change = change ?? (() => ({}));
  try {
    await playPair(stage, plan, nothingSeen(), ([table]) => patch?.(table) ?? (() => {}));
  } catch (error) {
    if (error instanceof LeakFound) return error.message;
    throw error;
  } finally {
    stage.change = () => ({});
  }
  return undefined;
}
