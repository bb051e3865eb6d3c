/**
 * The body of a function of WebAssembly, with a meter in it. Each run of instructions without a branch into it first takes from the fuel what it costs;
 * at the begin of functions and loops, where code can go round, the code stops if there is none left. What moves many bytes pays for each.
 */
import { Sink, Source, UnfitModule } from './wasmBytes.ts';

/** What is known of the module around the body. */
export interface Surroundings {
  /** How many values a function takes and whether it returns one, by type and by function. */
  readonly types: readonly Arity[];
  readonly functions: readonly Arity[];
  readonly imported: number;
  /** The first number that no global of the module has: those of the meter come after them. */
  readonly globals: number;
  /** How often compilers will have to bring a local or a value on the stack of a function to its place, in all of them so far. */
  readonly meetings: { count: number };
}

export interface Arity {
  readonly params: number;
  readonly results: number;
}

/** The smallest frame of a call has this many places of eight bytes, beside its locals and what it has on its stack. */
const FRAME = 12;
/** The meter at the begin of loops and functions takes time itself. */
const METER_COSTS = 3;
/** Locals begin as 0, which the engine does for several at a time. */
const LOCALS_FOR_ONE = 4;
const MOST_LOCALS = 5000;
/** Compilers take half a second for this many. */
const MOST_MEETINGS = 10_000_000;
/** At a call they only look whether a place is in use. */
const CALLS_FOR_ONE = 32;
/** What costs so much is a call of the engine. */
const ENGINE_COSTS = 50;

/**
 * All instructions that a bot may use: from, to, what follows in the code, how much higher the stack is afterwards, and their cost if it is not 1.
 * What follows: `u` a number, `i` and `l` constants of 32 and 64 bits, `4` and `8` as many bytes, `m` a place in memory, `0` the only memory,
 * `b` the type of a block, `t` a table of branches, `g` a global, `s` types of a choice, `f` the type of a reference.
 */
const INSTRUCTIONS: readonly (readonly [from: number, to: number, follows: string, rise: number, cost?: number])[] = [
  [0x00, 0x01, '', 0],
  [0x02, 0x03, 'b', 0],
  [0x04, 0x04, 'b', -1],
  [0x05, 0x05, '', 0],
  [0x0b, 0x0b, '', 0],
  [0x0c, 0x0c, 'u', 0],
  [0x0d, 0x0d, 'u', -1],
  [0x0e, 0x0e, 't', -1, 3],
  [0x0f, 0x0f, '', 0],
  [0x10, 0x10, 'u', 0, 4],
  [0x11, 0x11, 'uu', -1, 8],
  [0x1a, 0x1a, '', -1],
  [0x1b, 0x1b, '', -2],
  [0x1c, 0x1c, 's', -2],
  [0x20, 0x20, 'u', 1],
  [0x21, 0x21, 'u', -1],
  [0x22, 0x22, 'u', 0],
  [0x23, 0x23, 'g', 1],
  [0x24, 0x24, 'g', -1],
  [0x25, 0x25, 'u', 0, 4],
  [0x26, 0x26, 'u', -2, 50],
  [0x28, 0x35, 'm', 0, 2],
  [0x36, 0x3e, 'm', -2, 2],
  [0x3f, 0x3f, '0', 1],
  [0x40, 0x40, '0', 0, 2000],
  [0x41, 0x41, 'i', 1],
  [0x42, 0x42, 'l', 1],
  [0x43, 0x43, '4', 1],
  [0x44, 0x44, '8', 1],
  [0x45, 0x45, '', 0],
  [0x46, 0x4f, '', -1],
  [0x50, 0x50, '', 0],
  [0x51, 0x66, '', -1],
  [0x67, 0x69, '', 0],
  [0x6a, 0x6c, '', -1],
  [0x6d, 0x70, '', -1, 8], // a division
  [0x71, 0x78, '', -1],
  [0x79, 0x7b, '', 0],
  [0x7c, 0x7e, '', -1],
  [0x7f, 0x82, '', -1, 8],
  [0x83, 0x8a, '', -1],
  [0x8b, 0x90, '', 0, 2],
  [0x91, 0x91, '', 0, 8], // a root
  [0x92, 0x94, '', -1, 2],
  [0x95, 0x95, '', -1, 8],
  [0x96, 0x98, '', -1, 2],
  [0x99, 0x9e, '', 0, 2],
  [0x9f, 0x9f, '', 0, 8],
  [0xa0, 0xa2, '', -1, 2],
  [0xa3, 0xa3, '', -1, 8],
  [0xa4, 0xa6, '', -1, 2],
  [0xa7, 0xbf, '', 0, 2],
  [0xc0, 0xc4, '', 0],
  [0xd0, 0xd0, 'f', 1],
  [0xd1, 0xd1, '', 0],
  [0xd2, 0xd2, 'u', 1, 50],
  [0xfc00, 0xfc07, '', 0, 2],
  [0xfc08, 0xfc08, 'u0', -3, 50],
  [0xfc09, 0xfc09, 'u', 0, 50],
  [0xfc0a, 0xfc0a, '00', -3, 50],
  [0xfc0b, 0xfc0b, '0', -3, 50],
  [0xfc0c, 0xfc0c, 'uu', -3, 200],
  [0xfc0d, 0xfc0d, 'u', 0, 50],
  [0xfc0e, 0xfc0e, 'uu', -3, 200],
  [0xfc0f, 0xfc0f, 'u', -1, 2000],
  [0xfc10, 0xfc10, 'u', 1],
  [0xfc11, 0xfc11, 'u', -3, 200],
];

