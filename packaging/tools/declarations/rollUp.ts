/** One file of declarations for each sub-path of a package, with all types of the house that it needs. */
import { dirname, join } from 'node:path';
import { type InputPluginOption, type RollupLog, rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';
import { declareGlobals } from './globals.ts';

const SOURCE = /\.ts$/;
const DECLARED = '.d.ts';

export interface RollUp {
  /** Declarations by the paths of their sources. */
  readonly declarations: ReadonlyMap<string, string>;
  /** The sources of the packages of the house, by what an import says. */
  readonly house: ReadonlyMap<string, string>;
}

export interface Shown {
  readonly source: string;
  /** What exists at run time. */
  readonly values: readonly string[];
  /** The source of the package's `index.js`, if this is another sub-path. */
  readonly main: string | undefined;
}

/**
 * Rolls up what a source file shows. Sub-paths share no chunk, because programs cannot name a type of a chunk. What one
 * imports from the main one stays an import: a class that is declared twice would be two types.
 */
export async function rollUp({ source, values, main }: Shown, given: RollUp): Promise<string> {
  const plugins = [fromMain(main), fromMemory(given), dts()];
  const bundle = await rollup({ input: declared(source), plugins, onLog: complain });
  const { output } = await bundle.generate({ format: 'es' });
  return tidy(declareGlobals(output[0].code), values);
}

function complain(_: string, { code, message }: RollupLog): void {
  if (code !== 'UNUSED_EXTERNAL_IMPORT') throw new Error(message);
}

function fromMain(main: string | undefined): InputPluginOption {
  return {
    name: 'the main sub-path',
    resolveId(said, from) {
      const isMain = from !== undefined && main !== undefined && join(dirname(from), said) === main;
      return isMain ? { id: './index.js', external: 'absolute' } : undefined;
    },
  };
}

/** Finds every module in memory, except those that npm installs. */
function fromMemory({ declarations, house }: RollUp): InputPluginOption {
  return {
    name: 'declarations in memory',
    resolveId(said, from) {
      if (from === undefined) return said;
      if (said.startsWith('.')) return declared(join(dirname(from), said));
      const source = house.get(said);
      return source === undefined ? { id: said, external: true, moduleSideEffects: false } : declared(source);
    },
    load(id) {
      const text = declarations.get(id.replace(DECLARED, '.ts'));
      if (text === undefined) throw new Error(`${id} was not emitted`);
      return text;
    },
  };
}

function declared(source: string): string {
  return source.replace(SOURCE, DECLARED);
}

/** The same declarations, indented. What is no value is shown as a type: a class may be shown as a type alone. */
function tidy(code: string, values: readonly string[]): string {
  const file = ts.createSourceFile('tidy.d.ts', code, ts.ScriptTarget.Latest, true);
  const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed });
  const shown = file.statements.filter(ts.isExportDeclaration).flatMap(namesIn);
  const rest = file.statements.filter((node) => !ts.isExportDeclaration(node));
  const all = [...shown, ...inferred(rest, shown)];
  const list = (isValue: boolean) =>
    all.filter(({ name }) => values.includes(name) === isValue).map(({ text }) => text);
  const body = printer.printFile(ts.factory.updateSourceFile(file, rest));
  return `${body}export { ${list(true).join(', ')} };\nexport type { ${list(false).join(', ')} };\n`;
}

interface Name {
  readonly name: string;
  readonly text: string;
}

/** Interfaces that stand in what is shown. Where a program lets TypeScript infer a type, TypeScript must name them. */
function inferred(statements: readonly ts.Statement[], shown: readonly Name[]): readonly Name[] {
  const locals = new Set(shown.map(({ text }) => text.split(' ')[0]));
  const hidden = statements.filter(ts.isInterfaceDeclaration).filter(({ name }) => !locals.has(name.text));
  const isTaken = (text: string) => shown.some(({ name }) => name === text);
  return hidden.map(({ name: { text } }) => ({ name: text, text: isTaken(text) ? `${text} as ${text}$` : text }));
}

function namesIn({ exportClause }: ts.ExportDeclaration): readonly Name[] {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) throw new Error('an export without names');
  return exportClause.elements.map(({ name, propertyName }) => {
    const before = propertyName === undefined ? '' : `${propertyName.text} as `;
    return { name: name.text, text: `${before}${name.text}` };
  });
}
