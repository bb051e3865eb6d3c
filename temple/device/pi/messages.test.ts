import { type Ack, type MatchTold, MOST_COUNT, odometer } from '@flower-war/protocol/temple';
import { expect, it } from 'vitest';
import { link, NOTHING_RECEIVED, odometerOf, receiveAck, receiveBridge, receiveMatch, sense } from './messages.ts';

const tally = (war: number, rain = 0) => ({ war, rain });
const ack = (rev: number, war: number, verdict?: 'applied' | 'held' | 'refused'): Ack => ({
  v: 1,
  rev,
  epoch: 7,
  through: tally(war),
  sensed: tally(war),
  applied: tally(war),
  held: tally(0),
  refused: tally(0),
  ...(verdict ? { last: { slot: 'war', ordinal: war, verdict, why: 'ok' } } : {}),
});
const life = { epoch: 7, war: 2, rain: 0 };
const at = (when: number, ...ordinals: readonly number[]) => ({
  at: when,
  life,
  recent: ordinals.map((ordinal) => ({ slot: 'war', ordinal, at: 0 }) as const),
});
const match: MatchTold = {
  v: 1,
  rev: 5,
  ttl: 120,
  match: 'K7Q42M',
  phase: 'offer',
  yourTurn: true,
  mayOffer: { war: true, rain: false },
  counts: tally(0),
};

it('an ack with a lower revision changes nothing', () => {
  const received = receiveAck(NOTHING_RECEIVED, ack(9, 2), at(0));
  expect(receiveAck(received, ack(8, 1, 'refused'), at(1))).toBe(received);
});

it('the ack that was retained lights nothing; the next one does', () => {
  const retained = receiveAck(NOTHING_RECEIVED, ack(9, 1, 'held'), at(0));
  expect(retained.known.verdict).toBeUndefined();
  expect(receiveAck(retained, ack(10, 2, 'held'), at(5)).known.verdict).toEqual({ is: 'held', at: 5 });
});

it('the first ack of all lights what it says of a bead that was sensed since the start', () => {
  expect(receiveAck(NOTHING_RECEIVED, ack(1, 2, 'applied'), at(5, 2)).known.verdict).toEqual({ is: 'applied', at: 5 });
  expect(receiveAck(NOTHING_RECEIVED, ack(1, 1, 'applied'), at(5, 2)).known.verdict).toBeUndefined();
});

it('without an owner, where the revision stays, each bead lights once', () => {
  const told = (ordinal: number, before = NOTHING_RECEIVED) =>
    receiveAck(before, ack(4, ordinal, 'refused'), at(10 * ordinal, 2, 3));
  const bare = receiveAck(told(1), ack(4, 1), at(11, 2, 3));
  const lit = [told(1), bare, told(2, bare), told(3, told(2, bare))].map(({ known }) => known.verdict?.at);
  expect(lit).toEqual([undefined, undefined, 20, 30]);
  const again = receiveAck(receiveAck(told(2), ack(4, 2), at(21, 2, 3)), ack(4, 2, 'refused'), at(22, 2, 3));
  expect(again.known.verdict?.at).toBe(20);
});

it('a bead flies until an ack of its epoch has reached it', () => {
  const flying = sense(NOTHING_RECEIVED, 3);
  expect(receiveAck(flying, ack(1, 1), at(4)).known.inFlightSince).toBe(3);
  expect(receiveAck(flying, ack(1, 2), at(4)).known.inFlightSince).toBeUndefined();
  expect(receiveAck(flying, { ...ack(1, 2), epoch: 8 }, at(4)).known.inFlightSince).toBe(3);
});

it('an older word of the same match changes nothing while the newer one is true; another match begins anew', () => {
  const received = receiveMatch(NOTHING_RECEIVED, match, 1000);
  expect(received.known.match).toEqual({ freshUntil: 121_000, isTurn: true, hasEnd: false });
  expect(receiveMatch(received, { ...match, rev: 4 }, 2000)).toBe(received);
  expect(receiveMatch(received, { ...match, rev: 4 }, 121_001).match?.rev).toBe(4);
  expect(receiveMatch(received, { ...match, rev: 1, match: 'XYZ' }, 2000).match).toEqual({ id: 'XYZ', rev: 1 });
});

it('without a broker there is no bridge', () => {
  const received = link(receiveBridge(link(NOTHING_RECEIVED, true), true), false);
  expect([received.known.isLinked, received.known.isBridgeOnline]).toEqual([false, false]);
});

const totals = { epoch: 7, war: 1, rain: 0, boot: 3 };
const bead = { slot: 'war', ordinal: 1, at: 1000 } as const;

it('tells how old a bead is; one that is older than can be said is as old as can be said', () => {
  const told = (now: number) => odometer.parse(odometerOf(totals, [bead], { seq: 1, now })).recent;
  expect(told(1250.4)).toEqual([['war', 1, 250]]);
  const fiftyDays = 50 * 24 * 3600 * 1000;
  expect(told(fiftyDays)).toEqual([['war', 1, MOST_COUNT]]);
});

it('tells no bead that is not on the disk', () => {
  expect(odometerOf({ ...totals, war: 0 }, [bead], { seq: 1, now: 2000 }).recent).toEqual([]);
});
