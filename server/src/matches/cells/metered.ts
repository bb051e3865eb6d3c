/**
 * Makes a module of WebAssembly fit for a cell: it can do nothing but compute, within 16 MB, and it counts what it does, since engines do not. What this
 * reader does not know is refused, so that no newer part of the format comes in without a meter. It runs nothing of the module.
 */
import { type Arity, meteredBody, referenceType, type Surroundings, valueType } from './meteredCode.ts';
import { WORLD } from './cellQuestion.ts';
import { Sink, Source, UnfitModule } from './wasmBytes.ts';

/** So much may the instructions of one question cost. */
const FUEL = 100_000_000;
/** This many places of eight bytes may the calls take that are open at once: less than any engine has. */
const DEPTH = 40_000;

const MOST_PAGES = 256;
const MOST_ENTRIES = 65_536;
const MOST_FUNCTIONS = 20_000;

const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** In the order in which they must come. */
const SECTIONS = { type: 1, import: 2, function: 3, table: 4, memory: 5, global: 6, export: 7, start: 8 } as const;
const LATER_SECTIONS = { element: 9, dataCount: 12, code: 10, data: 11 } as const;
const ORDER: readonly number[] = [...Object.values(SECTIONS), ...Object.values(LATER_SECTIONS)];

const [I32, FUNCTION] = [0x7f, 0x60];
const KINDS = ['function', 'table', 'memory', 'global'] as const;

/** Params and results, as in the module. */
type Signature = readonly [params: readonly number[], results: readonly number[]];

const DIE: Signature = [[I32], [I32]];
const EXPORTS: Readonly<Record<string, { readonly signature: Signature; readonly isOptional?: boolean }>> = {
  alloc: { signature: [[I32], [I32]] },
  move: { signature: [[I32, I32], [I32]] },
  // Some languages prepare themselves here.
  _initialize: { signature: [[], []], isOptional: true },
};

/** Throws `UnfitModule` if the module may not play. */
export function metered(bytes: Uint8Array): Uint8Array {
  return new Module(sectionsOf(bytes)).metered();
}

function sectionsOf(bytes: Uint8Array): ReadonlyMap<number, Source> {
  const source = new Source(bytes);
  if (bytes.length < MAGIC.length || MAGIC.some((byte, n) => byte !== bytes[n]))
    throw new UnfitModule('is not a module of WebAssembly 1');
  source.take(MAGIC.length);
  const sections = new Map<number, Source>();
  let last = -1;
  while (!source.isOver) {
    const id = source.byte();
    const section = source.part();
    if (id === 0) continue; // names and the like
    const place = ORDER.indexOf(id);
    if (place < 0) throw new UnfitModule(`has a part that bots may not have (section ${id})`);
    if (place <= last) throw new UnfitModule(`has section ${id} twice, or in a wrong place`);
    last = place;
    sections.set(id, section);
  }
  return sections;
}

class Module {
  private readonly sections: ReadonlyMap<number, Source>;
  private readonly signatures: Signature[] = [];
  /** By function: which signature it has. The imported ones come first. */
  private readonly functions: number[] = [];
  private imported = 0;
  private globals = 0;

  constructor(sections: ReadonlyMap<number, Source>) {
    this.sections = sections;
  }

  metered(): Uint8Array {
    const { type, import: imports, function: functions, table, memory, global, export: exports } = SECTIONS;
    const { element, dataCount, code, data } = LATER_SECTIONS;
    const made = new Map<number, Sink | undefined>([
      [type, this.rewritten(type, (source) => this.types(source))],
      [imports, this.rewritten(imports, (source) => this.imports(source))],
      [functions, this.rewritten(functions, (source) => this.declared(source))],
      [table, this.rewritten(table, tables)],
      [memory, this.rewritten(memory, memories)],
      [global, this.withMeter(this.sections.get(global))],
      [exports, this.exports(this.sections.get(exports) ?? new Source(new Uint8Array([0])))],
      // What these hold does not run, so it is for the engine to judge.
      ...[element, dataCount].map((id) => [id, this.asItIs(id)] as const),
      [code, this.code(this.sections.get(code))],
      [data, this.asItIs(data)],
    ]);
    const whole = new Sink().raw(MAGIC);
    for (const [id, section] of made) if (section !== undefined) whole.byte(id).part(section);
    return whole.written().slice();
  }

