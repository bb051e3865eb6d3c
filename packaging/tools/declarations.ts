/**
 * One file of declarations for each sub-path of a package, with all types of the house that it needs. TypeScript emits declarations of
 * all sources; types that are computed from schemas are written out in them, because rollup-plugin-dts, which then rolls them up, leaves
 * a computed type as it stands: strangers would need the schemas.
 */
import { dirname, join } from 'node:path';
import { type InputPluginOption, rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';

/** The declarations of every file of the house that these files need, by the path of the source. */
export function emitDeclarations(
  root: string,
  entries: readonly string[],
  config = 'tsconfig.json',
): ReadonlyMap<string, string> {
  const program = ts.createProgram(entries, optionsAt(root, config));
  const faults = ts.getPreEmitDiagnostics(program);
  if (faults.length > 0) throw new Error(ts.formatDiagnostics(faults, ts.createCompilerHost({})));
  const texts = new Map<string, string>();
  const write: ts.WriteFileCallback = (_, text, __, ___, sources) => {
    const [source] = sources ?? [];
    if (source !== undefined) texts.set(source.fileName, writtenOut(program.getTypeChecker(), source, text));
  };
  program.emit(undefined, write, undefined, true);
  return texts;
}

function optionsAt(root: string, file: string): ts.CompilerOptions {
  const path = join(root, file);
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root, {}, path);
  const emitting = { noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true };
  return { ...options, ...emitting, rootDir: root, outDir: join(root, 'none') };
}

/** The same declarations, where no type depends on the type of a value. */
function writtenOut(checker: ts.TypeChecker, source: ts.SourceFile, text: string): string {
  const aliases = new Map(source.statements.filter(ts.isTypeAliasDeclaration).map((alias) => [alias.name.text, alias]));
  const declared = ts.createSourceFile('emitted.d.ts', text, ts.ScriptTarget.Latest, true);
  const computed = declared.statements
    .filter(ts.isTypeAliasDeclaration)
    .filter(({ type, typeParameters }) => typeParameters === undefined && asksForType(type));
  return computed.toReversed().reduce((rest, { name, type }) => {
    const alias = aliases.get(name.text);
    const whole = alias && dataIn(checker, alias);
    return whole === undefined ? rest : `${rest.slice(0, type.getStart())}${whole}${rest.slice(type.end)}`;
  }, text);
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

/** The type is not of data, so it keeps the name that it has. */
class NotData extends Error {}

const PLAIN =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Null |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.Never;

type Write = (part: ts.Type) => string;

/** Writes a type out as TypeScript, down to its plain parts, with the comments of its fields. A recursive type has no end, and fails. */
function writeType(checker: ts.TypeChecker, type: ts.Type): string {
  const write: Write = (part) => writeType(checker, part);
  if (type.isUnion()) return writeUnion(checker, type, write);
  if ((type.flags & PLAIN) !== 0) return checker.typeToString(type);
  if (checker.isTupleType(type)) return writeTuple(checker, type as ts.TupleTypeReference, write);
  if (checker.isArrayType(type)) {
    const items = checker.getTypeArguments(type as ts.TypeReference).map(write);
    return `${type.symbol.name === 'ReadonlyArray' ? 'readonly ' : ''}(${items.join()})[]`;
  }
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0)
    throw new NotData(`a function is not data: ${checker.typeToString(type)}`);
  return writeObject(checker, type, write);
}

/** TypeScript takes `boolean` for a union of two, and an absent field for one of another kind of `undefined`. */
function writeUnion(checker: ts.TypeChecker, { types }: ts.UnionType, write: Write): string {
  const isTruth = ({ flags }: ts.Type) => (flags & ts.TypeFlags.BooleanLiteral) !== 0;
  const isBoolean = types.filter(isTruth).length === 2;
  const isAbsent = (part: ts.Type) =>
    (part.flags & ts.TypeFlags.Undefined) !== 0 && part !== checker.getUndefinedType();
  const parts = types.filter((part) => !isAbsent(part) && !(isBoolean && isTruth(part)));
  return [...parts.map(write), ...(isBoolean ? ['boolean'] : [])].join(' | ');
}

