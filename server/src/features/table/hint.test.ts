/** Hints follow from what the seat sees: tables that differ in what it does not see give the same one. */
import { at, explainedMoves, fastChance, GAMES, type Seat } from '@flower-war/rules';
import { pilesSeen, twinOf } from '@flower-war/rules/twins';
import { reasonFor } from '@flower-war/words/advice';
import { LANGUAGES } from '@flower-war/words/all';
import { afterEach, describe, expect, test } from 'vitest';
import type { Match } from '../../match/match.ts';
import { askedSeat, newTable, openedMatch, runningMatch } from '../../matches/table.fixture.ts';
import { type BotQuestion, Thinker } from '../../matches/thinker.ts';
import { asked } from './hosting.ts';

const open: Thinker[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((thinker) => thinker.close()))));

function newThinker(seed: number): Thinker {
  const report = (problem: string) => expect.fail(problem);
  const thinker = new Thinker({ chance: fastChance(seed), report });
  open.push(thinker);
  return thinker;
}

const ANA: Seat = 0;
const SEED = Number(process.env['SEED'] ?? 5);

/** A person against a bot that no driver moves: the test plays for it. */
async function againstBot(game: string): Promise<Match> {
  const table = newTable({ botDelayMs: 1_000_000 });
  const match = await openedMatch(table, { game });
  await match.sit({ by: 'player', player: 'ana', contribution: '00'.repeat(16) }, ANA, table.now);
  await match.sit({ by: 'bot', bot: 'random' }, 1, table.now);
  return match;
}

/** Plays at random until the person has a choice; then as often as the test asks. */
async function* choices(match: Match, seed: number): AsyncGenerator<void> {
  const chance = fastChance(seed);
  for (let id = 0; match.position.status === 'running'; id++) {
    const seat = askedSeat(match) as Seat;
    const { decision = 0, legal } = match.privateOf(seat);
    if (seat === ANA && legal.length > 1) yield;
    const move = chance.pick(legal);
    // Where the move opens a hidden window, it is answered when the bot has.
    if (seat === ANA) void match.act(seat, [id, decision, move], 1_000_000);
    else void match.playBot(seat, () => match.engine.parse(move), 1_000_000);
    await match.tend(1_000_000);
  }
}

const HINTS = 3;

/** Why each move is worth a look, in every language, as a player reads it from what the seat sees. */
function reasonsIn({ engine }: Match, { view, seat, options, legal }: BotQuestion): readonly (string | undefined)[] {
  const shown = { view: view as object, seat, options, legal: legal.map((move) => engine.format(move)) };
  const moves = explainedMoves(engine, shown);
  const name = (other: number) => `Seat ${other}`;
  return LANGUAGES.flatMap((words) =>
    moves.map((move) => reasonFor(words, { game: engine.id, view: shown.view, seat, move, name })),
  );
}

describe.each([...GAMES.keys()])('%s', (game) => {
  test('twins that differ in what the seat does not see get the same hint, bit for bit', async () => {
    const match = await againstBot(game);
    const { engine } = match;
    const [one, other] = [newThinker(1), newThinker(2)];
    const known = new Set<number>();
    const reasons = new Set<string | undefined>();
    let hints = 0;
    for await (const _ of choices(match, SEED)) {
      const { state } = match.position;
      for (const pile of pilesSeen(game, state, ANA)) known.add(pile);
      const twin: unknown = twinOf(game, state, { viewer: ANA, known: [...known] }, fastChance(9));
      const { question, legal, decision } = asked(match, ANA);
      const seen = { view: engine.view(twin, ANA), legal: engine.legalMoves(twin, ANA) };
      expect(JSON.stringify({ view: question.view, legal: question.legal })).toBe(JSON.stringify(seen));
      const asTwin: BotQuestion = { ...question, ...seen };
      const told = reasonsIn(match, question);
      expect(reasonsIn(match, asTwin), `seed ${SEED}`).toEqual(told);
      for (const reason of told) reasons.add(reason);
      if (hints >= HINTS && reasons.size > 2) break;
      if (++hints > HINTS) continue; // some matches have but one reason to give for long
      const [hint, again] = [await one.advise(question), await other.advise(asTwin)];
      expect(hint).toBeDefined();
      expect(again).toBe(hint);
      expect(at(legal, hint ?? -1)).toBe(match.privateOf(ANA).legal[hint ?? -1]);
      expect(decision).toBe(match.privateOf(ANA).decision);
    }
    expect(hints).toBeGreaterThanOrEqual(HINTS);
    expect(reasons.size).toBeGreaterThan(2);
  });
});

test('there are no hints against people, before the start, after the end, or while others are asked', async () => {
  const people = await runningMatch(newTable());
  for (const seat of [0, 1] as const) expect(() => asked(people, seat)).toThrow('forbidden');
  expect(() => asked(people, askedSeat(people) as Seat)).toThrow('forbidden');
  const match = await againstBot('tieqchieq');
  const waiting = 1 - askedSeat(match);
  if (waiting === ANA) expect(() => asked(match, ANA)).toThrow('stale-decision');
  const fresh = await openedMatch(newTable());
  expect(() => asked(fresh, ANA)).toThrow('not-started');
  for await (const _ of choices(match, 3)) expect(asked(match, ANA).legal.length).toBeGreaterThan(1);
  expect(() => asked(match, ANA)).toThrow('match-over');
});

test('a hint is not taken while a bot thinks, and a bot does not wait for a second hint', async () => {
  const match = await againstBot('flower-war');
  const chosen = choices(match, 1);
  await chosen.next();
  const { question } = asked(match, ANA);
  const thinker = newThinker(1);
  const [bot, hint] = [thinker.ask(question), thinker.advise(question)];
  expect(await hint).toBeUndefined();
  expect(await bot).toBeDefined();
  const [first, second] = [thinker.advise(question), thinker.advise(question)];
  expect(await second).toBeUndefined();
  expect(await first).toBeDefined();
});