/** What each byte, page or entry costs that an instruction moves: how many these are lies on top of the stack. */
const BULK: ReadonlyMap<number, number> = new Map([
  [0x40, 4096],
  [0xfc08, 1],
  [0xfc0a, 1],
  [0xfc0b, 1],
  [0xfc0c, 20],
  [0xfc0e, 20],
  [0xfc0f, 20],
  [0xfc11, 20],
]);

/** Where the bits of a NaN would show, which differ between machines: stores, casts and `copysign`. By the added local that they need. */
const SHOWS_BITS: ReadonlyMap<number, 1 | 2> = new Map([
  [0x38, 1],
  [0xbc, 1],
  [0x98, 1],
  [0x39, 2],
  [0xbd, 2],
  [0xa6, 2],
]);

const ADDED_LOCALS: readonly (readonly number[])[] = [
  [1, 0x7f], // i32
  [1, 0x7d], // f32
  [1, 0x7c], // f64
];
const NAN_32 = [0x43, 0, 0, 0xc0, 0x7f];
const NAN_64 = [0x44, 0, 0, 0, 0, 0, 0, 0xf8, 0x7f];

interface Instruction {
  readonly follows: string;
  readonly rise: number;
  readonly cost: number;
}

const BY_CODE: ReadonlyMap<number, Instruction> = new Map(
  INSTRUCTIONS.flatMap(([from, to, follows, rise, cost = 1]) =>
    Array.from({ length: to - from + 1 }, (_, n) => [from + n, { follows, rise, cost }] as const),
  ),
);

const VALUE_TYPES: ReadonlySet<number> = new Set([0x7f, 0x7e, 0x7d, 0x7c, 0x70]);
const NO_VALUE = 0x40;
const FUNCTIONS = 0x70;

export function valueType(source: Source): number {
  const type = source.byte();
  if (VALUE_TYPES.has(type)) return type;
  throw new UnfitModule(`uses a type that bots may not use (0x${type.toString(16)})`);
}

/** The type of a reference. Bots have references to functions alone. */
export function referenceType(source: Source): void {
  if (source.byte() !== FUNCTIONS) throw new UnfitModule('uses references to other things than functions');
}

interface Block {
  /** Of the stack, where it begins. */
  readonly height: number;
  readonly results: number;
}

export function meteredBody(source: Source, arity: Arity, around: Surroundings): Sink {
  return new Body(source, arity, around).metered();
}

