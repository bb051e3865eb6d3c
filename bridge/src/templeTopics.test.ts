import type { Ack, MatchTold, VerdictTold } from '@flower-war/protocol/temple';
import { expect, test } from 'vitest';
import { ManualClock } from '../testing/index.ts';
import type { Outgoing } from './outbox.ts';
import { aged, TempleTopics, Verdicts, verdictsSince } from './templeTopics.ts';

const T = 'templo-7f3a';
const none = { war: 0, rain: 0 };
const ack = (rev: number): Ack => ({
  v: 1,
  rev,
  epoch: 7,
  through: none,
  sensed: none,
  applied: none,
  held: none,
  refused: none,
});
const match: MatchTold = {
  v: 1,
  rev: 1,
  ttl: 120,
  phase: 'offer',
  yourTurn: true,
  deadlineMs: 90_000,
  mayOffer: { war: true, rain: true },
  counts: none,
};

/** The retained messages at the broker, as the bridge's outbox would leave them. */
function shown() {
  const clock = new ManualClock();
  const put: Outgoing[] = [];
  const adopted: Outgoing[] = [];
  const released: string[] = [];
  const told: VerdictTold[] = [];
  const outbox = {
    put: (message: Outgoing) => void put.push(message),
    adopt: (message: Outgoing) => void adopted.push(message),
    remove: (topic: string) => void put.push({ topic, payload: '', isRetained: true }),
    release: (topic: string) => void released.push(topic),
  };
  const of = (name: string) => put.filter(({ topic }) => topic.endsWith(`/${name}`)).map(({ payload }) => payload);
  const verdicts = { tell: (_temple: string, all: readonly VerdictTold[]) => void told.push(...all) };
  return { clock, put, adopted, released, told, of, all: new TempleTopics({ clock, outbox, verdicts }) };
}

test('an acknowledgement with a lower revision than one that was published is kept back', () => {
  const { all, of } = shown();
  for (const rev of [3, 2, 3, 5, 4]) all.show({ temple: T, ack: ack(rev) });
  expect(of('ack').map((text) => JSON.parse(text).rev)).toEqual([3, 5]);
});

test('what was published here or by another bridge a moment ago is not published again; each heartbeat says it anew', () => {
  const { all, of } = shown();
  for (let times = 0; times < 3; times++) all.show({ temple: T, ack: ack(1) });
  expect(of('ack')).toHaveLength(1);
  all.ackSeen(T, ack(2));
  all.show({ temple: T, ack: ack(2) });
  expect(of('ack')).toHaveLength(1);
  all.show({ temple: T, ack: { ...ack(2), match: 'K7Q42M' } });
  expect(of('ack')).toHaveLength(2);
  for (const published of [3, 4]) {
    all.expectAck(T);
    for (let times = 0; times < 3; times++) all.reportJudged(T);
    expect(of('ack')).toHaveLength(published);
  }
  expect(JSON.parse(of('ack').at(-1) ?? '')).toEqual({ ...ack(2), match: 'K7Q42M' });
});

test('a report that changed something is acknowledged once, by what the server tells of it', () => {
  const { all, of } = shown();
  all.expectAck(T);
  all.reportJudged(T);
  expect(of('ack')).toEqual([]);
  all.show({ temple: T, ack: ack(1) });
  all.expectAck(T);
  all.show({ temple: T, ack: ack(2) });
  all.reportJudged(T);
  expect(of('ack').map((text) => JSON.parse(text).rev)).toEqual([1, 2]);
});

test('another bridge that answers the heartbeat answers it for all of them', () => {
  const { all, of } = shown();
  all.show({ temple: T, ack: ack(1) });
  all.expectAck(T);
  all.ackSeen(T, ack(1));
  all.reportJudged(T);
  expect(of('ack')).toHaveLength(1);
});

test('a server that was away tells all of them anew', () => {
  const { all, of } = shown();
  all.show({ temple: T, ack: ack(1) });
  all.serverIsAway();
  for (let times = 0; times < 2; times++) all.show({ temple: T, ack: ack(1) });
  expect(of('ack')).toHaveLength(2);
});

