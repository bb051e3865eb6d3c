/** A record says where bot accounts may sit, and is judged by it: no server can seat one anywhere else. */
import { tableSettings, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { Scribe, engineOf } from './scribe.ts';

const BOT = 'bot-7GV4JP3WQX9R';
const contribution = '00'.repeat(16);
const table = (settings: object) =>
  new Scribe({}, 1, engineOf('tieqchieq'), { table: tableSettings.parse({ absence: 'casual', ...settings }) });
const seated = (player: string, seat = 0) => ({
  kind: 'seated' as const,
  seat,
  by: 'player' as const,
  player,
  contribution,
});
const refusal = (scribe: Scribe, body: object) => {
  const outcome = scribe.outcomeOf(body);
  return outcome.ok ? 'accepted' : outcome.reason;
};

test('a bot account sits only where the table says so, also in the place of an absent player', () => {
  const [people, programs] = [table({}), table({ programs: 'allowed' })];
  expect([people, programs].map((one) => refusal(one, seated(BOT)))).toEqual(['programs-not-allowed', 'accepted']);
  expect(refusal(people, seated('p-bot-7GV4'))).toBe('accepted');
  const MINUTE = 60_000;
  for (const [one, reason] of [
    [people, 'programs-not-allowed'],
    [programs, 'accepted'],
  ] as const) {
    one.start('player', 'player');
    const seat = one.folding.engine.toMove(one.position.state)[0] ?? 0;
    const at = one.position.created.at + 60 * MINUTE;
    const away = { kind: 'absence', seat, at, what: 'bot', bot: 'random' };
    expect(refusal(one, away)).toBe('accepted');
    one.add(away as never);
    expect(refusal(one, { kind: 'absence', seat, at: at + 60 * MINUTE, what: 'substituted', player: BOT })).toBe(
      reason,
    );
  }
});

test('a record with one is proved, and that of a table which says nothing stays as it was', async () => {
  const one = table({ programs: 'allowed' });
  one.add(seated(BOT)).sit(1, 'player').add({ kind: 'started' }).play().end();
  expect(await verify(one.text, engine)).toMatchObject({ ok: true });
  expect(one.text).toContain('"programs":"allowed"');
  expect(table({}).text).not.toContain('programs');
});