class Body {
  private readonly source: Source;
  private readonly around: Surroundings;
  private readonly out = new Sink();
  private readonly blocks: Block[];
  private readonly fuel: number;
  private readonly depth: number;
  /** Where the size of the frame is told. It is known at the end. */
  private readonly frames: number[] = [];
  private locals: number;
  private height = 0;
  private highest = 0;
  /** Where the cost of the instructions since the last branch is told, if there are any. */
  private charge: number | undefined;
  private cost = 0;
  private needsLocals = false;

  constructor(source: Source, { params, results }: Arity, around: Surroundings) {
    this.source = source;
    this.around = around;
    this.locals = params;
    this.blocks = [{ height: 0, results }];
    [this.fuel, this.depth] = [around.globals, around.globals + 1];
  }

  metered(): Sink {
    const declared: Uint8Array[] = [];
    this.source.each(() => declared.push(this.source.taken(() => this.addLocals())));
    this.begin(METER_COSTS + Math.ceil(this.locals / LOCALS_FOR_ONE));
    this.stopIfNegative(this.fuel, [0x42, 0x00, 0x53]);
    this.stopIfNegative(this.depth, [0x41, 0x00, 0x48]);
    while (this.blocks.length > 0) this.next();
    if (!this.source.isOver) throw new UnfitModule('has code behind the end of a function');
    for (const place of this.frames) this.out.fill(place, FRAME + this.locals + this.highest);
    const added = this.needsLocals ? ADDED_LOCALS : [];
    const whole = new Sink().u32(declared.length + added.length);
    for (const group of [...declared, ...added]) whole.raw(group);
    return whole.raw(this.out.written());
  }

  private addLocals(): void {
    this.locals += this.source.u32();
    if (this.locals > MOST_LOCALS) throw new UnfitModule(`has a function with more than ${MOST_LOCALS} locals`);
    valueType(this.source);
  }

  private next(): void {
    const first = this.source.byte();
    const prefixed = first === 0xfc ? this.source.u32() : undefined;
    const code = prefixed === undefined ? first : 0xfc00 + prefixed;
    const instruction = BY_CODE.get(code);
    if (instruction === undefined) {
      const shown = [first, ...(prefixed === undefined ? [] : [prefixed])].map((n) => `0x${n.toString(16)}`).join(' ');
      throw new UnfitModule(`uses an instruction that bots may not use (${shown})`);
    }
    if (code >= 0x02 && code <= 0x0e) this.meet(1);
    else if (code === 0x10 || code === 0x11 || instruction.cost >= ENGINE_COSTS) this.meet(1 / CALLS_FOR_ONE);
    if (code === 0x05 || code === 0x0b) this.leave(code);
    else this.write(code, instruction);
  }

  /** Wherever branches begin or end, each local and each value below may be in two places. Code that is never reached may have less than none. */
  private meet(times: number): void {
    const { meetings } = this.around;
    meetings.count += times * (this.locals + Math.max(0, this.height));
    if (meetings.count <= MOST_MEETINGS) return;
    throw new UnfitModule('has too many branches and calls in functions with many locals, or many values on the stack');
  }

  /** The end of a block, or of its first half. Other code may come here, too, so what follows pays for itself. */
  private leave(code: number): void {
    const block = this.blocks.at(-1) ?? { height: 0, results: 0 };
    this.settle();
    this.out.byte(code);
    this.height = block.height + (code === 0x0b ? block.results : 0);
    if (code === 0x0b) this.blocks.pop();
  }

  private write(code: number, { follows, rise, cost }: Instruction): void {
    if (this.charge === undefined) this.begin(0);
    this.cost += cost;
    const operands = this.source.taken(() => {
      for (const kind of follows) this.follow(kind);
    });
    const called = this.called(code, operands);
    const isCall = code === 0x11 || (called !== undefined && !called.isImported);
    this.prepare(code);
    if (isCall) this.moveDepth(0x6b);
    this.out.raw(code > 0xff ? [0xfc, code & 0xff] : [code]).raw(operands);
    if (isCall) this.moveDepth(0x6a);
    this.rise(rise + (called === undefined ? 0 : called.results - called.params));
    if (code >= 0x02 && code <= 0x04) this.enter(code, operands);
  }