test('an acknowledgement with a lower revision than one that was seen is kept back, also after a reconnect', () => {
  const { all, of, adopted } = shown();
  all.show({ temple: T, ack: ack(3) });
  all.ackSeen(T, ack(9));
  all.show({ temple: T, ack: ack(8) });
  expect(of('ack')).toHaveLength(1);
  expect(adopted.map(({ payload }) => JSON.parse(payload).rev)).toEqual([9]);
});

test('an echo does not undo what was said after it, of the same revision', () => {
  const { all, of, adopted } = shown();
  const free = ack(5);
  const bound = { ...free, match: 'K7Q42M' };
  all.show({ temple: T, ack: bound });
  all.show({ temple: T, ack: free });
  all.ackSeen(T, bound);
  expect(adopted).toEqual([]);
  all.ackSeen(T, free);
  all.show({ temple: T, ack: free });
  expect(of('ack').map((text) => JSON.parse(text))).toEqual([bound, free]);
});

test('an older one of another bridge is corrected, the echo of our own is not', () => {
  const { all, of, clock } = shown();
  all.show({ temple: T, ack: ack(1) });
  all.show({ temple: T, ack: ack(2) });
  all.ackSeen(T, ack(1));
  all.ackSeen(T, ack(2));
  clock.advance(1000);
  expect(of('ack')).toHaveLength(2);
  all.ackSeen(T, ack(1));
  clock.advance(1000);
  expect(of('ack').map((text) => JSON.parse(text).rev)).toEqual([1, 2, 2]);
});

test('a match is repeated before it is stale, and its countdown goes on', () => {
  const { all, of, clock } = shown();
  all.show({ temple: T, match });
  clock.advance(119_000);
  expect(of('match').map((text) => JSON.parse(text).deadlineMs)).toEqual([90_000, 30_000]);
  clock.advance(60_000);
  expect(JSON.parse(of('match').at(-1) ?? '').deadlineMs).toBe(0);
});

test('without the server a match is neither repeated nor published again', () => {
  const { all, of, clock, released } = shown();
  all.show({ temple: T, match });
  all.serverIsAway();
  clock.advance(1_000_000);
  expect(of('match')).toHaveLength(1);
  expect(released).toEqual([`templo/v1/${T}/match`]);
});

test('of a temple that is forgotten every retained topic is cleared, and its revisions begin anew', () => {
  const { all, put, clock } = shown();
  all.show({ temple: T, ack: ack(9), match });
  put.length = 0;
  all.forget(T);
  const cleared = ['odometer', 'availability', 'info', 'ack', 'match', 'config'].map(
    (name) => `templo/v1/${T}/${name}`,
  );
  expect(put.map(({ topic }) => topic)).toEqual([`homeassistant/device/${T}/config`, ...cleared]);
  expect(put.every(({ payload, isRetained }) => payload === '' && isRetained)).toBe(true);
  clock.advance(1_000_000);
  all.show({ temple: T, ack: ack(1) });
  expect(put).toHaveLength(8);
});

test('a match without a countdown stays as it is', () => {
  const { deadlineMs: _, ...timeless } = match;
  expect(aged(timeless, 1000)).toBe(timeless);
});

test('what became of beads is told once: not at the start, not for an ack that is repeated, old or of another bridge', () => {
  const { all, told } = shown();
  const held = (rev: number, war: number) => ({ ...ack(rev), sensed: { war, rain: 0 }, held: { war, rain: 0 } });
  all.show({ temple: T, ack: held(1, 4) });
  expect(told).toEqual([]);
  all.show({ temple: T, ack: held(2, 6) });
  for (const again of [held(2, 6), held(1, 4)]) {
    all.expectAck(T);
    all.show({ temple: T, ack: again });
  }
  expect(told).toEqual([{ v: 1, rev: 2, slot: 'war', verdict: 'held', count: 2 }]);
  all.ackSeen(T, held(3, 7));
  all.show({ temple: T, ack: held(3, 7) });
  expect(told).toHaveLength(1);
});

