/** The judges find each fault that is planted into what honest players were told. */
import { expect, test } from 'vitest';
import { type Body, forge } from '../protocol/forge.ts';
import { Scribe, SIGNING_KEY } from '../protocol/scribe.ts';
import { type BeadsTold, Comparison, judge, judgeBeads } from './ledger.ts';
import type { Told } from './person.ts';

const MATCH = '7KQ2M9XA';
const scribe = new Scribe({ turnCap: 12 }).start('player', 'player').play().end();
const entries: readonly Body[] = scribe.lines.map((line) => JSON.parse(line));
const SEAT = entries[9].seat as number;

/** What the players were told of the record: each move when it was written. */
const told: readonly Told[] = [0, 1].map((seat) => {
  const moves = entries.filter((entry) => entry.kind === 'move' && entry.seat === seat);
  const answers = moves.map(({ at }) => ({ at, took: 5, wasDropped: false, isAccepted: true }));
  return { match: MATCH, seat, accepted: moves.map(({ move }) => move), said: [], answers, agreed: 0, quiet: [] };
});
const forged = (change: (bodies: Body[]) => void) => forge(scribe.lines, change, SIGNING_KEY);

async function problemsIn(record: string, more: Partial<Told> = {}): Promise<readonly string[]> {
  const { problems } = await judge(MATCH, { record, told: told.map((one) => ({ ...one, ...more })), since: 0 });
  return problems.filter((problem) => !/: line \d+: /.test(problem)); // forged moves do not verify either
}

test('an honest record has no problem, and a bent one does not verify', async () => {
  expect(await judge(MATCH, { record: scribe.text, told, since: 0 })).toEqual({ problems: [], longestPaid: 1000 });
  const bent = scribe.text.replace('"kind":"move"', '"kind":"mova"');
  const { problems } = await judge(MATCH, { record: bent, told, since: 0 });
  expect(problems).toContainEqual(expect.stringMatching(/: line \d+: /));
});

test.each<[string, Partial<Told>, number, number]>([
  ['nothing', {}, 0, 0],
  ['an accepted move that the record lacks', { accepted: [...told[0]!.accepted, 'pass'] }, 1, 0],
  ['a move that the record has twice', { accepted: told[0]!.accepted.slice(1) }, 0, 1],
  ['an agreement that the record lacks', { agreed: 1 }, 1, 0],
])('told apart from the record: %s', (_, more, lost, twice) => {
  const comparison = new Comparison();
  comparison.compareSeat({ ...told[0]!, ...more }, scribe.text);
  expect(comparison).toMatchObject({ lost, twice, problems: lost + twice > 0 ? [expect.any(String)] : [] });
});

/** All entries from the ninth on happen later, which is a time without a server for this long. */
const later = (milliseconds: number, lost: number) =>
  forged((bodies) => {
    for (const body of bodies.slice(8)) body.at += milliseconds;
    if (lost > 0) bodies[8] = { seq: 8, kind: 'resumed', at: bodies[8].at, lost };
  });
const gone = (...kinds: readonly object[]) =>
  forged((bodies) => {
    for (const [n, body] of kinds.entries()) bodies[9 + n] = { seq: 9 + n, at: entries[9].at, seat: SEAT, ...body };
  });
const LATE = { kind: 'clock', move: 'roll' };
const BOT = { kind: 'absence', what: 'bot', bot: 'random' };
const MOVE = { kind: 'move', by: 'player', move: 'roll', id: 1 };
const QUIET = { answers: [], quiet: [{ from: entries[9].at, to: entries[9].at }] };
const UNTIMED = { answers: [] };

test.each<[string, string, Partial<Told>, RegExp | undefined]>([
  ['clocks that paid for an outage', later(10_000, 0), UNTIMED, /the clocks ran for 11000 ms/],
  ['clocks that got their time back', later(10_000, 9500), UNTIMED, undefined],
  ['a restart that was dear', later(10_000, 4500), UNTIMED, /a restart cost a player 6500 ms/],
  ['time given back that had not passed', later(1000, 60_000), UNTIMED, /more were given back than had passed/],
  ['a turn that was lost', gone(LATE), UNTIMED, /ran out of time/],
  ['a seat that was lost', gone({ kind: 'absence', what: 'retired' }), UNTIMED, /counted as gone: retired/],
  ['a bot for a player in silence', gone(LATE, BOT), QUIET, undefined],
  ['a bot for a player who had answered again', gone(LATE, MOVE, BOT), QUIET, /counted as gone: bot/],
  ['the time of a wrong clock', later(-10_000, 0), {}, /was not written at the time that it names/],
  ['a time to come', later(Date.now(), 0), UNTIMED, /lies in the future/],
])('a record shows %s', async (_, record, more, problem) => {
  if (problem === undefined) expect(await problemsIn(record, more)).toEqual([]);
  else expect(await problemsIn(record, more)).toContainEqual(expect.stringMatching(problem));
});

const tally = (war: number, rain: number) => ({ war, rain });
const BEADS: BeadsTold = {
  temple: 'templo-c0a1',
  fallen: tally(3, 2),
  ledger: { sensed: tally(3, 2), applied: tally(0, 0), held: tally(1, 2), refused: tally(2, 0) },
  records: [],
  between: [tally(0, 0), tally(3, 2), tally(1, 0), tally(1, 1)],
};
const APPLIED = { ...BEADS.ledger, applied: tally(1, 0), held: tally(0, 2) };

test.each<[string, Partial<BeadsTold>, number, number, string]>([
  ['that fell and are recorded once', {}, 0, 0, ''],
  ['that the account lacks', { fallen: tally(4, 2) }, 1, 0, '4 beads of war fell'],
  ['that the records lack', { between: [tally(2, 2)] }, 1, 0, 'the records have 2'],
  ['that no person dropped', { fallen: tally(3, 1) }, 0, 1, '1 beads of rain fell'],
  ['whose offering the records lack', { ledger: APPLIED }, 1, 0, 'the records have 0 offerings'],
  ['that two matches counted', { between: [...BEADS.between, tally(1, 1)] }, 0, 1, 'are recorded again'],
  ['that crossed from slot to slot', { between: [...BEADS.between, tally(0, 2)] }, 0, 1, 'are recorded again'],
  ['without a verdict', { ledger: { ...BEADS.ledger, refused: tally(1, 0) } }, 0, 0, 'does not balance'],
])('beads %s', (_, planted, lost, twice, problem) => {
  const problems = problem === '' ? [] : [expect.stringContaining(problem)];
  expect(judgeBeads({ ...BEADS, ...planted })).toMatchObject({ fallen: expect.any(Number), lost, twice, problems });
});
