/** Writes a type out as TypeScript, down to its plain parts, with the comments of its fields. */
import ts from 'typescript';

/** The type is not of data, so it keeps the name that it has. */
export class NotData extends Error {}

/** Types of data nest less deep. A type that does is recursive, and cannot be written out. */
const DEEPEST = 20;

export function writeType(checker: ts.TypeChecker, type: ts.Type, depth = 0): string {
  if (depth > DEEPEST) throw new Error('this type has no end when it is written out: give it a name');
  const write = (part: ts.Type) => writeType(checker, part, depth + 1);
  if (type.isUnion()) return writeUnion(checker, type, write);
  if (isPlain(type)) return checker.typeToString(type);
  if (checker.isTupleType(type)) return writeTuple(checker, type as ts.TupleTypeReference, write);
  if (checker.isArrayType(type)) return writeList(checker, type, write);
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0)
    throw new NotData(`a function is no data: ${checker.typeToString(type)}`);
  return writeObject(checker, type, write);
}

type Write = (part: ts.Type) => string;

const PLAIN =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Null |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.Never;

function isPlain({ flags }: ts.Type): boolean {
  return (flags & PLAIN) !== 0;
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

function writeList(checker: ts.TypeChecker, type: ts.Type, write: Write): string {
  const [item] = checker.getTypeArguments(type as ts.TypeReference);
  if (item === undefined) throw new Error('a list of nothing');
  return `${isReadonlyList(type) ? 'readonly ' : ''}(${write(item)})[]`;
}

function isReadonlyList(type: ts.Type): boolean {
  return type.symbol?.name === 'ReadonlyArray';
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
