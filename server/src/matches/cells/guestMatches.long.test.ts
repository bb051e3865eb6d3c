/** Bots of strangers in whole matches: as opponents, in place of absent players, and when they are hostile or gone. */
import { readFileSync } from 'node:fs';
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
import { newTable, runningMatch } from '../table.fixture.ts';
import { botsOf } from '../thinker.ts';
import { guest, HONEST, moving, newCells } from './guests.fixture.ts';

const { cells, lost, told, clock } = newCells();
afterAll(() => cells.close());
const IDS = [...GAMES.keys()];
const defaults = resolveOptions(GAMES.get('tieqchieq')!.game, undefined, {});
const OPTIONS = defaults.ok ? defaults.options : {};
const ended = { timeout: 200_000 };

/** A match that a bot plays in seat 0 against one in each other seat. Returns how many moves each made. */
async function playedOut(game: string, code: string) {
  const bot = guest(code, 'stranger', game);
  const table = newTable({ cells, games: hostedGames({ guestBots: [bot] }) });
  const wanted = { game, preset: GAMES.get(game)!.game.presets[0]!.id, options: {}, seats: 2, host: 'p0' };
  const resolved = resolveOptions(GAMES.get(game)!.game, wanted.preset, {});
  const options = resolved.ok ? resolved.options : {};
  const id = await table.matches.create({ ...wanted, options, table: tableSettings.parse({}) });
  const match = await table.matches.open(id);
  for (const [seat, name] of ['stranger', 'greedy'].entries())
    await match?.sit({ by: 'bot', bot: name }, seat as Seat, table.now);
  await expect.poll(async () => (await table.journal.index(id))?.index.status, ended).toBe('ended');
  const lines = ((await table.journal.read(id))?.lines ?? []).map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );
  return { bot, lines, moves: lines.filter(({ kind, seat }) => kind === 'move' && seat === 0).length };
}

test.each(IDS)('%s is played to its end against a bot of a stranger, and the record names it', async (game) => {
  const before = lost.length;
  const { lines, moves } = await playedOut(game, HONEST);
  expect(lines.find(({ kind, seat }) => kind === 'seated' && seat === 0)).toMatchObject({ bot: 'stranger' });
  expect(moves).toBeGreaterThan(3);
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
  const bot = guest(HONEST, 'stranger', game);
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

const [, DOCUMENTED = ''] =
  /<!-- the bot of the test -->\n```js\n([^`]*(?:`[^`]+`[^`]*)*?)```/.exec(
    readFileSync(new URL('../../../../docs/bots.md', import.meta.url), 'utf8'),
  ) ?? [];

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
  const bot = guest(moving(HASH), 'spy', game);
  const { slow } = botsOf(hostedGames({ guestBots: [bot] }).get(game), { cells });
  const heard = async (of: unknown, seat: Seat) => {
    clock.now += 60_001;
    const legal: readonly unknown[] = rules.legalMoves(of as never, seat);
    await slow('spy', { view: rules.view(of as never, seat), seat, options, legal }, rules.format as never);
    return told.at(-1)?.['told'];
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
