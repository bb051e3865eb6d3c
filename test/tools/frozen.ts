/** `npm run do -- frozen`: compares what must not change with test/src/frozen/frozen.json. */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { playRandom, RANDOM_GAMES } from '@flower-war/server/testing';
import { BLOCK, differences, matchesNow, readFrozen, shortDigest, writeFrozen } from '../src/frozen/frozen.ts';
import { outputs } from '../src/frozen/outputs.ts';

const { values } = commandLine({
  name: 'do -- frozen',
  does: 'compares what must not change with what was frozen, and names what differs (code 1)',
  flags: {
    matches: { kind: 'whole', usual: 10_000, least: 200, tells: 'how many random matches are played' },
    write: { kind: 'switch', tells: 'freezes what is there now, for those who mean to change it' },
    show: {
      kind: 'text',
      of: 'NAME',
      tells: 'prints one text, such as "metrics" or "mexica 17", to compare with an older tree',
    },
  },
});

const perGame = Math.ceil(values.matches / RANDOM_GAMES.length / BLOCK);

async function textOf(name: string): Promise<string> {
  const [game = '', n = ''] = name.split(' ');
  if (RANDOM_GAMES.includes(game) && /^[1-9]\d*$/.test(n)) {
    const { record, frames } = await playRandom(game, Number(n));
    return [record, ...frames].join('\n');
  }
  const all = await outputs();
  return (
    all.get(name) ??
    refuse(
      `do -- frozen has no text ${JSON.stringify(name)}. It has a game with a number, and: ${[...all.keys()].join(', ')}`,
    )
  );
}

async function compare(): Promise<number> {
  const texts = [...(await outputs())].map(([name, text]) => [name, shortDigest(text)] as const);
  const now = { outputs: Object.fromEntries(texts), matches: await matchesNow(perGame) };
  const found = differences(readFrozen(), now);
  for (const one of found) console.log(one);
  console.log(`${texts.length} texts and ${perGame * BLOCK * RANDOM_GAMES.length} matches: ${found.length} differ`);
  if (values.write) writeFrozen(now);
  return found.length > 0 && !values.write ? 1 : 0;
}

if (values.show === undefined) process.exit(await compare());
console.log(await textOf(values.show));
process.exit(0);