test('the newest message about the match comes again when it is asked for, older by the time that went by', () => {
  const { all, of, clock } = shown();
  all.matchAgain(T);
  expect(of('match')).toEqual([]);
  all.show({ temple: T, match });
  clock.advance(10_000);
  all.matchAgain(T);
  expect(of('match').map((text) => JSON.parse(text).deadlineMs)).toEqual([90_000, 80_000]);
});

const before: Ack = { v: 1, rev: 7, epoch: 1, through: none, sensed: none, applied: none, held: none, refused: none };
const one = { v: 1, rev: 8, slot: 'war', verdict: 'applied', why: 'ok', count: 1 } as const;

test('each slot and verdict that has more beads is told, with the reason of the last bead', () => {
  const last = { slot: 'rain', ordinal: 9, verdict: 'held', why: 'incomplete' } as const;
  const now = { ...before, rev: 8, applied: { war: 2, rain: 0 }, held: { war: 1, rain: 1 }, last };
  expect(verdictsSince(before, now)).toEqual([
    { v: 1, rev: 8, slot: 'war', verdict: 'applied', why: 'ok', count: 2 },
    { v: 1, rev: 8, slot: 'war', verdict: 'held', count: 1 },
    { v: 1, rev: 8, slot: 'rain', verdict: 'held', why: 'incomplete', count: 1 },
  ]);
});

test('a ledger that begins again tells nothing', () => {
  const full = { ...before, applied: { war: 5, rain: 5 } };
  expect(verdictsSince(full, { ...before, rev: 9 })).toEqual([]);
});

const unowned = (war: number, rain: number, epoch = 1): Ack => {
  const last = { slot: 'rain', ordinal: rain, verdict: 'refused', why: 'unpaired' } as const;
  return { ...before, epoch, through: { war, rain }, ...(war + rain > 0 && { last }) };
};
const released = { ...before, through: { war: 4, rain: 2 }, held: { war: 2, rain: 0 }, sensed: { war: 3, rain: 1 } };
test.each([
  ['a bead', unowned(0, 0), unowned(0, 1), { rain: 1 }],
  ['beads in both slots', unowned(3, 1), unowned(5, 2), { war: 2, rain: 1 }],
  ['the same ack once more', unowned(3, 1), unowned(3, 1), {}],
  ['totals of a server that has just started', unowned(0, 0, 0), unowned(3, 1), {}],
  ['beads that waited when its owner gave it up', released, unowned(4, 2), { war: 2 }],
  ['a bead after that', unowned(4, 2), unowned(5, 2), { war: 1 }],
] as const)('of a temple without an owner, %s', (_, was, now, counts) => {
  const told = Object.entries(counts).map(([slot, count]) => ({ slot, verdict: 'refused', why: 'unpaired', count }));
  expect(verdictsSince(was, now)).toEqual(told.map((one) => ({ v: 1, rev: 7, ...one })));
});

function speaking() {
  const clock = new ManualClock();
  const put: Outgoing[] = [];
  const verdicts = new Verdicts({ clock, outbox: { put: (message) => void put.push(message) }, random: () => 0.5 });
  return { clock, put, verdicts };
}

test('a bridge that is alone tells at once, and never retained', () => {
  const { put, verdicts } = speaking();
  verdicts.tell(T, [one]);
  expect(put).toEqual([{ topic: `templo/v1/${T}/verdict`, payload: JSON.stringify(one), isRetained: false }]);
});

test('of several bridges, one that heard another tell the same is silent', () => {
  const { clock, put, verdicts } = speaking();
  verdicts.notAlone();
  verdicts.tell(T, [one]);
  verdicts.seen(T, JSON.stringify(one));
  clock.advance(1000);
  expect(put).toEqual([]);
  verdicts.tell(T, [{ ...one, rev: 9 }]);
  verdicts.seen('templo-b0b0', JSON.stringify({ ...one, rev: 9 }));
  clock.advance(1000);
  expect(put).toHaveLength(1);
});
