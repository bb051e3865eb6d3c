/** What the READMEs tell strangers to type is typed here: programs run, and everything is read with types. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FlowerWarClient } from '@flower-war/client';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { type Block, blocksOf, isWhole, READMES } from './blocks.ts';
import { faultsIn } from './check.ts';

const run = promisify(execFile);
const ALL = READMES.flatMap(blocksOf);
const nameOf = ({ name }: Block) => name;

test('every README shows a whole program', () => {
  for (const page of READMES) expect(blocksOf(page).filter(isWhole), page).not.toEqual([]);
});

test.for(ALL.filter(({ language }) => language !== 'js').map((block) => [nameOf(block), block] as const))(
  '%s has no fault of types',
  { timeout: 60_000 },
  ([, block]) => expect(faultsIn(block)).toEqual([]),
);

test('a fault of types is found, in a whole program and in a part', () => {
  const name = 'a block';
  const whole = "import { FlowerWarClient } from '@flower-war/client';\nnew FlowerWarClient({ address: '' });";
  expect(faultsIn({ name, language: 'ts', code: whole })).toEqual([
    expect.stringContaining("'address' does not exist"),
  ]);
  expect(faultsIn({ name, language: 'ts', code: 'live.veiw;' })).toEqual([expect.stringContaining("'veiw'")]);
  expect(faultsIn({ name, language: 'tsx', code: 'return <p>{live.veiw}</p>;' })).toHaveLength(1);
});

describe('the programs run', () => {
  let server: Running;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server?.stop());

  /** The program as it stands, but for the address of the server. */
  async function print({ language, code }: Block, ...args: readonly string[]): Promise<string> {
    const type = language === 'ts' ? 'module-typescript' : 'module';
    const here = code.replace('http://127.0.0.1:2567', server.address);
    const { stdout } = await run(process.execPath, [`--input-type=${type}`, '-e', here, '--', 'program', ...args], {
      cwd: import.meta.dirname,
      timeout: 50_000,
    });
    return stdout;
  }

  const programIn = (page: string) => blocksOf(page).filter((block) => isWhole(block) && block.language !== 'tsx')[0];

  test.for(['README.md', 'client-sdk/README.md'])('%s: a whole match, told move by move', async (page) => {
    const block = programIn(page);
    const words = block && (await print(block));
    expect(words).toMatch(/^\w+.* accepted$/m);
    expect(words).toMatch(/result: '(win|draw)'/);
  });

  test('client-sdk/README.md: the program is TypeScript too', () => {
    const block = programIn('client-sdk/README.md');
    expect(block && faultsIn({ ...block, language: 'ts' })).toEqual([]);
  });

  test('protocol/README.md: the record of a match is proved, and that of no match is not', async () => {
    const block = programIn('protocol/README.md');
    if (block === undefined) throw new Error('the README has no program');
    const client = new FlowerWarClient({ url: server.address });
    await client.signIn('Ana');
    const bots = [{ bot: 'random' }, { bot: 'random' }] as const;
    const { match } = await client.create({ game: 'tieqchieq', options: { turnCap: 12 }, bots });
    await expect.poll(async () => (await client.match(match)).status, { timeout: 20_000 }).toBe('ended');
    expect(await print(block, server.address, match)).toMatch(/winners.*signed by this server\n$/s);
    await expect(print(block, server.address, 'AAAAAAAA')).rejects.toThrow('the record is wrong in line 1');
  });

  test('rules/README.md: a game is set up, and a move is played', async () => {
    const block = programIn('rules/README.md');
    expect(block && (await print(block))).toMatch(/^\[ 'toss' \]\n\{\n {2}ok: true,/);
  });
});
