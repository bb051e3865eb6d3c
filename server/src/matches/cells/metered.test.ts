/** Modules of strangers: what is refused before they run, and what the meter counts. */
import { fastChance } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import type { CellAnswer } from './cellQuestion.ts';
import { newCells } from './guests.fixture.ts';
import { metered } from './metered.ts';
import { answerOf } from './moduleCell.ts';
import { bytesOf, HONEST_MODULE, HOSTILE_MODULES, moduleWith } from './modules.fixture.ts';
import { UnfitModule } from './wasmBytes.ts';

const LEGAL = Array.from({ length: 20 }, (_, n) => `move ${n}`);
const ASKED = JSON.stringify({ view: { sides: [{ path: [1, 2] }] }, seat: 0, options: {}, legal: LEGAL });
let versions = 0;

function answered(bytes: Uint8Array, seed = 7): CellAnswer {
  return answerOf({ version: `${versions++}`, bytes }, { code: '', seed, asked: ASKED, legal: LEGAL });
}

const played = (text: string, seed?: number) => answered(metered(bytesOf(text)), seed);
const numbered = (value: string) => played(moduleWith({ move: value }));

describe('a module is refused, and the error says why', () => {
  test.each<[string, string, string]>([
    ['no memory', '(module)', 'does not export its memory'],
    [
      'an imported memory',
      '(module (import "flower-war" "memory" (memory 1)))',
      'imports memory "flower-war" "memory"',
    ],
    [
      'WASI',
      '(module (import "wasi_snapshot_preview1" "fd_write" (func)))',
      'imports function "wasi_snapshot_preview1" "fd_write"',
    ],
    [
      'another import',
      '(module (import "flower-war" "coin" (func (param i32) (result i32))))',
      'may import the function',
    ],
    [
      'a die of another type',
      '(module (import "flower-war" "die" (func (param f64) (result i32))))',
      'may import the function',
    ],
    ['a global from outside', '(module (import "flower-war" "die" (global i32)))', 'imports global'],
    ['no function', '(module (memory (export "memory") 1))', 'does not export a function alloc(i32) -> i32'],
    ['a memory without a name', moduleWith({}).replace('(export "memory")', ''), 'does not export its memory'],
    [
      'move of another type',
      moduleWith({}).replace('(export "move") (param $at i32)', '(export "move") (param $at i64)'),
      'does not export a function move(i32, i32) -> i32',
    ],
    [
      'move of another kind',
      moduleWith({ more: '(global (export "move") i32 (i32.const 0))' }).replace('$move (export "move")', '$move'),
      'does not export a function move',
    ],
    ['too much memory', moduleWith({ memory: '257' }), 'begins with 257 pages of memory, and may have 256'],
    ['a shared memory', moduleWith({ memory: '1 2 shared' }), 'shares its memory'],
    ['a memory of 64 bits', moduleWith({ memory: 'i64 1' }), 'shares its memory, or has one of 64 bits'],
    ['two memories', moduleWith({ more: '(memory 1)' }), 'has not one memory of its own'],
    ['two tables', moduleWith({ more: '(table 1 funcref) (table 1 funcref)' }), 'has more than one table'],
    ['a large table', moduleWith({ more: '(table 65537 funcref)' }), 'begins with 65537 entries in its table'],
    ['a table of foreign things', moduleWith({ more: '(table 1 externref)' }), 'uses references to other things'],
    [
      'SIMD',
      moduleWith({ move: '(drop (v128.const i64x2 0 0)) (i32.const 0)' }),
      'uses an instruction that bots may not use (0xfd)',
    ],
    ['a type of SIMD', moduleWith({ more: '(func (local v128))' }), 'uses a type that bots may not use (0x7b)'],
    [
      'threads',
      moduleWith({ move: '(i32.atomic.load (i32.const 0))' }),
      'uses an instruction that bots may not use (0xfe)',
    ],
    ['exceptions', moduleWith({ more: '(tag $t)' }), 'has a part that bots may not have (section 13)'],
    [
      'a thrown exception',
      moduleWith({ move: '(try (do) (catch_all)) (i32.const 0)' }),
      'uses an instruction that bots may not use (0x6)',
    ],
    [
      'a tail call',
      moduleWith({ move: '(return_call $move (i32.const 0) (i32.const 0))' }),
      'uses an instruction that bots may not use (0x12)',
    ],
    ['two results', moduleWith({ more: '(func (result i32 i32) (unreachable))' }), 'more than one result'],
    [
      'a block that takes a value',
      moduleWith({ move: '(i32.const 0) (block (param i32) (result i32))' }),
      'blocks that take values',
    ],
    [
      'a computed global',
      moduleWith({ more: '(global i32 (i32.add (i32.const 1) (i32.const 2)))' }),
      'begins with more than a constant',
    ],
    [
      'a global that is copied',
      moduleWith({ more: '(global $a i32 (i32.const 0)) (global i32 (global.get $a))' }),
      'something else than a constant',
    ],
    ['many locals', moduleWith({ more: `(func (local ${'i32 '.repeat(5001)}))` }), 'more than 5000 locals'],
    [
      'many branches beside many locals',
      moduleWith({ more: `(func (local ${'i32 '.repeat(5000)}) ${'(block)'.repeat(2001)})` }),
      'too many branches',
    ],
    [
      'a table of many branches beside many locals',
      moduleWith({
        more: `(func (local ${'i32 '.repeat(5000)}) (block (br_table ${'0 '.repeat(2001)} (i32.const 0))))`,
      }),
      'too many branches',
    ],
    [
      'many branches above many values on the stack',
      moduleWith({
        more: `(func ${'i32.const 0 '.repeat(20_000)} ${'(block)'.repeat(501)} ${'drop '.repeat(20_000)})`,
      }),
      'too many branches',
    ],
    [
      'many calls above many values on the stack',
      moduleWith({
        more: `(func $f ${'i32.const 0 '.repeat(20_000)} ${'call $f '.repeat(20_000)} ${'drop '.repeat(20_000)})`,
      }),
      'too many branches',
    ],
    ['many functions', moduleWith({ more: '(func)'.repeat(20_001) }), 'more than 20000 functions'],
  ])('%s', (_, text, why) => {
    expect(() => metered(bytesOf(text))).toThrow(why);
    expect(() => metered(bytesOf(text))).toThrow(UnfitModule);
  });

  const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const long = Array.from({ length: 9 }, () => 0x80);
  test.each<[string, readonly number[], string]>([
    ['nothing', [], 'is not a module of WebAssembly 1'],
    ['a text', [...Buffer.from('export default () => 0')], 'is not a module of WebAssembly 1'],
    ['a component', [0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0], 'is not a module of WebAssembly 1'],
    ['the end within a section', [...MAGIC, 1, 9, 1], 'ends too early'],
    ['the end within a number', [...MAGIC, 1, 0x80], 'ends too early'],
    ['a number that is too long', [...MAGIC, 1, ...long], 'a number of more than 32 bits'],
    ['a number of 33 bits', [...MAGIC, 1, 0xff, 0xff, 0xff, 0xff, 0x1f], 'a number of more than 32 bits'],
    ['a section twice', [...MAGIC, 1, 1, 0, 1, 1, 0], 'has section 1 twice'],
    ['sections in another order', [...MAGIC, 3, 1, 0, 1, 1, 0], 'has section 1 twice, or in a wrong place'],
    ['a million types that are not there', [...MAGIC, 1, 3, 0xc0, 0x84, 0x3d], 'ends too early'],
    ['a type of GC', [...MAGIC, 1, 3, 1, 0x5f, 0], 'types of other things than functions'],
    ['more types than it says', [...MAGIC, 1, 4, 0, 0x60, 0, 0], 'has more in section 1'],
    ['a function without a type', [...MAGIC, 3, 2, 1, 7], 'has a function without a type'],
    ['more globals than it says', [...MAGIC, 5, 3, 1, 0, 1, 6, 6, 0, 0x7f, 1, 0x41, 0, 0x0b], 'has more in section 6'],
  ])('bytes: %s', (_, bytes, why) => {
    expect(() => metered(Uint8Array.from(bytes))).toThrow(why);
  });

  /** `global.set` of the global behind its last one, which is the fuel once the meter is there. */
  test('a module that names a global of the meter', () => {
    const text = moduleWith({
      move: '(global.set 0 (i64.const 1)) (i32.const 0)',
      more: '(global (mut i64) (i64.const 0))',
    });
    const bytes = bytesOf(text);
    const at = Buffer.from(bytes).indexOf(Buffer.from([0x42, 1, 0x24, 0]));
    expect(at).toBeGreaterThan(0);
    for (const index of [1, 2]) {
      bytes[at + 3] = index;
      expect(() => metered(bytes)).toThrow('uses a global that it does not have');
    }
  });
});

