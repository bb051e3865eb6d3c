import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { guest, HONEST, moving, newCells, someQuestion } from './guests.fixture.ts';
import { HONEST_MODULE, moduleGuest, moduleWith } from './modules.fixture.ts';

const shared = newCells();
afterAll(() => shared.cells.close());
const QUESTION = someQuestion();

/** What a bot that throws its text says. */
async function said(body: string, name: string, question = QUESTION): Promise<unknown> {
  const before = shared.told.length;
  await shared.cells.ask(guest(moving(`throw new Error(String(${body}));`), name), question);
  return shared.told.slice(before).find((told) => told['bot'] === `tieqchieq.${name}`)?.['told'];
}

describe('a bot of a stranger', () => {
  test.each([
    ['awaits', `const n = await 1; ${HONEST}`, 'the file awaits something outside of a function'],
    ['says-much', moving('String.prototype.slice = null; throw new Error("x".repeat(400));'), 'x'.repeat(300)],
    ['says-all', moving('throw "y".repeat(1e6);'), 'y'.repeat(300)],
    ['says-nothing', moving('throw { message: 7 };'), 'it threw something odd'],
  ])('that %s loses its turn, and its host learns why', async (name, code, told) => {
    await shared.cells.ask(guest(code, name), QUESTION);
    expect(shared.told.find(({ bot }) => bot === `tieqchieq.${name}`)).toMatchObject({ told });
  });

  test('gets the question and nothing more, and its move is one of the legal ones', async () => {
    const all = 'JSON.stringify(arguments[0]).length + " " + Object.keys(arguments[0])';
    expect(await said(all, 'asked')).toBe(`${JSON.stringify(QUESTION).length} view,seat,options,legal`);
    const last = QUESTION.legal.length - 1;
    expect(await shared.cells.ask(guest(moving('return legal.at(-1);')), QUESTION)).toBe(last);
  });

  test('has the luck of its seed, in Math.random too', async () => {
    const code = moving('return legal[Math.floor(Math.random() * legal.length)];');
    const wide = { ...QUESTION, legal: Array.from({ length: 100 }, (_, n) => `move ${n}`) };
    const answers = (bot: string, seed: number) => shared.cells.ask(guest(bot), wide, seed);
    for (const bot of [HONEST, code]) {
      const [first, again] = [await answers(bot, 7), await answers(bot, 7)];
      expect(first).toBe(again);
      const others = await Promise.all([8, 9, 10].map((seed) => answers(bot, seed)));
      expect(others.some((other) => other !== first)).toBe(true);
    }
  });

  test('finds no clock, network, file, process, import, timer or memory that threads share', async () => {
    const sought = ['Date', 'performance', 'process', 'require', 'fetch', 'WebAssembly', 'Atomics', 'SharedArrayBuffer']
      .concat([
        'setTimeout',
        'setInterval',
        'queueMicrotask',
        'console',
        'navigator',
        'Buffer',
        'Worker',
        'std',
        'os',
        'WeakRef',
      ])
      .concat([
        'XMLHttpRequest',
        'WebSocket',
        'Deno',
        'Bun',
        'scriptArgs',
        'print',
        'gc',
        'global',
        'Intl',
        'Temporal',
      ]);
    const found = `${JSON.stringify(sought)}.filter((name) => name in globalThis || Function("return typeof " + name)() !== "undefined")`;
    expect(await said(found, 'seeker')).toBe('');
    expect(await said('Reflect.ownKeys(globalThis).length < 70', 'counter')).toBe('true');
  });

  test('leaves nothing for the next question, and nothing in the server', async () => {
    const marking = `globalThis.n = (globalThis.n ?? 0) + 1; Object.prototype.mark = 1; Array.prototype.indexOf = () => 1;
      String.prototype.at = 1; JSON.parse = () => ({}); return globalThis.n === 1 && legal.mark === 1 ? legal[0] : undefined;`;
    const bot = guest(moving(`if ("mark" in {}) return; ${marking}`), 'marker');
    for (let n = 0; n < 3; n++) expect(await shared.cells.ask(bot, QUESTION)).toBe(0);
    expect('mark' in {}).toBe(false);
  });

  test('is served in turn: one with many questions does not keep another from playing', async () => {
    const slow = guest(moving('for (let n = 0; n < 2e6; n++); return legal[0];'), 'greedy-for-time');
    const order: string[] = [];
    const many = Array.from({ length: 12 }, () => shared.cells.ask(slow, QUESTION).then(() => order.push('many')));
    await Promise.all([...many, shared.cells.ask(guest(HONEST, 'one'), QUESTION).then(() => order.push('one'))]);
    expect(order.indexOf('one')).toBeLessThan(6);
  });

  test('loses the turns beyond those that may wait', async () => {
    const bot = guest(HONEST, 'many');
    await Promise.all(Array.from({ length: 30 }, () => shared.cells.ask(bot, QUESTION)));
    expect(shared.lost.filter(([id, why]) => id === bot.id && why === 'busy')).toHaveLength(12);
    expect(shared.told.filter((told) => told['bot'] === bot.id)).toHaveLength(1);
  });
});

