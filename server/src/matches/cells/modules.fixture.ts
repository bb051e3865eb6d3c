/** For tests: bots of strangers that are modules of WebAssembly, honest and hostile, as text and as bytes. */
import wabt from 'wabt';
import type { GuestBot } from '../../base/hostedGames.ts';
import type { Lost } from './cells.ts';
import { metered } from './metered.ts';

const tools = await wabt();
/** Also what bots may not have. */
const FEATURES = {
  bulk_memory: true,
  exceptions: true,
  extended_const: true,
  memory64: true,
  multi_memory: true,
  multi_value: true,
  reference_types: true,
  sat_float_to_int: true,
  sign_extension: true,
  simd: true,
  tail_call: true,
  threads: true,
};

/** The bytes of a module that is written as text. */
export function bytesOf(text: string): Uint8Array {
  const module = tools.parseWat('bot.wat', text, FEATURES);
  try {
    return Uint8Array.from(module.toBinary({}).buffer);
  } finally {
    module.destroy();
  }
}

interface Parts {
  /** The body of `move`, whose params are `$at` and `$length`, with locals `$i`, `$j` and `$f`. */
  readonly move?: string;
  readonly alloc?: string;
  readonly memory?: string;
  readonly more?: string;
}

/** The text of a module, which chooses the first move unless told otherwise. */
export const moduleWith = ({ move = '(i32.const 0)', alloc = '(i32.const 1024)', memory = '2', more = '' }: Parts) => `
  (module
    (import "flower-war" "die" (func $die (param i32) (result i32)))
    (memory (export "memory") ${memory})
    ${more}
    (func (export "alloc") (param $length i32) (result i32) ${alloc})
    (func $move (export "move") (param $at i32) (param $length i32) (result i32) (local $i i32) (local $j i64) (local $f f64)
      ${move}))`;

/** Any of the legal moves, which are the last list in its question: it counts the commas behind the last bracket, and rolls a die. */
export const HONEST_MODULE = moduleWith({
  move: `
    (block $over
      (loop $next
        (br_if $over (i32.eqz (local.get $length)))
        (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 91)) (then (local.set $i (i32.const 0))))
        (local.set $i (i32.add (local.get $i) (i32.eq (i32.load8_u (local.get $at)) (i32.const 44))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $length (i32.sub (local.get $length) (i32.const 1)))
        (br $next)))
    (i32.sub (call $die (i32.add (local.get $i) (i32.const 1))) (i32.const 1))`,
});

export function moduleGuest(text: string, name = 'module', game = 'tieqchieq'): GuestBot {
  const code = metered(bytesOf(text));
  return { id: `${game}.${name}`, game, name, version: `${name}${text.length}`, code };
}

const endless = (body: string) => `(loop $again ${body} (br $again)) (unreachable)`;
const TABLE = '(table 60000 65536 funcref) (elem (i32.const 0) $nothing) (func $nothing)';
const START = '(func $start (loop (br 0))) (start $start)';

