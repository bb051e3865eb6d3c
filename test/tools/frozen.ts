/** `npm run do -- frozen`: compares what must not change with test/src/frozen/frozen.json. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stageAll } from '@flower-war/packaging/packing';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { playRandom, RANDOM_GAMES } from '@flower-war/server/testing';
import { BLOCK, blocksOf, type Frozen, readFrozen, shortDigest, writeFrozen } from '../src/frozen/frozen.ts';
import { COMMANDS, runOnNothing } from '../src/house/commands.ts';
import { ROOT } from '../src/support/program.ts';
import { metricsOf, testServer } from '../src/support/server.ts';
import { inOrder } from '../src/surface/surface.ts';

const { values } = commandLine({
  name: 'do -- frozen',
  does: 'compares what must not change with what was frozen, and names what differs (code 1)',
  flags: {
    matches: { kind: 'whole', usual: 10_000, least: 200, tells: 'how many random matches are played' },
    write: { kind: 'switch', tells: 'freezes what is there now: the change is meant' },
    show: {
      kind: 'text',
      of: 'NAME',
      tells: 'prints one text, such as "metrics" or "mexica 17", to compare with an older tree',
    },
  },
});

/** Files that other tests hold against the code that makes them. The reference holds codes, settings and topics. */
const FILES = [
  'docs/openapi.json',
  'docs/asyncapi/*.json',
  'docs/schemas/*.json',
  'docs/protocol-reference.md',
  'protocol/vectors',
  'rules/golden/*.jsonl',
];

/** Texts by their names: what strangers build on and hosts type. They stay byte for byte, unless a change is meant. */
type Outputs = ReadonlyMap<string, string>;

/** Programs that tell their help at the same time. */
const AT_ONCE = 4;
const perGame = Math.ceil(values.matches / RANDOM_GAMES.length / BLOCK);

if (values.show === undefined) process.exit(await compare());
console.log(await textOf(values.show));
process.exit(0);

async function textOf(name: string): Promise<string> {
  const [game = '', n = ''] = name.split(' ');
  if (RANDOM_GAMES.includes(game) && /^[1-9]\d*$/.test(n)) {
    const { record, frames } = await playRandom(game, Number(n));
    return [record, ...frames].join('\n');
  }
  const all = await outputs();
  const names = [...all.keys()].join(', ');
  return (
    all.get(name) ??
    refuse(`do -- frozen has no text ${JSON.stringify(name)}. It has a game with a number, and: ${names}`)
  );
}

async function compare(): Promise<number> {
  const texts = [...(await outputs())].map(([name, text]) => [name, shortDigest(text)] as const);
  const matches: Record<string, readonly string[]> = {};
  for (const game of RANDOM_GAMES) matches[game] = await blocksOf(game, perGame);
  const now = { outputs: Object.fromEntries(texts), matches };
  const found = differences(readFrozen(), now);
  for (const one of found) console.log(one);
  console.log(`${texts.length} texts and ${perGame * BLOCK * RANDOM_GAMES.length} matches: ${found.length} differ`);
  if (values.write) writeFrozen({ ...now, matches: withUnplayed(matches) });
  return found.length > 0 && !values.write ? 1 : 0;
}

/** Blocks that were not played now stay as they are, so that a change of texts alone needs few matches. */
function withUnplayed(played: Frozen['matches']): Frozen['matches'] {
  const was = readFrozen().matches;
  return Object.fromEntries(
    Object.entries(played).map(([game, blocks]) => {
      const [before = [], unplayed = []] = [was[game], was[game]?.slice(blocks.length)];
      if (unplayed.length > 0 && blocks.some((digest, block) => digest !== before[block]))
        refuse(`Matches of ${game} are others now, so all must be played: npm run do -- frozen --write`);
      return [game, [...blocks, ...unplayed]];
    }),
  );
}

/** What is not as it was, a line each. Of matches only the blocks that were played now are compared. */
function differences(was: Frozen, now: Frozen): readonly string[] {
  return [
    ...namesOf(was.outputs, now.outputs).flatMap((name) => changeOf(name, was.outputs[name], now.outputs[name])),
    ...namesOf(was.matches, now.matches).flatMap((game) => {
      const [before = [], after] = [was.matches[game], now.matches[game]];
      if (after === undefined) return [`${game} is played no more`];
      return after.flatMap((digest, block) =>
        changeOf(`${game}, matches ${block * BLOCK + 1} to ${(block + 1) * BLOCK}`, before[block], digest),
      );
    }),
  ];
}

function namesOf(...all: readonly object[]): readonly string[] {
  return [...new Set(all.flatMap(Object.keys))].toSorted();
}

function changeOf(name: string, was: string | undefined, now: string | undefined): readonly string[] {
  if (was === now) return [];
  if (was === undefined) return [`${name} is new`];
  return [now === undefined ? `${name} is gone` : `${name} has changed`];
}

async function outputs(): Promise<Outputs> {
  return new Map([...files(), ...(await types()), ...(await helps()), ...(await metrics())]);
}

function files(): Outputs {
  return textsOf(
    execFileSync('git', ['ls-files', ...FILES], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean),
  );
}

/** The types of the packages, as a stranger's compiler reads them. */
async function types(): Promise<Outputs> {
  await stageAll(join(ROOT, 'dist'));
  const rolledUp = textsOf(globSync('dist/*/lib/*.d.ts', { cwd: ROOT }).toSorted());
  return new Map([...rolledUp].map(([name, text]) => [name, inOrder(text)]));
}

function textsOf(names: readonly string[]): Outputs {
  return new Map(names.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

async function helps(): Promise<Outputs> {
  const said: string[] = [];
  const left = [...COMMANDS.entries()];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift())
      said[one[0]] = (await runOnNothing(...one[1][1], '--help')).said;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return new Map(COMMANDS.map(([name], index) => [`help of ${name}`, said[index] ?? '']));
}

/** The names, kinds and texts of what Prometheus reads; the numbers are another matter. */
async function metrics(): Promise<Outputs> {
  const server = await testServer();
  try {
    const told = (await metricsOf(server.address)).split('\n').filter((line) => line.startsWith('#'));
    return new Map([['metrics', told.toSorted().join('\n')]]);
  } finally {
    await server.stop();
  }
}
