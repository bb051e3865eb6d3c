/** Action ids that coincide by chance, or because two connections of a seat both count from one. */
import type { Answer } from '@flower-war/protocol';
import { type Chance, fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { askedSeat, newTable, runningMatch, type TestTable } from '../matches/table.fixture.ts';
import type { Match } from './match.ts';

const NOW = 1_000_000;
const SEED = Number(process.env.SEED ?? 1);
const MOVES = 120;

interface Played {
  readonly seat: number;
  readonly action: [id: number | string, decision: number, move: string];
  readonly step: number;
}

/** The first legal move, under one of so few ids that most were used before. */
function nextAction(match: Match, chance: Chance): Omit<Played, 'step'> {
  const seat = askedSeat(match);
  const { decision = 0, legal } = match.privateOf(seat);
  const id = chance.pick<number | string>([0, 1, 2, '0', '1']);
  return { seat, action: [id, decision, chance.pick(legal)] };
}

const movesIn = async ({ journal }: TestTable, { id }: Match): Promise<number> =>
  ((await journal.read(id))?.lines ?? []).filter((line) => line.includes('"kind":"move"')).length;

function tell({ kind, ...rest }: Answer): string {
  return `${kind} ${JSON.stringify(rest)}`;
}

test.each([SEED, SEED + 1, SEED + 2])(
  'complaint 2, a retry is refused, or counts twice: ids out of a handful swallow no move, and a repeat of any is answered as the first was, from seed %i on',
  async (seed) => {
    const chance = fastChance(seed);
    let table = newTable();
    let match = await runningMatch(table);
    const played: Played[] = [];
    for (let move = 0; move < MOVES && match.position.status === 'running'; move++) {
      const { seat, action } = nextAction(match, chance);
      const answer = await match.act(seat, action, NOW);
      expect(tell(answer)).toMatch(/^accepted \{"step":\d+\}$/);
      played.push({ seat, action, step: (answer as { step: number }).step });
      expect(await movesIn(table, match), `seed ${seed}, move ${move}`).toBe(played.length);
      const old = chance.pick(played);
      const repeated = { kind: 'accepted', step: old.step, repeated: true };
      expect(await match.act(old.seat, old.action, NOW)).toEqual(repeated);
      const [id, decision] = old.action;
      expect(await match.act(old.seat, [id, decision, 'no such move'], NOW)).toMatchObject({ code: 'id-reused' });
      if (chance.die(20) > 1) continue;
      await table.matches.stop();
      table = newTable({ journal: table.journal });
      match = (await table.matches.open(match.id))!;
      for (const one of played)
        expect(await match.act(one.seat, one.action, NOW)).toEqual({ ...repeated, step: one.step });
    }
    expect(played.length).toBeGreaterThan(20);
  },
);

const WIDE = ['3f2a9c8e71d04b65a8f0c2d4e6b81357', 'c0ffee00c0ffee00', '💀'.repeat(16)];
const SHORT = [1, 'a', '2-1', '💀'.repeat(14)];

test.each(WIDE)('a long id (%s) stands for one word for ever', async (id) => {
  const match = await runningMatch(newTable());
  const first = await match.asks(0, [id, 'none'], NOW);
  await match.asks(0, ['another', 'all'], NOW);
  expect(await match.asks(0, [id, 'none'], NOW)).toEqual({ ...first, repeated: true });
  expect(match.privateOf(0).asks).toBeUndefined();
});

test.each(SHORT)('a short id (%j) that comes again is refused where the word may be another', async (id) => {
  const table = newTable();
  const match = await runningMatch(table);
  const reused = { kind: 'rejected', code: 'id-reused' };
  await match.asks(0, [id, 'none'], NOW);
  await match.asks(0, ['another', 'all'], NOW);
  expect(await match.asks(0, [id, 'none'], NOW)).toMatchObject(reused);
  const offer = (n: number) => match.offer(1, [`o${n}`, 'abort'], NOW);
  await offer(1);
  const declined = await match.reply(0, [id, false], NOW);
  expect(declined).toMatchObject(reused); // the wish had this id
  expect(await match.reply(0, [`${id}r`, false], NOW)).toMatchObject({ kind: 'accepted' });
  expect(await match.reply(0, [`${id}r`, false], NOW)).toMatchObject({ kind: 'accepted', repeated: true });
  await offer(2);
  expect(await match.reply(0, [`${id}r`, false], NOW)).toMatchObject(reused);
  expect(match.table.offer).toMatchObject({ by: 1 });
});

test('the id of a word is not an id of a move', async () => {
  const match = await runningMatch(newTable());
  const { seat, action } = nextAction(match, fastChance(SEED));
  expect(await match.asks(seat, [action[0], 'none'], NOW)).toMatchObject({ kind: 'accepted' });
  const answer = await match.act(seat, action, NOW);
  expect(answer).toMatchObject({ kind: 'accepted' });
  expect(answer).not.toHaveProperty('repeated');
});

test('when a bot stands in again, the short id of the last coming back does not bring its player back unsaid', async () => {
  const table = newTable({ botDelayMs: 1e9 });
  const match = await runningMatch(table, { settings: { absence: 'casual' } });
  const asked = askedSeat(match);
  await match.arrive(1 - asked, NOW);
  let now = NOW;
  const answers: Answer[] = [];
  for (let round = 0; round < 2; round++) {
    now += 60_000;
    await match.tend(now);
    expect(match.position.occupants.get(asked)).toHaveProperty('bot');
    answers.push(await match.back(asked, [7], now));
  }
  expect(answers).toMatchObject([{ kind: 'accepted' }, { kind: 'rejected', code: 'id-reused' }]);
  expect(await match.back(asked, [8], now)).toMatchObject({ kind: 'accepted' });
});

test('while the journal does not answer, no more is queued than a busy table asks', async () => {
  const table = newTable();
  const match = await runningMatch(table);
  const { append } = table.journal;
  const mayGoOn = Promise.withResolvers<void>();
  table.journal.append = async (entry) => {
    await mayGoOn.promise;
    return append.call(table.journal, entry);
  };
  const asked = Array.from({ length: 3000 }, (_, n) => match.asks(0, [n, 'none'], NOW));
  expect(await asked.at(-1)).toMatchObject({ kind: 'rejected', code: 'too-many' });
  mayGoOn.resolve();
  const answers = await Promise.all(asked);
  expect(answers.filter((one) => one.kind === 'rejected' && one.code === 'too-many').length).toBeGreaterThanOrEqual(
    2000,
  );
  expect(await match.asks(1, ['after', 'none'], NOW)).toMatchObject({ kind: 'accepted' });
});
