/** JSON Schema of TypeScript types: of JSON data with literal unions, lists, and objects whose every field has a comment. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export interface JsonSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

/** A schema as its file holds it. */
export const textOf = (schema: object | undefined): string => `${JSON.stringify(schema, null, 2)}\n`;

let program: ts.Program | undefined;

/** A type of told.ts, and what the compiler knows of it. */
export function compiled(name: string): { readonly checker: ts.TypeChecker; readonly type: ts.Type } {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const file = fileURLToPath(new URL('told.ts', import.meta.url));
  // The files are parsed once, but each type has a checker of its own: the order of a union is that in which a checker met its members.
  program = ts.createProgram({ rootNames: [file], options, ...(program !== undefined && { oldProgram: program }) });
  const checker = program.getTypeChecker();
  const declared = program
    .getSourceFile(file)
    ?.statements.find(
      (one) => (ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one)) && one.name.text === name,
    );
  if (declared === undefined) throw new Error(`${file} has no type ${name}`);
  return { checker, type: checker.getTypeAtLocation(declared) };
}

const LITERAL = ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral | ts.TypeFlags.BooleanLiteral;
const LIST_ITEM = /^- `(\w+)`: ([\s\S]*?)(?=\n- `|$)/gm;

export class TypeSchemas {
  /** The schemas of named objects. */
  readonly named: Record<string, JsonSchema> = {};
  /** Fields and events without a comment. */
  readonly undocumented: string[] = [];
  private readonly checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.checker = checker;
  }

  of(type: ts.Type, path: string): JsonSchema {
    if (type.isUnion()) return this.union(type, path);
    if (isOpenText(type)) return { type: 'string' };
    if (type.flags & LITERAL) return literals([type], this.checker);
    if (type.flags & ts.TypeFlags.String) return { type: 'string' };
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
    if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (type.flags & ts.TypeFlags.Unknown) return {};
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
    if (this.checker.isTupleType(type)) return this.tuple(type as ts.TupleTypeReference, path);
    const item = this.checker.isArrayType(type) && this.checker.getTypeArguments(type as ts.TypeReference)[0];
    if (item) return { type: 'array', items: this.of(item, `${path}[]`) };
    if (type.flags & ts.TypeFlags.Object || type.isIntersection()) return this.object(type, path);
    throw new Error(`${path}: ${this.checker.typeToString(type)} is not JSON`);
  }

  /** Each member of a union of events, by its kind, with the comment before it. */
  events(type: ts.Type): Readonly<Record<string, JsonSchema>> {
    const members = type.isUnion() ? type.types : [type];
    return Object.fromEntries(members.map((member) => this.event(member)));
  }

  private event(type: ts.Type): readonly [string, JsonSchema] {
    const declared = type.symbol.declarations?.[0];
    const comment = declared === undefined ? '' : commentBefore(declared);
    const { kind, ...fields } = Object.fromEntries(
      type.getProperties().map((property) => [property.name, this.checker.getTypeOfSymbol(property)]),
    );
    const name = kind?.isStringLiteral() ? kind.value : '';
    const about = new Map(
      [...comment.matchAll(LIST_ITEM)].map(([, field = '', words = '']) => [field, oneLine(words)]),
    );
    const described = Object.entries(fields).map(([field, fieldType]) => {
      const words = about.get(field);
      if (words === undefined) this.undocumented.push(`event ${name}.${field}`);
      return [field, withWords(this.of(required(fieldType), `event ${name}.${field}`), words)] as const;
    });
    const [description] = comment.split('\n- `');
    if (!description) this.undocumented.push(`event ${name}`);
    return [
      name,
      this.closed(type, { description: oneLine(description ?? ''), fields: [['kind', { const: name }], ...described] }),
    ];
  }

  private union(type: ts.UnionType, path: string): JsonSchema {
    const members = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const plain = members.filter(({ flags }) => flags & LITERAL);
    if (members.some(isOpenText)) {
      const { enum: examples } = literals(plain, this.checker);
      return { type: 'string', ...(examples && { examples }) };
    }
    const rest = members.filter(({ flags }) => !(flags & LITERAL));
    if (rest.length === 0) return literals(plain, this.checker);
    const choices = [
      ...(plain.length > 0 ? [literals(plain, this.checker)] : []),
      ...rest.map((one) => this.of(one, path)),
    ];
    return choices.length === 1 ? (choices[0] ?? {}) : { oneOf: choices };
  }

  /** A list whose elements have types of their own, with the comment of each. More elements may follow. */
  private tuple(type: ts.TupleTypeReference, path: string): JsonSchema {
    const { labeledElementDeclarations: labels = [], minLength } = type.target;
    const items = this.checker.getTypeArguments(type).map((element, index) => {
      const label = labels[index];
      const words = label && commentBefore(label);
      return withWords(this.of(element, `${path}[${index}]`), words);
    });
    return { type: 'array', items, minItems: minLength };
  }

  /** An object with a name of its own stands apart, under that name. */
  private object(type: ts.Type, path: string): JsonSchema {
    const index = type.getStringIndexType();
    if (index !== undefined) return { type: 'object', additionalProperties: this.of(index, `${path}.*`) };
    const name = nameOf(type);
    if (name === undefined) return this.fieldsOf(type, path);
    this.named[name] ??= this.fieldsOf(type, name);
    return { $ref: `#/$defs/${name}` };
  }

  fieldsOf(type: ts.Type, path: string): JsonSchema {
    const fields = type.getProperties().map((property) => {
      const words = ts.displayPartsToString(property.getDocumentationComment(this.checker));
      if (words === '') this.undocumented.push(`${path}.${property.name}`);
      const schema = this.of(required(this.checker.getTypeOfSymbol(property)), `${path}.${property.name}`);
      return [property.name, withWords(schema, words)] as const;
    });
    return this.closed(type, { fields });
  }

  private closed(
    type: ts.Type,
    { description, fields }: { description?: string; fields: readonly (readonly [string, JsonSchema])[] },
  ): JsonSchema {
    const needed = type.getProperties().filter(({ flags }) => !(flags & ts.SymbolFlags.Optional));
    return {
      ...(description !== undefined && { description }),
      type: 'object',
      properties: Object.fromEntries(fields),
      required: needed.map(({ name }) => name),
      additionalProperties: false,
    };
  }
}

