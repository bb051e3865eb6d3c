/** Bots of strangers in whole matches: as opponents, in place of absent players, and when they are hostile or gone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { tableSettings } from '@flower-war/protocol';
import {
  type AnyBot,
  type AnyGame,
  at,
  type Chance,
  fastChance,
  GAMES,
  type Question,
  resolveOptions,
  type Seat,
} from '@flower-war/rules';
import { pilesSeen, twinOf } from '@flower-war/rules/twins';
import { afterAll, expect, test } from 'vitest';
import { hostedGames } from '../../base/hostedGames.ts';
import { guestBotsIn } from '../../features/table/guestBots.ts';
import { newTable, runningMatch } from '../table.fixture.ts';
import { botsOf } from '../thinker.ts';
import { guest, HONEST, moving, newCells } from './guests.fixture.ts';
import { HONEST_MODULE, moduleGuest, moduleWith } from './modules.fixture.ts';

const { cells, lost, told, clock } = newCells();
afterAll(() => cells.close());
const IDS = [...GAMES.keys()];
const defaults = resolveOptions(GAMES.get('tieqchieq')!.game, undefined, {});
const OPTIONS = defaults.ok ? defaults.options : {};
const ended = { timeout: 200_000 };

/** A match that a bot plays in seat 0 against a module in the other one. Returns how many moves each made. */
async function playedOut(game: string, code: string) {
  const bot = guest(code, 'stranger', game);
  const guestBots = [bot, moduleGuest(HONEST_MODULE, 'module', game)];
  const table = newTable({ cells, games: hostedGames({ guestBots }) });
  const wanted = { game, preset: GAMES.get(game)!.game.presets[0]!.id, options: {}, seats: 2, host: 'p0' };
  const resolved = resolveOptions(GAMES.get(game)!.game, wanted.preset, {});
  const options = resolved.ok ? resolved.options : {};
  const id = await table.matches.create({ ...wanted, options, table: tableSettings.parse({}) });
  const match = await table.matches.open(id);
  for (const [seat, name] of ['stranger', 'module'].entries())
    await match?.sit({ by: 'bot', bot: name }, seat as Seat, table.now);
  await expect.poll(async () => (await table.journal.index(id))?.index.status, ended).toBe('ended');
  const lines = ((await table.journal.read(id))?.lines ?? []).map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );
  const [moves = 0, answers = 0] = [0, 1].map(
    (of) => lines.filter(({ kind, seat }) => kind === 'move' && seat === of).length,
  );
  return { bot, lines, moves, answers };
}

test.each(IDS)('%s is played to its end by bots of strangers, and the record names them', async (game) => {
  const before = lost.length;
  const { lines, moves, answers } = await playedOut(game, HONEST);
  for (const [seat, bot] of ['stranger', 'module'].entries())
    expect(lines.find(({ kind, seat: of }) => kind === 'seated' && of === seat)).toMatchObject({ bot });
  expect(Math.min(moves, answers)).toBeGreaterThan(3);
  expect(lost.slice(before)).toEqual([]);
});

test('a match with a bot that loses each turn goes on by the usual bot', async () => {
  const { bot, moves } = await playedOut('tieqchieq', moving('throw 1;'));
  const turns = lost.filter(([id]) => id === bot.id);
  expect(turns.length).toBeGreaterThan(3);
  expect(turns.length).toBeLessThanOrEqual(moves);
  expect(told.filter((one) => one['bot'] === bot.id)).toHaveLength(1);
  clock.now += 60_001;
});

test.each(IDS)('%s: it stands in for a player who is away, until the end', async (game) => {
  const isModule = IDS.indexOf(game) % 2 === 0;
  const bot = isModule ? moduleGuest(HONEST_MODULE, 'stranger', game) : guest(HONEST, 'stranger', game);
  const table = newTable({ cells, games: hostedGames({ guestBots: [bot], standIn: 'stranger' }) });
  const match = await runningMatch(table, {
    game,
    settings: { absence: 'casual', clock: { kind: 'turn', seconds: 5 } },
  });
  const away = async () => {
    for (; match.dueAt !== undefined; await match.tend(table.now)) table.now = Math.max(table.now, match.dueAt);
    return match.position.status;
  };
  await expect.poll(away, ended).toBe('ended');
  const lines = (await table.journal.read(match.id))?.lines ?? [];
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(
    entries.filter(({ kind, what }) => kind === 'absence' && what === 'bot').map(({ bot: name }) => name),
  ).toContain('stranger');
  expect(entries.filter(({ kind, by }) => kind === 'move' && by === 'bot').length).toBeGreaterThan(3);
});

test('where its file is gone, the usual bot plays; without cells, too', () => {
  const gone = botsOf(hostedGames().get('mexica'), { cells });
  expect([gone.isSlow('stranger'), gone.quick('stranger'), gone.quick('constructor')]).toEqual([
    false,
    GAMES.get('mexica')!.bots.greedy,
    GAMES.get('mexica')!.bots.greedy,
  ]);
});