describe('a module of a stranger', () => {
  const ROOM = moduleWith({
    memory: '1',
    alloc: '(i32.const 0)',
    // The sum of the bytes of its question, which it then tells by a wrong answer.
    move: `(loop
        (local.set $i (i32.add (local.get $i) (i32.load8_u (i32.sub (local.get $length) (i32.const 1)))))
        (local.set $length (i32.sub (local.get $length) (i32.const 1)))
        (br_if 0 (local.get $length)))
      (i32.add (local.get $i) (i32.const 1000))`,
  });

  test('gets the question and nothing more', async () => {
    const before = shared.told.length;
    await shared.cells.ask(moduleGuest(ROOM, 'reader'), QUESTION);
    const sum = Buffer.from(JSON.stringify(QUESTION)).reduce((total, byte) => total + byte, 1000);
    const [told] = shared.told.slice(before);
    expect(told?.['told']).toBe(`its answer is not a place among the legal moves: ${sum}`);
  });

  test('has the luck of its seed', async () => {
    const wide = { ...QUESTION, legal: Array.from({ length: 100 }, (_, n) => `move ${n}`) };
    const bot = moduleGuest(HONEST_MODULE);
    for (const seed of [1, 7, 8, 9]) {
      const chosen = await shared.cells.ask(guest(HONEST), wide, seed);
      expect(await shared.cells.ask(bot, wide, seed)).toBe(chosen);
    }
  });

  test('leaves nothing behind, however often it is asked, and however much memory it takes', async () => {
    const { cells, lost } = newCells();
    const all = moduleWith({ memory: '256' });
    const counting = moduleWith({
      move: `(i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
        (i32.sub (i32.load (i32.const 0)) (i32.const 1))`,
    });
    const bots = [all, counting].map((text, n) => moduleGuest(text, `n${n}`));
    await Promise.all(bots.map((bot) => cells.ask(bot, QUESTION)));
    const { pid } = cells;
    for (let n = 0; n < 100; n++)
      expect(await Promise.all(bots.map((bot) => cells.ask(bot, QUESTION)))).toEqual([0, 0]);
    expect([cells.pid, lost]).toEqual([pid, []]);
    await cells.close();
  });

  test('is told to the next process, too', async () => {
    const { cells } = newCells();
    const bot = moduleGuest(HONEST_MODULE);
    expect(await cells.ask(bot, QUESTION)).toBeDefined();
    const { pid = 0 } = cells;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => cells.pid).toBeUndefined();
    expect(await cells.ask(bot, QUESTION)).toBeDefined();
    expect(cells.pid).not.toBe(pid);
    await cells.close();
  });
});

describe.runIf(process.platform === 'linux')('the process of the bots', () => {
  test('has no rights, no environment, and comes behind all others', async () => {
    const { cells } = newCells({ isBehind: true });
    await cells.ask(guest(HONEST), QUESTION);
    const names = readFileSync(`/proc/${cells.pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0]);
    expect(names.filter(Boolean).toSorted()).toEqual([
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      'NODE_OPTIONS',
    ]);
    const policies = execFileSync('ps', ['-L', '-o', 'cls=', '-p', `${cells.pid}`], { encoding: 'utf8' });
    expect([...new Set(policies.trim().split(/\s+/))]).toEqual(['IDL']); // that of each thread
    const { pid = 0 } = cells;
    await cells.close();
    expect(() => process.kill(pid, 0)).toThrow();
  });

  test('may die at any time: whose turn it was loses it and rests, and all others play on', async () => {
    const { cells, lost, clock } = newCells();
    await cells.ask(guest(HONEST), QUESTION);
    const victim = guest(moving('for (let n = 0; n < 5e5; n++); return legal[0];'), 'victim');
    const answer = cells.ask(victim, QUESTION);
    const { pid = 0 } = cells;
    process.kill(pid, 'SIGKILL');
    expect(await answer).toBeUndefined();
    expect(await cells.ask(victim, QUESTION)).toBeUndefined();
    expect(lost).toEqual([
      [victim.id, 'broke'],
      [victim.id, 'resting'],
    ]);
    expect(await cells.ask(guest(HONEST), QUESTION)).toBeDefined();
    expect(cells.pid).not.toBe(pid);
    clock.now += 60_001;
    expect(await cells.ask(victim, QUESTION)).toBe(0);
    await cells.close();
    expect(await cells.ask(guest(HONEST), QUESTION)).toBeUndefined();
  });
});