  private asItIs(id: number): Sink | undefined {
    const source = this.sections.get(id);
    return source && new Sink().raw(source.rest());
  }

  private rewritten(id: number, rewrite: (source: Source) => Sink): Sink | undefined {
    const source = this.sections.get(id);
    if (source === undefined) return undefined;
    const sink = rewrite(source);
    mustBeOver(source, id);
    return sink;
  }

  private types(source: Source): Sink {
    const sink = new Sink();
    const count = source.each(() => {
      if (source.byte() !== FUNCTION) throw new UnfitModule('has types of other things than functions');
      const [params, results]: [number[], number[]] = [[], []];
      source.each(() => params.push(valueType(source)));
      source.each(() => results.push(valueType(source)));
      if (results.length > 1) throw new UnfitModule('has functions with more than one result');
      this.signatures.push([params, results]);
      sink.byte(FUNCTION).u32(params.length).raw(params).u32(results.length).raw(results);
    });
    return new Sink().u32(count).raw(sink.written());
  }

  private imports(source: Source): Sink {
    const sink = new Sink();
    const count = source.each(() => {
      const [module, name] = [textOf(source), textOf(source)];
      const kind = source.byte();
      const type = kind === 0 ? source.u32() : undefined;
      if (module !== WORLD || name !== 'die' || type === undefined || !isSame(this.signatures[type], DIE))
        throw new UnfitModule(
          `imports ${KINDS[kind] ?? 'something odd'} ${JSON.stringify(module)} ${JSON.stringify(name)}; it may import ` +
            `the function "${WORLD}" "die" (i32) -> i32 alone`,
        );
      this.functions.push(type);
      sink.text(module).text(name).byte(0).u32(type);
    });
    this.imported = count;
    return new Sink().u32(count).raw(sink.written());
  }

  private declared(source: Source): Sink {
    const sink = new Sink();
    const count = source.each(() => {
      const type = source.u32();
      if (this.signatures[type] === undefined) throw new UnfitModule('has a function without a type');
      if (this.functions.length === MOST_FUNCTIONS) throw new UnfitModule(`has more than ${MOST_FUNCTIONS} functions`);
      this.functions.push(type);
      sink.u32(type);
    });
    return new Sink().u32(count).raw(sink.written());
  }

  /** The globals of the meter come last, so that those of the module keep their numbers. */
  private withMeter(source: Source | undefined): Sink {
    const sink = new Sink();
    this.globals =
      source?.each(() => {
        sink.raw(source.taken(() => [valueType(source), isMutable(source), constant(source)]));
      }) ?? 0;
    if (source !== undefined) mustBeOver(source, SECTIONS.global);
    sink.byte(0x7e, 0x01, 0x42).positive(FUEL).byte(0x0b);
    sink.byte(I32, 0x01, 0x41).positive(DEPTH).byte(0x0b);
    return new Sink().u32(this.globals + 2).raw(sink.written());
  }

  /** No other name is looked for. What the engine would start by itself is started by the cell, which then can tell why it stopped. */
  private exports(source: Source): Sink {
    const sink = new Sink();
    const found = new Set<string>();
    source.each(() => {
      const [name, kind, index] = [textOf(source), source.byte(), source.u32()];
      const wanted = Object.hasOwn(EXPORTS, name) ? EXPORTS[name]?.signature : undefined;
      if (wanted === undefined ? name !== 'memory' || kind !== 2 : kind !== 0) return;
      if (wanted !== undefined && !isSame(this.signatures[this.functions[index] ?? -1], wanted)) return;
      if (found.has(name)) throw new UnfitModule(`exports ${name} twice`);
      found.add(name);
      sink.text(name).byte(kind).u32(index);
    });
    mustBeOver(source, SECTIONS.export);
    const missing = ['memory', ...Object.keys(EXPORTS)].find(
      (name) => !found.has(name) && EXPORTS[name]?.isOptional !== true,
    );
    if (missing !== undefined) throw new UnfitModule(`does not export ${WANTED[missing] ?? missing}`);
    sink.text('fuel').byte(3).u32(this.globals);
    sink
      .text('depth')
      .byte(3)
      .u32(this.globals + 1);
    const start = this.sections.get(SECTIONS.start)?.u32();
    if (start !== undefined) sink.text('start').byte(0).u32(start);
    return new Sink().u32(found.size + (start === undefined ? 2 : 3)).raw(sink.written());
  }

