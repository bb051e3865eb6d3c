/** What the READMEs tell strangers to type is typed here: programs run, and everything is read with types. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FlowerWarClient } from '@flower-war/client';
import type { Running } from '@flower-war/server';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../support/program.ts';
import { testServer } from '../support/server.ts';

const run = promisify(execFile);

/** Those of the packages that strangers install, and the first one that they read. */
const READMES = ['README.md', 'client-sdk/README.md', 'protocol/README.md', 'rules/README.md'];

interface Block {
  /** The page, and which of its blocks it is. */
  readonly name: string;
  readonly language: 'js' | 'ts' | 'tsx';
  readonly code: string;
}

function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/```(js|tsx?)\n(.*?)```/gs)].map(([, language = '', code = ''], index) => ({
    name: `${page}, block ${index + 1}`,
    language: language as Block['language'],
    code,
  }));
}

/** A block that imports what it uses is a whole program or module; any other is a part of one. */
const isWhole = ({ code }: Block): boolean => /^import /m.test(code);

/** As strict as `tsc --init` asks for. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

/** What the text around a part of a program has told. The view is drawn by a component, which is no async function. */
const aroundPart = ({
  language,
  code,
}: Block) => `import type { FlowerWarClient, LiveMatch, MatchSummary } from '@flower-war/client';
import { useSyncExternalStore } from 'react';
export async function told(client: FlowerWarClient) {
  const [match, live] = [{} as MatchSummary<'flower-war'>, {} as LiveMatch<'flower-war'>];
  void [client, match, live, useSyncExternalStore];
  const Part = ${language === 'tsx' ? 'function Part()' : 'async function ()'} {
${code}
  };
  return Part;
}
`;

/** What the compiler says against a block, in its words; nothing, if it is right. */
function faultsIn(block: Block): readonly string[] {
  const file = join(ROOT, 'test/src/readmes', `block.${block.language === 'tsx' ? 'tsx' : 'mts'}`);
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.readFile = (path) => {
    if (path !== file) return readFile(path);
    return isWhole(block) ? block.code : aroundPart(block);
  };
  const program = ts.createProgram([file], OPTIONS, host);
  const found = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(found), ...program.getSemanticDiagnostics(found)].map(
    ({ messageText }) => `${block.name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
}

test('every README shows a whole program', () => {
  for (const page of READMES) expect(blocksOf(page).filter(isWhole), page).not.toEqual([]);
});

test.for(READMES.flatMap(blocksOf).filter(({ language }) => language !== 'js'))(
  '$name has no fault of types but the one that is planted',
  { timeout: 60_000 },
  ({ name, language, code }) => {
    const planted = `${code}\nconst planted: number = 'text';`;
    expect(faultsIn({ name, language, code: planted })).toEqual([
      `${name}: Type 'string' is not assignable to type 'number'.`,
    ]);
  },
);

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