  private enter(code: number, operands: Uint8Array): void {
    this.blocks.push({ height: this.height, results: operands[0] === NO_VALUE ? 0 : 1 });
    if (code === 0x02) return;
    this.settle();
    if (code === 0x04) return;
    this.begin(METER_COSTS);
    this.stopIfNegative(this.fuel, [0x42, 0x00, 0x53]);
  }

  private rise(by: number): void {
    this.height += by;
    this.highest = Math.max(this.highest, this.height);
  }

  private follow(kind: string): void {
    const { source } = this;
    switch (kind) {
      case 'u':
        return void source.u32();
      case 'i':
        return source.skipSigned(5);
      case 'l':
        return source.skipSigned(10);
      case '4':
      case '8':
        return void source.take(Number(kind));
      case 'm':
        // A larger number would name another memory.
        if (source.u32() >= 0x40) throw new UnfitModule('uses more than one memory');
        return void source.u32();
      case '0':
        if (source.byte() !== 0) throw new UnfitModule('uses more than one memory');
        return;
      case 'b':
        return this.blockType();
      case 't':
        source.each(() => {
          source.u32();
          this.meet(1);
        });
        return void source.u32();
      case 'g':
        if (source.u32() >= this.around.globals) throw new UnfitModule('uses a global that it does not have');
        return;
      case 's':
        return void source.each(() => void valueType(source));
      default:
        return referenceType(source);
    }
  }

  private blockType(): void {
    const type = this.source.byte();
    if (type !== NO_VALUE && !VALUE_TYPES.has(type))
      throw new UnfitModule('uses blocks that take values or give more than one');
  }

  /** What a call takes from the stack and gives, and whether it leads out of the module. */
  private called(code: number, operands: Uint8Array): (Arity & { readonly isImported: boolean }) | undefined {
    if (code !== 0x10 && code !== 0x11) return undefined;
    const { types, functions, imported } = this.around;
    const index = new Source(operands).u32();
    const arity = (code === 0x10 ? functions : types)[index];
    if (arity === undefined) throw new UnfitModule('calls a function that it does not have');
    return { ...arity, isImported: code === 0x10 && index < imported };
  }

  /** What must come before an instruction, with its last operand on the stack. */
  private prepare(code: number): void {
    const { out, fuel, locals } = this;
    const each = BULK.get(code);
    const place = SHOWS_BITS.get(code);
    if (each !== undefined || place !== undefined) this.needsLocals = true;
    if (each !== undefined) {
      out.byte(0x22).u32(locals).byte(0x23).u32(fuel).byte(0x20).u32(locals);
      out.byte(0xad, 0x42).positive(each).byte(0x7e, 0x7d, 0x24).u32(fuel); // fuel -= i64(count) * each
      this.stopIfNegative(fuel, [0x42, 0x00, 0x53]);
    }
    if (place === undefined) return;
    const value = locals + place;
    out
      .byte(0x22)
      .u32(value)
      .raw(place === 1 ? NAN_32 : NAN_64);
    out.byte(0x20).u32(value).byte(0x20).u32(value);
    out.byte(place === 1 ? 0x5b : 0x61, 0x1b); // the value if it equals itself, or else the one NaN
  }

  /** Takes the frame of this function off the room for calls, or gives it back. */
  private moveDepth(operation: number): void {
    const { out, depth } = this;
    out.byte(0x23).u32(depth).byte(0x41);
    this.frames.push(out.room());
    out.byte(operation, 0x24).u32(depth);
  }

  /** Begins to charge for what comes up to the next branch. */
  private begin(cost: number): void {
    const { out, fuel } = this;
    out.byte(0x23).u32(fuel).byte(0x42);
    this.charge = out.room();
    this.cost = cost;
    out.byte(0x7d, 0x24).u32(fuel);
  }

  private settle(): void {
    if (this.charge !== undefined) this.out.fill(this.charge, this.cost);
    this.charge = undefined;
  }

  /** `isNegative` compares with 0. */
  private stopIfNegative(global: number, isNegative: readonly number[]): void {
    this.out.byte(0x23).u32(global).raw(isNegative).byte(0x04, NO_VALUE, 0x00, 0x0b);
  }
}
