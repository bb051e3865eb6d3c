/** Golden games: recorded matches. Every version of the rules must keep playing them as recorded. */

import type { AnyGame } from '../catalogue/anyGame.ts';
import type { Entry } from '../catalogue/games.ts';
import type { Options } from '../contract/optionSpec.ts';
import { at } from '../json/at.ts';
import { differences } from '../json/differences.ts';
import { playStep, type Step } from './replay.ts';
import { recordingChance, type Script, scriptedChance } from './scriptedChance.ts';
import type { Match } from './simulate.ts';

export interface Header {
  readonly game: string;
  readonly rulesVersion: number;
  readonly options: Options;
  readonly seats: number;
  /** The random results of the setup. */
  readonly chance: Script;
}

/** A step with the random results that it used and its events. */
export type GoldenStep = Step & { readonly chance: Script; readonly events: readonly unknown[] };

export interface GoldenGame {
  readonly header: Header;
  readonly steps: readonly GoldenStep[];
  readonly state: unknown;
}

/** Plays a match of bots and records it. */
export function record({ game, bots }: Entry, { options, bots: names, chance }: Match): GoldenGame {
  const luck = recordingChance(chance);
  let state = game.setup(options, names.length, luck);
  const header = {
    game: game.id,
    rulesVersion: game.rulesVersion,
    options,
    seats: names.length,
    chance: luck.results(),
  };
  const steps: GoldenStep[] = [];
  for (let [seat] = game.toMove(state); seat !== undefined; [seat] = game.toMove(state)) {
    const [view, legal] = [game.view(state, seat), game.legalMoves(state, seat)];
    const move = bots[at(names, seat)]({ view, seat, options, legal }, chance);
    const drawn = recordingChance(chance);
    const applied = game.apply(state, seat, move, drawn);
    if (!applied.ok) throw new Error(`a bot of ${game.id} plays what is refused: ${applied.reason}`);
    steps.push({ seat, move: game.format(move), chance: drawn.results(), events: applied.events });
    state = applied.state;
  }
  return { header, steps, state };
}

/** Where this engine deviates from the record: at the first step that differs, or in the final state. */
export function deviations(game: AnyGame, golden: GoldenGame): readonly string[] {
  const { options, seats, chance } = golden.header;
  let state = game.setup(options, seats, scriptedChance(chance));
  for (const [index, step] of golden.steps.entries()) {
    const luck = scriptedChance(step.chance);
    const played = attempt(() => playStep(game, state, { step, chance: luck }));
    const where = `step ${index + 1}, ${'leaves' in step ? 'leaves' : step.move} of seat ${step.seat}`;
    if (!played.ok) return [`${where}: refused: ${played.reason}`];
    const different = [
      ...differences(step.events, played.events, 'events'),
      ...differences([], luck.rest(), 'chance left over'),
    ];
    if (different.length > 0) return different.map((line) => `${where}: ${line}`);
    state = played.state;
  }
  return differences(golden.state, state, 'state');
}

/** Plays a step. An engine that asks for other random results than the recorded ones deviates; it has no bug. */
function attempt(play: () => ReturnType<typeof playStep>): ReturnType<typeof playStep> {
  try {
    return play();
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The lines of a golden game: a header, one line for each step, and the final state. */
export function toLines({ header, steps, state }: GoldenGame): readonly string[] {
  return [header, ...steps, { state }].map((line) => JSON.stringify(line));
}

type Line = Header | GoldenStep | { readonly state: unknown };

export function fromText(text: string): readonly GoldenGame[] {
  const games: GoldenGame[] = [];
  let header: Header | undefined;
  let steps: GoldenStep[] = [];
  for (const json of text.split('\n').filter(Boolean)) {
    const line: Line = JSON.parse(json);
    if ('rulesVersion' in line) [header, steps] = [line, []];
    else if ('seat' in line) steps.push(line);
    else if (header) games.push({ header, steps, state: line.state });
  }
  return games;
}