function writeTuple(checker: ts.TypeChecker, type: ts.TupleTypeReference, write: Write): string {
  const items = checker.getTypeArguments(type).map(write);
  const parts = items.map((item, index) => {
    const flags = type.target.elementFlags[index] ?? ts.ElementFlags.Required;
    return flags & ts.ElementFlags.Rest ? `...(${item})[]` : `${item}${flags & ts.ElementFlags.Optional ? '?' : ''}`;
  });
  return `${type.target.readonly ? 'readonly ' : ''}[${parts.join(', ')}]`;
}

function writeObject(checker: ts.TypeChecker, type: ts.Type, write: Write): string {
  const fields = checker.getPropertiesOfType(type).map((field) => writeField(checker, field, write));
  const maps = checker
    .getIndexInfosOfType(type)
    .map(
      ({ keyType, type: held, isReadonly }) =>
        `${isReadonly ? 'readonly ' : ''}[key: ${write(keyType)}]: ${write(held)};`,
    );
  return `{ ${[...fields, ...maps].join('\n')} }`;
}

function writeField(checker: ts.TypeChecker, field: ts.Symbol, write: Write): string {
  const type = checker.getTypeOfSymbol(field);
  const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0;
  const name = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : JSON.stringify(field.name);
  const before = isReadonly(field) ? 'readonly ' : '';
  return `${commentOf(checker, field)}${before}${name}${isOptional ? '?' : ''}: ${write(type)};`;
}

/** TypeScript keeps this of a field that a mapped type made, and does not show it. */
function isReadonly(field: ts.Symbol): boolean {
  const { links } = field as ts.Symbol & { readonly links?: { readonly checkFlags?: number } };
  const isMade = ((links?.checkFlags ?? 0) & READONLY) !== 0;
  return (
    isMade ||
    (field.declarations ?? []).some((node) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly) !== 0)
  );
}

/** `CheckFlags.Readonly` inside the compiler. */
const READONLY = 8;

function commentOf(checker: ts.TypeChecker, field: ts.Symbol): string {
  const text = ts.displayPartsToString(field.getDocumentationComment(checker)).trim();
  return text === '' ? '\n' : `\n/** ${text.replaceAll('\n', '\n * ')} */\n`;
}

export interface House {
  /** Declarations by the paths of their sources. */
  readonly declarations: ReadonlyMap<string, string>;
  /** The sources of the packages of the house, by what an import says. */
  readonly sources: ReadonlyMap<string, string>;
}

interface SubPath {
  readonly source: string;
  /** What exists at run time. */
  readonly values: readonly string[];
  /** The source of the package's `index.js`, if this is another sub-path. */
  readonly main: string | undefined;
}

/**
 * Rolls up what a sub-path shows. Sub-paths share no chunk, because programs cannot name a type of a chunk. What one
 * imports from the main one stays an import: a class that is declared twice would be two types.
 */
export async function rollUp({ source, values, main }: SubPath, house: House): Promise<string> {
  const bundle = await rollup({
    input: declared(source),
    plugins: [fromMain(main), fromMemory(house), dts()],
    onLog: (_, { code, message }) => {
      if (code !== 'UNUSED_EXTERNAL_IMPORT') throw new Error(message);
    },
  });
  const { output } = await bundle.generate({ format: 'es' });
  return tidy(declareGlobals(output[0].code), values);
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
function fromMemory({ declarations, sources }: House): InputPluginOption {
  return {
    name: 'declarations in memory',
    resolveId(said, from) {
      if (from === undefined) return said;
      if (said.startsWith('.')) return declared(join(dirname(from), said));
      const source = sources.get(said);
      return source === undefined ? { id: said, external: true, moduleSideEffects: false } : declared(source);
    },
    load(id) {
      const text = declarations.get(id.replace(/\.d\.ts$/, '.ts'));
      if (text === undefined) throw new Error(`${id} was not emitted`);
      return text;
    },
  };
}

function declared(source: string): string {
  return source.replace(/\.ts$/, '.d.ts');
}

/** Run times have it and the language has not: it is what the program knows, or else what all implementations have in common. */
const ABORT_SIGNAL = `type AbortSignal = typeof globalThis extends { AbortSignal: { prototype: infer Own } } ? Own : {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(name: 'abort', listener: () => void): void;
  removeEventListener(name: 'abort', listener: () => void): void;
};
`;

const declareGlobals = (text: string) => (/\bAbortSignal\b/.test(text) ? ABORT_SIGNAL : '') + text;

interface Name {
  readonly name: string;
  readonly text: string;
}

/** The same declarations, indented. What is not a value is shown as a type: a class may be shown as a type alone. */
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
