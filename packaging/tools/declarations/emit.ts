/** The declarations of source files. Types that are computed from schemas are written out. */
import { join } from 'node:path';
import ts from 'typescript';
import { NotData, writeType } from './writeType.ts';

/** The declarations of every file of the house that these files need, by the path of the source. */
export function emitDeclarations(root: string, entries: readonly string[]): ReadonlyMap<string, string> {
  const program = ts.createProgram(entries, optionsAt(root));
  const faults = ts.getPreEmitDiagnostics(program);
  if (faults.length > 0) throw new Error(ts.formatDiagnostics(faults, FORMAT));
  const texts = new Map<string, string>();
  program.emit(
    undefined,
    (_, text, __, ___, sources) => {
      const [source] = sources ?? [];
      if (source !== undefined) texts.set(source.fileName, writtenOut(program.getTypeChecker(), source, text));
    },
    undefined,
    true,
  );
  return texts;
}

const FORMAT: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => '/',
  getNewLine: () => '\n',
};

function optionsAt(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const emitting = { noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true };
  return { ...options, ...emitting, rootDir: root, outDir: join(root, 'none') };
}

/** The same declarations, where no type depends on the type of a value. */
function writtenOut(checker: ts.TypeChecker, source: ts.SourceFile, text: string): string {
  const aliases = new Map(source.statements.filter(ts.isTypeAliasDeclaration).map((alias) => [alias.name.text, alias]));
  const declared = ts.createSourceFile('emitted.d.ts', text, ts.ScriptTarget.Latest, true);
  const computed = declared.statements.filter(ts.isTypeAliasDeclaration).filter(isComputed);
  return computed.toReversed().reduce((rest, { name, type }) => {
    const alias = aliases.get(name.text);
    if (alias === undefined) return rest;
    const whole = dataIn(checker, alias);
    if (whole === undefined) return rest;
    return `${rest.slice(0, type.getStart())}${whole}${rest.slice(type.end)}`;
  }, text);
}

function isComputed({ type, typeParameters }: ts.TypeAliasDeclaration): boolean {
  return typeParameters === undefined && asksForType(type);
}

function asksForType(node: ts.Node): boolean {
  return ts.isTypeQueryNode(node) || (ts.forEachChild(node, asksForType) ?? false);
}

function dataIn(checker: ts.TypeChecker, { type }: ts.TypeAliasDeclaration): string | undefined {
  try {
    return writeType(checker, checker.getTypeFromTypeNode(type));
  } catch (error) {
    if (error instanceof NotData) return undefined;
    throw error;
  }
}
