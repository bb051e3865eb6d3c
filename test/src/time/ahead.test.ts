/** Answers ahead over HTTP and the SDK. Only the test moves the clock. */
import { expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { person as personAt } from '../support/api.ts';

let now = Date.UTC(2026, 5, 1);
serveThisFile({}, { now: () => now });
const person = (name: string) => personAt(house.url, name);
const DAYS = { clock: { kind: 'days', days: 1 } } as const;

async function table(settings: object = DAYS) {
  const people = [await person('Ana'), await person('Beto')];
  const match = await people[0]!.create({ game: 'tieqchieq', seats: 2, table: settings });
  const lives = [await people[0]!.join(match), await people[1]!.join(match)];
  await Promise.race(lives.map((live) => live.until(({ legal }) => legal.length > 0)));
  const asked = lives.find(({ legal }) => legal.length > 0)!;
  const waiting = lives.find((live) => live !== asked)!;
  return { match, asked, waiting, player: people[waiting.seat!]!, other: people[asked.seat!]! };
}

test('an answer is left, read by its player alone, played a little after its question, and exported', async () => {
  const { match, asked, waiting, player, other } = await table();
  const toss = { move: 'toss' };
  expect(await player.answersAhead(match, [toss, { ...toss, seen: { kind: 'ended' } }])).toEqual({
    answers: [toss, { ...toss, seen: { kind: 'ended' } }],
  });
  expect(await other.answersAhead(match)).toEqual({ answers: [] });
  expect((await player.account.exportData()).ahead).toMatchObject([{ match: match.match, answers: [toss, {}] }]);
  while (waiting.decision === undefined) {
    await asked.until(({ legal, decision }) => legal.length > 0 || decision === undefined);
    if (asked.legal.length > 0) await asked.play(asked.legal[0]!);
    await Promise.race([waiting, asked].map((live) => live.until(({ legal }) => legal.length > 0)));
  }
  const { decision } = waiting;
  await expect
    .poll(async () => (await house.server.services.ahead.of(match.match, player.session!.player)).answers)
    .toHaveLength(2);
  now += 3 * 60_000;
  await expect
    .poll(async () => {
      await house.server.services.ahead.play();
      return (await player.answersAhead(match)).answers.length;
    })
    .toBe(1);
  await waiting.until((one) => one.decision !== decision);
  expect(await player.answersAhead(match, []).catch(({ reason }) => reason)).toEqual({ answers: [] });
});

test('hostile, wrong and huge answers are refused, and the match goes on', async () => {
  const { match, player } = await table();
  const leave = (body: unknown, who = player) =>
    fetch(`${house.url}/api/matches/${match.match}/ahead`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.session!.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(async (answer) => [answer.status, ((await answer.json()) as { code?: string }).code]);
  const move = 'toss';
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, n]));
  for (const answers of [
    'toss',
    [{}],
    [{ move: '' }],
    [{ move: 'x'.repeat(121) }],
    Array.from({ length: 4 }, () => ({ move })),
    [{ move, seen: {} }],
    [{ move, seen: { seat: 1 } }],
    [{ move, seen: { kind: 'moved', deep: { deeper: 1 } } }],
    [{ move, id: 'mine' }],
  ])
    expect(await leave({ answers }), JSON.stringify(answers).slice(0, 80)).toEqual([400, 'bad-request']);
  expect(await leave({ answers: [{ move, seen: { kind: 'moved', ...many } }] })).toEqual([409, 'ahead-refused']);
  expect(await leave({ answers: [{ move: '<script>💀' }] })).toEqual([409, 'bad-notation']);
  expect((await leave({ answers: [{ move, seen: JSON.parse('{"kind":"moved","__proto__":1}') }] }))[0]).toBeLessThan(
    500,
  );
  expect((await leave({ answers: [{ move }] }, await person('Caro')))[1]).toBe('not-seated');
  expect(await leave({ answers: [{ move }] })).toEqual([200, undefined]);
});
