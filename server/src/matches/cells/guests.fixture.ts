/** For tests: bots of strangers, honest and hostile, and what they are asked. */
import { type AnyGame, at, fastChance, GAMES, type Question, resolveOptions } from '@flower-war/rules';
import type { GuestBot } from '../../base/hostedGames.ts';
import { Cells, type Lost } from './cells.ts';

export function guest(code: string, name = 'stranger', game = 'tieqchieq'): GuestBot {
  return { id: `${game}.${name}`, game, name, version: 'abc', code };
}

/** The body of a bot, with what it gets. */
export const moving = (body: string): string =>
  `export default function move({ view, seat, options, legal }, chance) { ${body} }`;

export const HONEST = moving('return chance.pick(legal);');

/** Cells with a clock that stands still, and what they counted and told. */
export function newCells({ withinMs = 10_000, isBehind = false } = {}) {
  const lost: (readonly [bot: string, why: Lost])[] = [];
  const told: Readonly<Record<string, unknown>>[] = [];
  const clock = { now: 0 };
  const cells = new Cells({
    chance: fastChance(1),
    now: () => clock.now,
    countLost: (bot, why) => lost.push([bot, why]),
    report: (problem, fields) => told.push({ problem, ...fields }),
    withinMs,
    isBehind, // beside other tests it shall not wait
  });
  return { cells, lost, told, clock };
}

/** A question as a cell gets it, after this many random moves. */
export function someQuestion(game = 'tieqchieq', seed = 5, moves = 12): Question<unknown, string> {
  const rules = GAMES.get(game)?.game as AnyGame;
  const chance = fastChance(seed);
  const resolved = resolveOptions(rules, undefined, {});
  if (!resolved.ok) throw new Error('the defaults are lawful');
  let state: unknown = rules.setup(resolved.options, 2, chance);
  for (let n = 0; ; n++) {
    const seat = at(rules.toMove(state), 0);
    const legal = rules.legalMoves(state, seat);
    if (n >= moves && legal.length > 1)
      return {
        view: rules.view(state, seat),
        seat,
        options: resolved.options,
        legal: legal.map((move) => rules.format(move)),
      };
    const applied = rules.apply(state, seat, chance.pick(legal), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
}

/** What bots do to a server, and how each loses its turn. */
export const HOSTILE: readonly (readonly [attack: string, code: string, ...why: readonly Lost[]])[] = [
  ['a loop without end', moving('for (;;);'), 'fuel'],
  ['a loop before it is asked', 'for (;;); export default () => 0', 'fuel'],
  ['a memory bomb', moving('const all = []; for (;;) all.push(new Uint8Array(65536));'), 'memory'],
  ['a bomb of small objects', moving('const all = []; for (;;) all.push({ all });'), 'memory'],
  [
    'memory that is caught',
    moving('for (;;) try { const all = []; for (;;) all.push({ all }); } catch {}'),
    'fuel',
    'late',
  ],
  [
    'a million nested calls',
    moving('const down = (n) => n && 1 + down(n - 1); return legal[down(1e6)];'),
    'threw',
    'broke',
  ],
  [
    'nested calls that go on',
    moving('const f = () => { try { return f() + 1; } catch { return f(); } }; f();'),
    'fuel',
    'late',
  ],
  ['a regular expression', moving('return legal[Number(/^(a+)+$/.test("a".repeat(50) + "b"))];'), 'fuel'],
  ['a nested regular expression', moving('new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("a");'), 'threw', 'broke'],
  ['a huge string', moving('return "x".repeat(2 ** 29);'), 'memory'],
  ['a string that doubles', moving('let s = "a"; for (;;) s += s;'), 'memory', 'threw'],
  [
    'a long search',
    moving('const s = "x".repeat(2e6); for (;;) s.indexOf("x".repeat(1e6) + "y");'),
    'late',
    'fuel',
    'memory',
  ],
  ['a JSON bomb', moving('return JSON.parse("[".repeat(1e6));'), 'threw', 'broke', 'memory'],
  [
    'JSON of a deep nest',
    moving('let o = {}; for (let n = 0; n < 1e5; n++) o = { o }; return JSON.stringify(o);'),
    'threw',
    'broke',
    'memory',
  ],
  ['a large number', moving('let n = 3n; for (;;) n *= n;'), 'late', 'memory', 'fuel', 'threw'],
  ['an answer of 100 MB', moving('return "x".repeat(1e8);'), 'memory'],
  ['an answer of 5 MB', moving('return "x".repeat(5e6);'), 'wrong'],
  [
    'an object that looks like a move',
    moving('return { length: 4, toString: () => legal[0], valueOf: () => legal[0] };'),
    'wrong',
  ],
  ['a String', moving('return new String(legal[0]);'), 'wrong'],
  ['a place, not a move', moving('return 0;'), 'wrong'],
  ['a move that is not legal', moving('return "win";'), 'wrong'],
  ['nothing', moving(''), 'wrong'],
  ['a getter that never ends', moving('throw { get message() { for (;;); } };'), 'threw'],
  [
    'a Proxy that throws',
    moving('throw new Proxy({}, { get() { throw this; }, has() { throw this; } });'),
    'threw',
    'broke',
  ],
  ['a promise that never ends', moving('return new Promise(() => {});'), 'wrong'],
  ['a promise of a move', 'export default async ({ legal }) => legal[0]', 'wrong'],
  [
    'a flood of small jobs',
    moving('const f = () => Promise.resolve().then(f); for (;;) f();'),
    'fuel',
    'late',
    'memory',
    'threw',
  ],
  ['a wait before it is asked', 'await new Promise(() => {}); export default ({ legal }) => legal[0]', 'wrong'],
  ['luck without end', moving('for (;;) chance.die(6);'), 'fuel'],
  ['no function', 'export default 7', 'wrong'],
  ['no JavaScript', '#include <stdio.h>', 'threw'],
  ['an import', 'import { readFileSync } from "node:fs"; export default ({ legal }) => legal[0]', 'threw'],
  ['the standard library of QuickJS', 'import * as std from "std"; export default ({ legal }) => legal[0]', 'threw'],
  [
    'a long sort',
    moving('const a = Array.from({ length: 1e6 }, (_, n) => String((n * 7919) % 1e6)); for (;;) a.sort().reverse();'),
    'late',
    'fuel',
    'memory',
  ],
];
