/** Golden games: recorded matches. Every version of the rules must keep playing them as recorded. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { frozenEngine } from '../src/catalogue/frozenEngine.ts';
import type { AnyGame, Entry } from '../src/catalogue/games.ts';
import { type Chance, fastChance } from '../src/contract/chance.ts';
import type { BotName } from '../src/contract/game.ts';
import type { Options } from '../src/contract/optionSpec.ts';
import { engine } from '../src/index.ts';
import { at, differences } from '../src/json.ts';
import { drawOptions, drawSeats, movesFrom } from '../src/tools/matches.ts';
import { playStep, recordingChance, type Script, type Step, scriptedChance } from '../src/tools/replay.ts';
import { chosenOptions } from './series.ts';

const FOLDER = resolve(import.meta.dirname, '../golden');

interface Header {
  readonly game: string;
  readonly rulesVersion: number;
  readonly options: Options;
  readonly seats: number;
  /** The random results of the setup. */
  readonly chance: Script;
}

/** A step with the random results that it used and its events. */
type GoldenStep = Step & { readonly chance: Script; readonly events: readonly unknown[] };

/** A line of a golden file. Each game has a header, its steps, and the final state. */
type GoldenLine = Header | GoldenStep | { readonly state: unknown };

/** The lines of a version, such as `mexica@3`; none if it has no file. */
export function readGolden(name: string): readonly GoldenLine[] {
  const path = resolve(FOLDER, `${name}.jsonl`);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line): GoldenLine => JSON.parse(line));
}

interface Replayed {
  readonly name: string;
  /** The engine of that version: today's source, or the frozen bundle. */
  readonly by: 'source' | 'frozen';
  readonly games: number;
  readonly deviations: readonly string[];
}

/** Replays every golden game with every engine of its version. */
export async function replayGolden(): Promise<readonly Replayed[]> {
  const replayed: Replayed[] = [];
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.jsonl'));
  for (const name of files.map((file) => file.slice(0, -'.jsonl'.length)).toSorted()) {
    const [id = '', version] = name.split('@');
    const [current, frozen] = [await engine(id, Number(version)), await frozenEngine(id, Number(version))];
    if (!current) replayed.push({ name, by: 'frozen', games: 0, deviations: ['there is no engine of this version'] });
    if (current && current !== frozen) replayed.push({ name, by: 'source', ...replayedBy(current, name) });
    if (frozen) replayed.push({ name, by: 'frozen', ...replayedBy(frozen, name) });
  }
  return replayed;
}

/** Replays the golden games of one version with one engine. */
export function replayedBy(game: AnyGame, name: string): Pick<Replayed, 'games' | 'deviations'> {
  const lines = readGolden(name);
  return { games: lines.filter((line) => 'state' in line).length, deviations: deviations(game, lines) };
}

/** What this engine plays otherwise, in the first line where it does. */
function deviations(game: AnyGame, lines: readonly GoldenLine[]): readonly string[] {
  let state: ReturnType<AnyGame['setup']>;
  for (const [index, line] of lines.entries()) {
    let different: readonly string[] = [];
    if ('rulesVersion' in line) state = game.setup(line.options, line.seats, scriptedChance(line.chance));
    else if ('state' in line) different = differences(line.state, state, 'state');
    else {
      const luck = scriptedChance(line.chance);
      const played = attempt(() => playStep(game, state, { step: line, chance: luck }));
      if (played.ok) state = played.state;
      different = played.ok
        ? [...differences(line.events, played.events, 'events'), ...differences([], luck.rest(), 'chance left over')]
        : [`${'leaves' in line ? 'leaves' : line.move} of seat ${line.seat} is refused: ${played.reason}`];
    }
    if (different.length > 0) return different.map((one) => `line ${index + 1}: ${one}`);
  }
  return [];
}

/** Plays a step. An engine that asks for other random results than the recorded ones deviates; it has no bug. */
function attempt(play: () => ReturnType<typeof playStep>): ReturnType<typeof playStep> {
  try {
    return play();
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Records one match of greedy bots for each preset, and some matches of random bots with random options. It answers how many; none if this
 * version is recorded already, since these matches are what its rules are held to.
 */
export function writeGolden(entry: Entry, folder = FOLDER): number {
  const { id, rulesVersion, presets, seats, options } = entry.game;
  const path = resolve(folder, `${id}@${rulesVersion}.jsonl`);
  if (existsSync(path)) return 0;
  const greedy = presets.map(({ id: preset }, index) => {
    const bots = Array.from({ length: seats[0] }, (): BotName => 'greedy');
    return record(entry, { options: chosenOptions(entry, { preset }), bots, chance: fastChance(index + 1) });
  });
  const random = [1000, 1001, 1002, 1003].map((seed) => {
    const chance = fastChance(seed);
    const bots = Array.from({ length: drawSeats(seats, chance) }, (): BotName => 'random');
    return record(entry, { options: drawOptions(options, chance), bots, chance });
  });
  const games = [...greedy, ...random];
  writeFileSync(
    path,
    `${games
      .flat()
      .map((line) => JSON.stringify(line))
      .join('\n')}\n`,
  );
  return games.length;
}

interface Recorded {
  readonly options: Options;
  readonly bots: readonly BotName[];
  readonly chance: Chance;
}

/** Plays a match of bots and records it. */
function record({ game, bots }: Entry, { options, bots: names, chance }: Recorded): readonly GoldenLine[] {
  const luck = recordingChance(chance);
  let state = game.setup(options, names.length, luck);
  const { id, rulesVersion } = game;
  const header = { game: id, rulesVersion, options, seats: names.length, chance: luck.results() };
  const answer = (before: typeof state) => {
    const seat = at(game.toMove(before), 0);
    const [view, legal] = [game.view(before, seat), game.legalMoves(before, seat)];
    const move = bots[at(names, seat)]({ view, seat, options, legal }, chance);
    return { seat, move, chance: recordingChance(chance) };
  };
  const steps: GoldenStep[] = [];
  for (const step of movesFrom(game, state, answer)) {
    steps.push({ seat: step.seat, move: game.format(step.move), chance: step.chance.results(), events: step.events });
    state = step.after;
  }
  return [header, ...steps, { state }];
}