describe('a metered module', () => {
  test('exports no more than the cell needs, and computes what it did', () => {
    expect(numbered('(i32.add (i32.const 3) (i32.const 4))')).toMatchObject({ kind: 'chose', index: 7 });
    expect(numbered('(i32.load8_u (local.get $at))')).toMatchObject({
      told: expect.stringContaining(`${'{'.charCodeAt(0)}`),
    });
    expect(numbered('(local.get $length)')).toMatchObject({ told: expect.stringContaining(`: ${ASKED.length}`) });
    expect(numbered('(if (result i32) (local.get $i) (then (i32.const 1)) (else (i32.const 2)))')).toMatchObject({
      index: 2,
    });
    expect(numbered('(block (result i32) (br_table 0 0 (i32.const 5) (local.get $i)))')).toMatchObject({ index: 5 });
    expect(numbered('(i32.wrap_i64 (i64.trunc_sat_f64_s (f64.sqrt (f64.const 81))))')).toMatchObject({ index: 9 });
    expect(numbered('(memory.size)')).toMatchObject({ index: 2 });
    expect(numbered('(i32.add (memory.grow (i32.const 1)) (memory.size))')).toMatchObject({ index: 5 });
    for (const memory of ['2', '2 65536']) {
      const growing = (pages: number) => played(moduleWith({ memory, move: `(memory.grow (i32.const ${pages}))` }));
      expect(growing(255)).toMatchObject({ told: expect.stringContaining(': -1') });
      expect(growing(254)).toMatchObject({ kind: 'chose', index: 2 });
    }
  });

  test('has the luck of other bots', () => {
    for (const seed of [1, 7, 2 ** 31, 2 ** 40])
      expect(played(HONEST_MODULE, seed)).toMatchObject({ kind: 'chose', index: fastChance(seed).die(20) - 1 });
  });

  test('begins anew with each question', () => {
    const counting = moduleWith({
      move: '(i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1))) (global.set 0 (i32.add (global.get 0) (i32.load (i32.const 0)))) (global.get 0)',
      more: '(global (mut i32) (i32.const 0))',
    });
    const code = { version: 'counting', bytes: metered(bytesOf(counting)) };
    for (let n = 0; n < 3; n++)
      expect(answerOf(code, { code, seed: 1, asked: ASKED, legal: LEGAL })).toMatchObject({ kind: 'chose', index: 1 });
  });

  test('prepares itself once, in its start function and in _initialize', () => {
    const add = (n: number) => `(global.set $g (i32.add (i32.mul (global.get $g) (i32.const 3)) (i32.const ${n})))`;
    const more = `(global $g (mut i32) (i32.const 0)) (func $s ${add(1)}) (start $s) (func (export "_initialize") ${add(2)})`;
    expect(played(moduleWith({ more, move: '(global.get $g)' }))).toMatchObject({ index: 5 });
  });

  /** Each pays for what it does: a turn of a loop, a branch, a byte, a roll. */
  test.each<[string, (turns: number) => string, number]>([
    [
      'a loop',
      (n) =>
        `(loop (local.set $i (i32.add (local.get $i) (i32.const 1))) (br_if 0 (i32.lt_u (local.get $i) (i32.const ${n})))) (i32.const 0)`,
      11,
    ],
    ['bytes that are filled', (n) => `(memory.fill (i32.const 0) (i32.const 0) (i32.const ${n})) (i32.const 0)`, 1],
    ['bytes that are copied', (n) => `(memory.copy (i32.const 0) (i32.const 9) (i32.const ${n})) (i32.const 0)`, 1],
    ['pages', (n) => `(drop (memory.grow (i32.const ${n}))) (i32.const 0)`, 4096],
    [
      'rolls',
      (n) =>
        `(loop (drop (call $die (i32.const 6))) (local.set $i (i32.add (local.get $i) (i32.const 1))) (br_if 0 (i32.lt_u (local.get $i) (i32.const ${n})))) (i32.const 0)`,
      217,
    ],
  ])('pays for %s', (_, move, each) => {
    const fuel = (turns: number) => {
      const answer = numbered(move(turns));
      return answer.kind === 'chose' ? answer.fuel : NaN;
    };
    expect(fuel(150) - fuel(50)).toBe(100 * each);
  });

  test('pays for the half of an if that it takes', () => {
    const [short, long] = ['(nop)', '(nop)'.repeat(1000)];
    const fuel = (then: string) => numbered(`(if (local.get $i) (then ${then}) (else ${short})) (i32.const 0)`);
    expect(fuel(long)).toEqual(fuel(short));
  });

  test.each(['f32', 'f64'])('shows one NaN alone, of %s', (type) => {
    const bits = type === 'f32' ? 'i32' : 'i64';
    const [one, quiet] = type === 'f32' ? ['0x7fc00000', '0xffc12345'] : ['0x7ff8000000000000', '0xfff8000000012345'];
    const isOne = (value: string) => `(${bits}.eq (${value}) (${bits}.const ${one}))`;
    const odd = `(${type}.reinterpret_${bits} (${bits}.const ${quiet}))`;
    const zero = `(${type}.div (${type}.const 0) (${type}.const 0))`;
    for (const nan of [odd, zero, `(${type}.neg ${zero})`]) {
      expect(numbered(isOne(`${bits}.reinterpret_${type} ${nan}`))).toMatchObject({ index: 1 });
      const stored = `(${type}.store (i32.const 0) ${nan})`;
      expect(numbered(`${stored} ${isOne(`${bits}.load (i32.const 0)`)}`)).toMatchObject({ index: 1 });
      const sign = `(${type}.copysign (${type}.const 1) ${nan})`;
      expect(numbered(`(${type}.eq ${sign} (${type}.const 1))`)).toMatchObject({ index: 1 });
    }
    const exact = `(${bits}.trunc_sat_${type}_s (${type}.neg (${type}.const 2.5)))`;
    expect(numbered(`(${bits}.eq ${exact} (${bits}.const -2))`)).toMatchObject({ index: 1 });
  });

  /** However large the frames are: an engine would stop the calls elsewhere on each machine, and the meter stops them before. */
  test('ends nested calls by count, and never by the stack of the engine', () => {
    const frames = ['', 'i32 '.repeat(30), 'f64 '.repeat(300), 'i64 '.repeat(3000)];
    for (const locals of frames)
      for (const operands of [1, 40, 900]) {
        const body = `${'(call $f (i64.const 1) (f64.const 2)) '.repeat(operands)} ${'i32.add '.repeat(operands - 1)}`;
        const more = `(func $f (param i64 f64) (result i32) (local ${locals}) ${body})`;
        const answer = played(moduleWith({ more, move: '(call $f (i64.const 0) (f64.const 0))' }));
        expect(answer).toEqual({ kind: 'failed', why: 'threw', told: 'its calls nest too deeply' });
      }
  });

  test('may nest a thousand calls, and gives the room back after each', () => {
    const more = `(func $f (param i32) (result i32) (if (result i32) (local.get 0) (then (call $f (i32.sub (local.get 0) (i32.const 1)))) (else (i32.const 0))))`;
    const often =
      '(loop (drop (call $f (i32.const 1000))) (local.set $i (i32.add (local.get $i) (i32.const 1))) (br_if 0 (i32.lt_u (local.get $i) (i32.const 100))))';
    expect(played(moduleWith({ more, move: `${often} (i32.const 0)` }))).toMatchObject({ kind: 'chose' });
  });
});