/** What modules do to a server, and how each loses its turn. */
export const HOSTILE_MODULES: readonly (readonly [attack: string, text: string, ...why: readonly Lost[]])[] = (
  [
    ['a module: a loop without end', { move: endless('') }, 'fuel'],
    ['a module: a loop without end in alloc', { alloc: endless('') }, 'fuel'],
    ['a module: a loop without end at its start', { more: START }, 'fuel'],
    ['a module: a loop that prepares itself', { more: '(func (export "_initialize") (loop (br 0)))' }, 'fuel'],
    [
      'a module: two functions that call each other in a loop',
      { move: endless('(call $f)'), more: '(func $f)' },
      'fuel',
    ],
    ['a module: a branch back by br_table', { move: '(loop (br_table 0 0 0 (local.get $i))) (unreachable)' }, 'fuel'],
    ['a module: a branch back by br_if', { move: '(loop (br_if 0 (i32.const 1))) (unreachable)' }, 'fuel'],
    ['a module: many locals', { move: endless('(call $f)'), more: `(func $f (local ${'i64 '.repeat(4900)}))` }, 'fuel'],
    ['a module: calls without end', { move: '(call $move (local.get $at) (local.get $length))' }, 'threw'],
    [
      'a module: calls through a table without end',
      {
        move: '(call_indirect (type $t) (local.get $at) (local.get $length) (i32.const 1))',
        more: '(type $t (func (param i32 i32) (result i32))) (table 2 funcref) (elem (i32.const 1) $move)',
      },
      'threw',
    ],
    [
      'a module: calls of functions with a large frame',
      { move: '(call $f)', more: `(func $f (result i32) (local ${'f64 '.repeat(4000)}) (call $f))` },
      'threw',
    ],
    [
      'a module: calls with a high stack',
      { move: '(call $f)', more: `(func $f (result i32) ${'(call $f) '.repeat(500)} ${'i32.add '.repeat(499)})` },
      'threw',
    ],
    ['a module: memory until there is none', { move: endless('(drop (memory.grow (i32.const 1)))') }, 'fuel'],
    ['a module: all memory at once', { move: endless('(drop (memory.grow (i32.const -1)))') }, 'fuel'],
    ['a module: no memory again and again', { move: endless('(drop (memory.grow (i32.const 0)))') }, 'fuel'],
    [
      'a module: memory that it fills',
      { move: endless('(memory.fill (i32.const 0) (i32.const 7) (i32.const 131072))') },
      'fuel',
    ],
    [
      'a module: memory that it copies',
      { move: endless('(memory.copy (i32.const 0) (i32.const 1) (i32.const 131071))') },
      'fuel',
    ],
    [
      'a module: memory beyond its end, for each byte of which it must pay',
      { move: '(memory.fill (i32.const 0) (i32.const 7) (i32.const -1)) (i32.const 0)' },
      'fuel',
    ],
    [
      'a module: a table that it fills',
      { move: endless('(table.fill 0 (i32.const 0) (ref.null func) (i32.const 60000))'), more: TABLE },
      'fuel',
    ],
    [
      'a module: a table that grows',
      { move: endless('(drop (table.grow 0 (ref.null func) (i32.const 1)))'), more: TABLE },
      'fuel',
    ],
    [
      'a module: exports that are called like those of the meter',
      {
        move: endless(''),
        more: '(global (export "fuel") (mut i64) (i64.const -1)) (func (export "start") (unreachable))',
      },
      'fuel',
    ],
    ['a module: luck without end', { move: endless('(drop (call $die (i32.const 6)))') }, 'fuel'],
    ['a module: unreachable', { move: '(unreachable)' }, 'threw'],
    ['a module: a place outside of its memory', { move: '(i32.load (i32.const -4))' }, 'threw'],
    ['a module: a division by zero', { move: '(i32.div_s (i32.const 1) (local.get $i))' }, 'threw'],
    ['a module: a number that is not an integer', { move: '(i32.trunc_f64_s (f64.const inf))' }, 'threw'],
    [
      'a module: an empty place of its table',
      { move: '(call_indirect (type $t) (i32.const 9))', more: `(type $t (func (result i32))) ${TABLE}` },
      'threw',
    ],
    ['a module: data that does not fit', { more: '(data (i32.const 131071) "too much")' }, 'threw'],
    ['a module: a table that does not fit', { more: '(table 1 funcref) (elem (i32.const 1) $move)' }, 'threw'],
    ['a module: an answer that is too large', { move: '(i32.const 1000)' }, 'wrong'],
    ['a module: an answer below zero', { move: '(i32.const -1)' }, 'wrong'],
    ['a module: room outside of its memory', { alloc: '(i32.const 131072)' }, 'wrong'],
    ['a module: room at its very end', { alloc: '(i32.const 131071)' }, 'wrong'],
    ['a module: room below zero', { alloc: '(i32.const -8)' }, 'wrong'],
    ['a module: no memory at all', { memory: '0' }, 'wrong'],
    ['a module: code that is not well formed', { move: '(i64.const 0)' }, 'threw'],
  ] as const satisfies readonly (readonly [string, Parts, Lost])[]
).map(([attack, parts, why]) => [attack, moduleWith(parts), why]);