  private code(source: Source | undefined): Sink | undefined {
    const { functions, signatures, imported, globals } = this;
    const types: readonly Arity[] = signatures.map(([params, results]) => ({
      params: params.length,
      results: results.length,
    }));
    const arities = functions.flatMap((type) => types[type] ?? []);
    const around: Surroundings = { types, functions: arities, imported, globals, meetings: { count: 0 } };
    const sink = new Sink();
    const count =
      source?.each((n) => {
        const arity = arities[imported + n];
        if (arity === undefined) throw new UnfitModule('has more code than functions');
        sink.part(meteredBody(source.part(), arity, around));
      }) ?? 0;
    if (count !== functions.length - imported) throw new UnfitModule('has functions without code');
    if (source !== undefined) mustBeOver(source, LATER_SECTIONS.code);
    return source && new Sink().u32(count).raw(sink.written());
  }
}

const WANTED: Readonly<Record<string, string>> = {
  memory: 'its memory as "memory"',
  alloc: 'a function alloc(i32) -> i32',
  move: 'a function move(i32, i32) -> i32',
};

function mustBeOver(source: Source, id: number): void {
  if (!source.isOver) throw new UnfitModule(`has more in section ${id} than that section says`);
}

const isSame = (one: Signature | undefined, other: Signature): boolean => JSON.stringify(one) === JSON.stringify(other);

const MOST_SHOWN = 60;

/** For comparison and for an error: a longer text is not a name that is looked for. */
function textOf(source: Source): string {
  const bytes = source.part().rest();
  return new TextDecoder().decode(bytes.subarray(0, MOST_SHOWN)) + (bytes.length > MOST_SHOWN ? '…' : '');
}

function tables(source: Source): Sink {
  const sink = new Sink();
  const count = source.each(() => {
    referenceType(source);
    sink.byte(0x70).raw(limits(source, { most: MOST_ENTRIES, of: 'entries in its table' }).written());
  });
  if (count > 1) throw new UnfitModule('has more than one table');
  return new Sink().u32(count).raw(sink.written());
}

function memories(source: Source): Sink {
  const sink = new Sink();
  const count = source.each(() => {
    sink.raw(limits(source, { most: MOST_PAGES, of: 'pages of memory' }).written());
  });
  if (count !== 1) throw new UnfitModule('has not one memory of its own');
  return new Sink().u32(count).raw(sink.written());
}

/** The lowest and the highest size. What may grow further stops at `most`. */
function limits(source: Source, { most, of }: { readonly most: number; readonly of: string }): Sink {
  const kind = source.byte();
  if (kind > 1) throw new UnfitModule('shares its memory, or has one of 64 bits');
  const lowest = source.u32();
  const highest = kind === 1 ? source.u32() : most;
  if (lowest > most) throw new UnfitModule(`begins with ${lowest} ${of}, and may have ${most}`);
  return new Sink().byte(1).u32(lowest).u32(Math.min(highest, most));
}

function isMutable(source: Source): boolean {
  const flag = source.byte();
  if (flag > 1) throw new UnfitModule('shares a global');
  return flag === 1;
}

/** What a global begins with. */
function constant(source: Source): void {
  const code = source.byte();
  if (code === 0x41) source.skipSigned(5);
  else if (code === 0x42) source.skipSigned(10);
  else if (code === 0x43) source.take(4);
  else if (code === 0x44) source.take(8);
  else if (code === 0xd0) referenceType(source);
  else if (code === 0xd2) source.u32();
  else throw new UnfitModule('has a global that begins with something else than a constant');
  if (source.byte() !== 0x0b) throw new UnfitModule('has a global that begins with more than a constant');
}
