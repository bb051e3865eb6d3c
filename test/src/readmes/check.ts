/** Reads blocks of code as an editor would: with types, and as strictly as `tsc --init` asks for. */
import { join } from 'node:path';
import ts from 'typescript';
import { type Block, isWhole, ROOT } from './blocks.ts';

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

/** What the text around a part of a program has told. */
const TOLD = `import type { FlowerWarClient, LiveMatch, MatchSummary } from '@flower-war/client';
import { useSyncExternalStore } from 'react';
export async function told(client: FlowerWarClient) {
  const [match, live] = [{} as MatchSummary<'flower-war'>, {} as LiveMatch<'flower-war'>];
  void [client, match, live, useSyncExternalStore];
  const Part = PART {
`;

/** What the compiler says against a block, in its words; nothing, if it is right. */
export function faultsIn(block: Block): readonly string[] {
  const file = join(ROOT, 'test/src/readmes', `block.${block.language === 'tsx' ? 'tsx' : 'mts'}`);
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.readFile = (path) => (path === file ? moduleOf(block) : readFile(path));
  const program = ts.createProgram([file], OPTIONS, host);
  const found = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(found), ...program.getSemanticDiagnostics(found)].map(
    ({ messageText }) => `${block.name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
}

/** The view is drawn by a component, which is no async function. */
function moduleOf(block: Block): string {
  if (isWhole(block)) return block.code;
  const part = block.language === 'tsx' ? 'function Part()' : 'async function ()';
  return `${TOLD.replace('PART', part)}${block.code}\n  };\n  return Part;\n}\n`;
}