function nameOf({ symbol, aliasSymbol }: ts.Type): string | undefined {
  const isInterface = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Interface) !== 0;
  return aliasSymbol === undefined && isInterface ? symbol.name : undefined;
}

/** Whole numbers and texts of a closed list; `true` and `false` together are any boolean. */
function literals(types: readonly ts.Type[], checker: ts.TypeChecker): JsonSchema {
  const values = types.map((type) => {
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
    return checker.typeToString(type) === 'true';
  });
  if (values.includes(true) && values.includes(false)) return { type: 'boolean' };
  // Sorted, because the compiler gives them in the order in which it met them.
  return values.length === 1 ? { const: values[0] } : { enum: values.toSorted() };
}

/** `string & {}` stands beside known texts where others may come. */
function isOpenText(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.String);
}

function required(type: ts.Type): ts.Type {
  return type.isUnion() ? type.getNonNullableType() : type;
}

function withWords(schema: JsonSchema, words: string | undefined): JsonSchema {
  return words === undefined || words === '' ? schema : { description: oneLine(words), ...schema };
}

const oneLine = (words: string) => words.replace(/\s+/g, ' ').trim();

/** The comment before a member of a union, which stands before its bar. */
function commentBefore(node: ts.Node): string {
  const text = node.getSourceFile().text.slice(0, node.getStart());
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\|?\s*$/.exec(text)?.[1] ?? '';
  return comment.replace(/^\s*\* ?/gm, '').trim();
}
