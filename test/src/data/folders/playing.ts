/** Plays random moves at the tables of a data folder, up to a given number. */
import type { LiveMatch } from '@flower-war/client';
import type { Chance } from '@flower-war/rules';

export type AnyLive = LiveMatch;

export interface Budget {
  /** How many moves of players are still to be accepted. */
  moves: number;
  readonly chance: Chance;
  /** Ends the play earlier. */
  readonly until?: (live: AnyLive) => boolean;
  /** Replaces a move, for example an offering on the screen by a bead. */
  readonly instead?: (live: AnyLive, move: string) => Promise<boolean>;
}

/** Resolves when so many moves were accepted, or when the match is over. */
export async function playSome(lives: readonly AnyLive[], budget: Budget): Promise<void> {
  await Promise.race(lives.map((live) => playSeat(live, budget)));
}

async function playSeat(live: AnyLive, budget: Budget): Promise<void> {
  while (budget.moves > 0) {
    const isDone = () => live.isOver || budget.until?.(live) === true;
    await live.until(({ legal }) => isDone() || legal.length > 0);
    if (isDone()) return;
    const move = budget.chance.pick(live.legal);
    if (await budget.instead?.(live, move)) continue;
    const answer = await live.play(move);
    if (answer.kind === 'accepted') budget.moves--;
    else if (answer.kind !== 'rejected' || answer.code !== 'stale-decision')
      throw new Error(`${live.id}: ${move} was answered by ${JSON.stringify(answer)}`);
  }
}

/** Plays until a hidden window asks a player. Returns whether one opened before the match was over. */
export async function playToWindow(lives: readonly AnyLive[], chance: Chance): Promise<boolean> {
  const asked = lives.map((live) => live.until(({ windowDeadline }) => windowDeadline !== undefined));
  const budget = { moves: Number.POSITIVE_INFINITY, chance };
  const playing = lives.map((live) => playUnlessAsked(live, budget));
  await Promise.race([...asked, Promise.race(playing)]);
  budget.moves = 0;
  return lives.some(({ windowDeadline }) => windowDeadline !== undefined);
}

async function playUnlessAsked(live: AnyLive, budget: Budget): Promise<void> {
  const isStopped = () => budget.moves <= 0 || live.isOver || live.windowDeadline !== undefined;
  while (!isStopped()) {
    await live.until(({ isOver, legal }) => isOver || legal.length > 0);
    if (!isStopped()) await live.play(budget.chance.pick(live.legal));
  }
}