type Damage = (bytes: number[], at: number) => unknown;

const damage = fastChance(7);
const DAMAGES: readonly Damage[] = [
  (bytes, at) => bytes.splice(at, 1, (bytes[at] ?? 0) ^ (2 ** (damage.die(8) - 1))),
  (bytes, at) => bytes.splice(at, 1, damage.die(256) - 1),
  (bytes, at) => bytes.splice(at, damage.die(4)),
  (bytes, at) => bytes.splice(at, 0, ...bytes.slice(at, at + damage.die(8))),
  (bytes, at) => bytes.splice(at),
];

test.each(HOSTILE_MODULES.filter(([, , ...why]) => !why.includes('fuel')))('%s', (_, text, why) => {
  expect(played(text)).toMatchObject({ kind: 'failed', why });
});

/** Flips, cuts and doubles bytes of real modules, from a seed. */
test('of damaged modules each is refused here, or by the engine, or plays within its fuel', async () => {
  const { cells, lost } = newCells();
  const chance = fastChance(20261127);
  const honest = bytesOf(HONEST_MODULE);
  const texts = HOSTILE_MODULES.map(([, text]) => bytesOf(text)).filter(({ length }) => length < 700);
  const question = { view: {}, seat: 0, options: {}, legal: LEGAL } as const;
  const seen = { refused: 0, ran: 0 };
  for (let n = 0; n < 6000; n++) {
    const bytes = [...(chance.coin() ? chance.pick(texts) : honest)];
    for (let flips = chance.die(2); flips > 0; flips--)
      if (bytes.length > 0) chance.pick(DAMAGES)(bytes, chance.die(bytes.length) - 1);
    const code = fitOrNone(Uint8Array.from(bytes));
    if (code === undefined) seen.refused++;
    else if ((await cells.ask({ ...damaged, id: `${n}`, version: `${n}`, code }, question)) !== undefined) seen.ran++;
  }
  await cells.close();
  expect([...new Set(lost.map(([, why]) => why))].toSorted()).toEqual(['fuel', 'threw', 'wrong']);
  expect(Math.min(seen.refused, seen.ran, lost.length)).toBeGreaterThan(30);
});

const damaged = { game: 'tieqchieq', name: 'damaged' };

function fitOrNone(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return metered(bytes);
  } catch (error) {
    if (error instanceof UnfitModule) return undefined;
    throw error;
  }
}