const BOOK = readFileSync(new URL('../../../../docs/bots.md', import.meta.url), 'utf8');
const [, DOCUMENTED = ''] = /<!-- the bot of the test -->\n```js\n([^`]*(?:`[^`]+`[^`]*)*?)```/.exec(BOOK) ?? [];
const [, IN_C = ''] = /<!-- the bot of the test in C -->\n```c\n([^`]*)```/.exec(BOOK) ?? [];
const [, COMMAND = ''] = /^(clang --target=wasm32 .*)$/m.exec(BOOK) ?? [];

interface AnyEntry {
  readonly game: AnyGame;
  readonly bots: Readonly<Record<string, AnyBot>>;
}

type Documented = (question: unknown, chance: Chance) => string;

/** Plays a match of Tieqchieq against luck. Returns whether the asked bot won. */
async function isWon(seed: number, ask: (question: Question<unknown, string>, seed: number) => Promise<string>) {
  const { game: rules, bots } = GAMES.get('tieqchieq')! as AnyEntry;
  const chance = fastChance(seed);
  let state = rules.setup(OPTIONS, 2, chance);
  for (let n = 0; rules.toMove(state).length > 0; n++) {
    const seat = at(rules.toMove(state), 0);
    const legal = rules.legalMoves(state, seat);
    const question = {
      view: rules.view(state, seat),
      seat,
      options: OPTIONS,
      legal: legal.map((move) => rules.format(move)),
    };
    const move =
      seat === seed % 2 ? rules.parse(await ask(question, seed + n)) : bots['random']?.({ ...question, legal }, chance);
    const applied = rules.apply(state, seat, move, chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  return rules.result(state)?.winners.includes((seed % 2) as Seat) ?? false;
}

test('the bot in docs/bots.md wins most matches against luck, and chooses in a cell as it does elsewhere', async () => {
  const { default: documented } = (await import(`data:text/javascript,${encodeURIComponent(DOCUMENTED)}`)) as {
    readonly default: Documented;
  };
  let won = 0;
  for (let seed = 1; seed <= 40; seed++)
    if (await isWon(seed, async (question, luck) => documented(question, fastChance(luck)))) won++;
  expect(won).toBeGreaterThanOrEqual(30);
  const homeward = guest(DOCUMENTED, 'homeward');
  await isWon(1, async (question, luck) => {
    const chosen = documented(question, fastChance(luck));
    expect(question.legal[(await cells.ask(homeward, question, luck)) ?? -1]).toBe(chosen);
    return chosen;
  });
});

const hasClang = ['clang', 'wasm-ld'].every((program) => spawnSync(program, ['--version']).status === 0);

test.skipIf(!hasClang)('the bot in C in docs/bots.md is made by its command, and wins most matches', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bot-in-c-'));
  writeFileSync(join(folder, 'homeward.c'), IN_C);
  execFileSync('sh', ['-c', `${COMMAND} -Wall -Wextra -Werror`], { cwd: folder });
  const [bot] = guestBotsIn(folderWith(join(folder, 'tieqchieq.homeward.wasm')));
  const before = lost.length;
  let won = 0;
  for (let seed = 1; seed <= 40; seed++)
    if (await isWon(seed, async (asked, luck) => at(asked.legal, (await cells.ask(bot!, asked, luck)) ?? -1))) won++;
  expect(lost.slice(before)).toEqual([]);
  expect(won).toBeGreaterThanOrEqual(26);
});

function folderWith(file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bots-'));
  copyFileSync(file, join(folder, basename(file)));
  return folder;
}

/** Tells the hash of its question as an answer that is not a place among the legal moves. */
const HASH_MODULE = moduleWith({
  alloc: '(i32.const 0)',
  memory: '16',
  move: `(local.set $i (i32.const 7))
    (loop
      (local.set $i (i32.add (i32.mul (local.get $i) (i32.const 31)) (i32.load8_u (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if 0 (i32.lt_u (local.get $at) (local.get $length))))
    (local.get $i)`,
});

const HASH = `let h = 7; for (const c of JSON.stringify({ view, seat, options, legal })) h = (h * 31 + c.charCodeAt(0)) | 0;
  throw new Error(String(h));`;

function hashOf(text: string): string {
  let hash = 7;
  for (const c of text) hash = (Math.imul(hash, 31) + c.charCodeAt(0)) | 0;
  return String(hash);
}

/** What a cell is given, told by the bot itself: in matches that differ only in what the seat must not know it is the same. */
test.each(IDS)('%s: a cell gets what its seat sees, and no secret of another', async (game) => {
  const { game: rules } = GAMES.get(game)!;
  const chance = fastChance(3);
  const resolved = resolveOptions(rules, undefined, {});
  const options = resolved.ok ? resolved.options : {};
  let state: unknown = rules.setup(options as never, 3, chance);
  let pairs = 0;
  const guestBots = [guest(moving(HASH), 'spy', game), moduleGuest(HASH_MODULE, 'module', game)];
  const { slow } = botsOf(hostedGames({ guestBots }).get(game), { cells });
  const heard = async (of: unknown, seat: Seat) => {
    clock.now += 60_001;
    const legal: readonly unknown[] = rules.legalMoves(of as never, seat);
    const hashes = [];
    for (const { name } of guestBots) {
      await slow(name, { view: rules.view(of as never, seat), seat, options, legal }, rules.format as never);
      hashes.push(/-?\d+$/.exec(String(told.at(-1)?.['told']))?.[0]);
    }
    return [...new Set(hashes)].join(' and ');
  };
  for (let n = 0; n < 160 && rules.toMove(state as never).length > 0; n++) {
    const seat = at(rules.toMove(state as never), 0);
    const legal = rules.legalMoves(state as never, seat);
    if (n % 4 === 0) {
      const twin = twinOf(game, state, { viewer: seat, known: pilesSeen(game, state, seat) }, chance);
      const own = JSON.stringify({
        view: rules.view(state as never, seat),
        seat,
        options,
        legal: legal.map((move) => rules.format(move as never)),
      });
      expect(await heard(state, seat)).toBe(hashOf(own));
      expect(await heard(twin, seat), `move ${n}`).toBe(hashOf(own));
      if (JSON.stringify(twin) !== JSON.stringify(state)) pairs++;
    }
    const applied = rules.apply(state as never, seat, chance.pick(legal) as never, chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  if (game !== 'tieqchieq') expect(pairs).toBeGreaterThan(10);
});
