/**
 * A cell for a bot that is a module of WebAssembly, metered before. Each question gets a new instance with new memory, which can reach nothing but its
 * luck. So what it does depends on the question and the seed alone, in every engine and on every machine.
 */
import { type CellAnswer, type CellQuestion, LONGEST_TEXT, type ModuleCode, WORLD } from './cellQuestion.ts';

/** What of WebAssembly is used here. The types of Node leave it out. */
interface Engine {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => WebAssembly.Module;
    readonly Instance: new (module: WebAssembly.Module, imports: object) => { readonly exports: object };
  };
}

/** What `metered` lets a module export. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly alloc: (length: number) => number;
  readonly move: (address: number, length: number) => number;
  readonly start?: () => void;
  readonly _initialize?: () => void;
  readonly fuel: { value: bigint };
  readonly depth: { readonly value: number };
}

/** A roll leaves the module, which takes longer than its own instructions. */
const ROLL_COSTS = 200n;
/** Machine code takes memory. */
const MOST_COMPILED = 8;

/** By version. The module that was asked the longest time ago is forgotten first. */
const compiled = new Map<string, WebAssembly.Module>();

export function answerOf(code: ModuleCode, question: CellQuestion): CellAnswer {
  const made: { exports?: Exports } = {};
  try {
    return chosenBy(made, moduleOf(code), question);
  } catch (error) {
    return failed(made.exports, error);
  }
}

function moduleOf({ version, bytes }: ModuleCode): WebAssembly.Module {
  const { Module } = (globalThis as unknown as Engine).WebAssembly;
  // A copy of its own: threads share the bytes.
  const module = compiled.get(version) ?? new Module(bytes.slice());
  compiled.delete(version);
  compiled.set(version, module);
  for (const oldest of [...compiled.keys()].slice(0, -MOST_COMPILED)) compiled.delete(oldest);
  return module;
}

/** Leaves the exports in `made`, for when the module stops on its way. */
function chosenBy(
  made: { exports?: Exports },
  module: WebAssembly.Module,
  { seed, asked, legal }: CellQuestion,
): CellAnswer {
  const next = luckOf(seed);
  const die = (sides: number): number => {
    exports.fuel.value -= ROLL_COSTS;
    if (exports.fuel.value < 0n) throw new Error('no fuel is left');
    return Math.floor((next() * sides) / 2 ** 32) + 1;
  };
  const { Instance } = (globalThis as unknown as Engine).WebAssembly;
  const exports = new Instance(module, { [WORLD]: { die } }).exports as Exports;
  made.exports = exports;
  const before = exports.fuel.value;
  exports.start?.();
  exports._initialize?.();
  const text = new TextEncoder().encode(asked);
  const address = exports.alloc(text.length) >>> 0;
  const { buffer } = exports.memory;
  if (address + text.length > buffer.byteLength) return wrong(`alloc gave ${address}, where its memory has no room`);
  new Uint8Array(buffer).set(text, address);
  const index = exports.move(address, text.length);
  if (index >= 0 && index < legal.length) return { kind: 'chose', index, fuel: Number(before - exports.fuel.value) };
  return wrong(`its answer is not a place among the legal moves: ${index}`);
}

const wrong = (told: string): CellAnswer => ({ kind: 'failed', why: 'wrong', told });

/** The meter stops a module by `unreachable`, as the module may itself. */
function failed(exports: Exports | undefined, error: unknown): CellAnswer {
  if (exports !== undefined && exports.fuel.value < 0n)
    return { kind: 'failed', why: 'fuel', told: 'it thought for too long' };
  if (exports !== undefined && exports.depth.value < 0)
    return { kind: 'failed', why: 'threw', told: 'its calls nest too deeply' };
  return { kind: 'failed', why: 'threw', told: String(error).slice(0, LONGEST_TEXT) };
}

/**
 * Where the luck of a bot comes from: 32 bits a call, as `fastChance` has them. It refers to nothing outside of it, since QuickJS gets it as a text.
 */
export function luckOf(seed: number): () => number {
  let a = 0x9e3779b9;
  let b = Math.floor(seed / 0x1_0000_0000) | 0;
  let c = seed | 0;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round++) next();
  return next;
}
