/** What the READMEs tell strangers to type is typed here: programs run, and everything is read with types. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { at } from '@flower-war/rules';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { person } from '../support/api.ts';
import { ROOT } from '../support/program.ts';

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

/** What the text around a part of a program has told. The view is drawn by a component, which is not an async function. */
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

/** What the compiler says against the blocks, in its words; nothing against those that are right. */
function faultsIn(blocks: readonly Block[]): readonly string[] {
  const files = new Map(
    blocks.map((block, n) => [
      join(import.meta.dirname, `block${n}.${block.language === 'tsx' ? 'tsx' : 'mts'}`),
      block,
    ]),
  );
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => {
    const block = files.get(path);
    if (block === undefined) return readFile(path);
    return isWhole(block) ? block.code : aroundPart(block);
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  return [...files].flatMap(([path, { name }]) => {
    const file = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  });
}

/** The first whole program on a page. Every page shows one. */
const programIn = (page: string) =>
  at(
    blocksOf(page).filter((block) => isWhole(block) && block.language !== 'tsx'),
    0,
  );

test('the blocks have no fault of types but the one that is planted in each; the SDK’s program is TypeScript too', () => {
  const typed = READMES.flatMap(blocksOf).filter(({ language }) => language !== 'js');
  const blocks = [...typed, { ...programIn('client-sdk/README.md'), language: 'ts' as const }];
  const planted = blocks.map((block) => ({ ...block, code: `${block.code}\nconst planted: number = 'text';` }));
  expect(faultsIn(planted)).toEqual(
    blocks.map(({ name }) => `${name}: Type 'string' is not assignable to type 'number'.`),
  );
});

describe('the programs run', () => {
  serveThisFile();

  /** The program as it stands, but for the address of the server. */
  async function print({ language, code }: Block, ...args: readonly string[]): Promise<string> {
    const type = language === 'ts' ? 'module-typescript' : 'module';
    const here = code.replace('http://127.0.0.1:2567', house.url);
    const { stdout } = await run(process.execPath, [`--input-type=${type}`, '-e', here, '--', 'program', ...args], {
      cwd: import.meta.dirname,
      timeout: 50_000,
    });
    return stdout;
  }

  test.for(['README.md', 'client-sdk/README.md'])('%s: a whole match, told move by move', async (page) => {
    const words = await print(programIn(page));
    expect(words).toMatch(/^\w+.* accepted$/m);
    expect(words).toMatch(/result: '(win|draw)'/);
  });

  test('protocol/README.md: the record of a match is proved, and that of no match is not', async () => {
    const block = programIn('protocol/README.md');
    const client = await person(house.url, 'Ana');
    const bots = [{ bot: 'random' }, { bot: 'random' }] as const;
    const { match } = await client.create({ game: 'tieqchieq', options: { turnCap: 12 }, bots });
    await expect.poll(async () => (await client.match(match)).status).toBe('ended');
    expect(await print(block, house.url, match)).toMatch(/winners.*signed by this server\n$/s);
    await expect(print(block, house.url, 'AAAAAAAA')).rejects.toThrow('the record is wrong in line 1');
  });

  test('rules/README.md: a game is set up, and a move is played', async () => {
    expect(await print(programIn('rules/README.md'))).toMatch(/^\[ 'toss' \]\n\{\n {2}ok: true,/);
  });
});
