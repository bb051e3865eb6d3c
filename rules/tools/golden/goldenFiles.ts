import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnyGame } from '../../src/catalogue/anyGame.ts';
import { engine } from '../../src/catalogue/engines.ts';
import { frozenEngine } from '../../src/catalogue/frozenEngine.ts';
import type { Entry } from '../../src/catalogue/games.ts';
import type { BotName } from '../../src/contract/bot.ts';
import { fastChance } from '../../src/contract/fastChance.ts';
import { resolveOptions } from '../../src/contract/resolveOptions.ts';
import { deviations, fromText, type GoldenGame, record, toLines } from '../../src/tools/golden.ts';
import { drawOptions, drawSeats } from '../../src/tools/playout.ts';

const FOLDER = resolve(import.meta.dirname, '../../golden');

/** `id@version` of every golden file. */
const goldenNames = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .toSorted();

export function readGolden(name: string): readonly GoldenGame[] {
  const path = resolve(FOLDER, `${name}.jsonl`);
  return existsSync(path) ? fromText(readFileSync(path, 'utf8')) : [];
}

export interface Replayed {
  readonly name: string;
  /** The engine of that version: today's source, or the frozen bundle. */
  readonly by: 'source' | 'frozen';
  readonly games: number;
  readonly deviations: readonly string[];
}

/** Replays every golden game with every engine of its version. */
export async function replayGolden(): Promise<readonly Replayed[]> {
  const replayed: Replayed[] = [];
  for (const name of goldenNames()) {
    const [id = '', version] = name.split('@');
    const [current, frozen] = [await engine(id, Number(version)), await frozenEngine(id, Number(version))];
    if (!current) replayed.push({ name, by: 'frozen', games: 0, deviations: ['there is no engine of this version'] });
    if (current && current !== frozen) replayed.push({ name, by: 'source', ...through(current, name) });
    if (frozen) replayed.push({ name, by: 'frozen', ...through(frozen, name) });
  }
  return replayed;
}

export function through(game: AnyGame, name: string): Pick<Replayed, 'games' | 'deviations'> {
  const golden = readGolden(name);
  const lines = golden.flatMap((one, index) => deviations(game, one).map((line) => `game ${index + 1}, ${line}`));
  return { games: golden.length, deviations: lines };
}

/** Records one match of greedy bots for each preset, and some matches of random bots with random options. */
export function writeGolden(entry: Entry): number {
  const games = [...byPresets(entry), ...Array.from({ length: 4 }, (_, seed) => drawn(entry, seed))];
  const path = resolve(FOLDER, `${entry.game.id}@${entry.game.rulesVersion}.jsonl`);
  writeFileSync(path, `${games.flatMap(toLines).join('\n')}\n`);
  return games.length;
}

function byPresets(entry: Entry): readonly GoldenGame[] {
  return entry.game.presets.map(({ id }, index) => {
    const resolved = resolveOptions(entry.game, id, {});
    if (!resolved.ok) throw new Error(`the preset ${id} is wrong: ${resolved.option}`);
    const bots = Array.from({ length: entry.game.seats[0] }, (): BotName => 'greedy');
    return record(entry, { options: resolved.options, bots, chance: fastChance(index + 1) });
  });
}

function drawn(entry: Entry, seed: number): GoldenGame {
  const chance = fastChance(1000 + seed);
  const bots = Array.from({ length: drawSeats(entry.game.seats, chance) }, (): BotName => 'random');
  return record(entry, { options: drawOptions(entry.game.options, chance), bots, chance });
}
