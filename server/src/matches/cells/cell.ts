/**
 * A cell: QuickJS, compiled to WebAssembly, in which the bot of a stranger answers one question. It knows no Node, so it runs in browsers too. A bot
 * that is WebAssembly itself needs no QuickJS.
 * Each question gets a new instance, and so new memory: nothing that a bot does there is left for another question, seat or match.
 */
import build from '@jitl/quickjs-wasmfile-release-sync';
import {
  DefaultIntrinsics,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { type CellAnswer, type CellQuestion, LONGEST_TEXT } from './cellQuestion.ts';
import { answerOf, luckOf } from './moduleCell.ts';

/** QuickJS asks after each ten thousand calls and turns of loops whether it may go on. So often it may for one question. */
const FUEL = 1000;

/** Its types describe its form for CommonJS. */
const variant = build as unknown as QuickJSSyncVariant;

const MEMORY_BYTES = 16 * 2 ** 20;
/** QuickJS ends what calls itself too often long before the stack of the thread is full. */
const STACK_BYTES = 128 * 2 ** 10;

export async function answerIn(wasm: WebAssembly.Module, question: CellQuestion): Promise<CellAnswer> {
  const { code } = question;
  if (typeof code !== 'string') return answerOf(code, question);
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: wasm }));
  const tank = { used: 0 };
  try {
    return chosenIn(contextOf(quickjs.newRuntime(), tank), { ...question, code }, tank);
  } catch (error) {
    // A library or the engine gave up: too deep a nest for its own stack, or a bug of it.
    return { kind: 'failed', why: tank.used > FUEL ? 'fuel' : 'broke', told: String(error).slice(0, LONGEST_TEXT) };
  }
}

interface Tank {
  used: number;
}

/** Without `Date`: the bot has no clock. */
function contextOf(runtime: QuickJSRuntime, tank: Tank): QuickJSContext {
  runtime.setMemoryLimit(MEMORY_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => ++tank.used > FUEL);
  return runtime.newContext({ intrinsics: { ...DefaultIntrinsics, Date: false } });
}

/** Runs before the bot, in the cell. `Math.random` follows the seed. Memory that threads share would be a clock. */
const PRELUDE = `(seed, json) => {
  const next = (${luckOf})(seed);
  const { floor } = Math;
  const below = (n) => floor((next() * n) / 0x100000000);
  const shuffle = (items) => {
    const rest = [...items];
    return items.map(() => rest.splice(below(rest.length), 1)[0]);
  };
  Math.random = () => next() / 0x100000000;
  delete globalThis.SharedArrayBuffer;
  delete globalThis.Atomics;
  const cut = Function.prototype.call.bind(String.prototype.slice);
  const begin = (text) => cut(text, 0, ${LONGEST_TEXT});
  const chance = { die: (sides) => below(sides) + 1, coin: () => below(2) === 0, shuffle, pick: (items) => items[below(items.length)] };
  return { question: JSON.parse(json), chance, begin };
}`;

function chosenIn(
  context: QuickJSContext,
  { code, seed, asked, legal }: CellQuestion & { readonly code: string },
  tank: Tank,
): CellAnswer {
  const prelude = context.unwrapResult(context.evalCode(PRELUDE, 'prelude.js'));
  const given = context.unwrapResult(
    context.callFunction(prelude, context.undefined, context.newNumber(seed), context.newString(asked)),
  );
  const begin = context.getProp(given, 'begin');
  const evaluated = context.evalCode(code, 'bot.js', { type: 'module' });
  if (evaluated.error) return failed({ context, tank, begin }, evaluated.error);
  if (isPromise(context, evaluated.value)) return wrong('the file awaits something outside of a function');
  const move = context.getProp(evaluated.value, 'default');
  if (context.typeof(move) !== 'function') return wrong('the file exports no default function');
  const [question, chance] = [context.getProp(given, 'question'), context.getProp(given, 'chance')];
  const called = context.callFunction(move, context.undefined, question, chance);
  if (called.error) return failed({ context, tank, begin }, called.error);
  const index = legal.indexOf(textOf(context, called.value) ?? '');
  if (index >= 0) return { kind: 'chose', index, fuel: tank.used };
  return wrong(`its answer is not a legal move: ${described(context, called.value)}`);
}

const wrong = (told: string): CellAnswer => ({ kind: 'failed', why: 'wrong', told: told.slice(0, LONGEST_TEXT) });

/** A module that waits has exported nothing yet. */
function isPromise(context: QuickJSContext, handle: QuickJSHandle): boolean {
  const state = context.getPromiseState(handle);
  return state.type !== 'fulfilled' || state.notAPromise !== true;
}

interface Run {
  readonly context: QuickJSContext;
  readonly tank: Tank;
  /** The begin of a text, by a function that the bot cannot change. */
  readonly begin: QuickJSHandle;
}

/** What the bot threw may be anything. To read it may run code of the bot again, on what is left of the fuel. */
function failed({ context, tank, begin }: Run, error: QuickJSHandle): CellAnswer {
  if (tank.used > FUEL) return { kind: 'failed', why: 'fuel', told: 'it thought for too long' };
  const isObject = context.typeof(error) === 'object';
  const thrown = isObject ? context.getProp(error, 'message') : error;
  const cut = context.typeof(thrown) === 'string' ? context.callFunction(begin, context.undefined, thrown) : undefined;
  const told = cut === undefined || cut.error ? 'it threw something odd' : context.getString(cut.value);
  return { kind: 'failed', why: told === 'out of memory' ? 'memory' : 'threw', told };
}

function described(context: QuickJSContext, answer: QuickJSHandle): string {
  const text = textOf(context, answer);
  return text === undefined ? `a value of type ${context.typeof(answer)}` : JSON.stringify(text);
}

/** A string that is short enough to be copied out of the cell. No code of the bot can change the length of a string. */
function textOf(context: QuickJSContext, handle: QuickJSHandle): string | undefined {
  if (context.typeof(handle) !== 'string') return undefined;
  const length = context.getNumber(context.getProp(handle, 'length'));
  return length <= LONGEST_TEXT ? context.getString(handle) : undefined;
}
