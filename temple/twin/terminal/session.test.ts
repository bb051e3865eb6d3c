import { startAedes, type TestBroker } from '@flower-war/bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTwin } from '../index.ts';
import { Listener } from '../network/listener.fixture.ts';
import type { Twin } from '../network/twin.ts';
import { watchInWords } from './session.ts';

let broker: TestBroker;
let listener: Listener;
let twin: Twin;

beforeAll(async () => {
  broker = await startAedes();
  listener = await Listener.at(broker);
  const quick = { bootMs: [5, 20], reconnectMs: [20, 60], keepaliveS: 15 } as const;
  twin = await startTwin({ broker: broker.url, id: 'templo-7f3a', password: 'secret', ...quick });
});
afterAll(async () => {
  await twin?.stop();
  await listener?.stop();
  await broker?.kill();
});

test('tells what became of a bead once, also after the flash was wiped', async () => {
  const notes: string[] = [];
  watchInWords(twin, (text) => notes.push(text));
  twin.drop('war');
  await twin.settled();
  const [one, none] = [
    { war: 1, rain: 0 },
    { war: 0, rain: 0 },
  ];
  const last = { slot: 'war', ordinal: 1, verdict: 'held', why: 'no-match' };
  const ack = { v: 1, epoch: twin.odometer?.epoch, through: one, sensed: one, applied: none, held: one, refused: none };
  for (const rev of [1, 1, 2]) await listener.say('ack', twin.id, { ...ack, rev, last });
  await twin.until('the last ledger', ({ ledger }) => ledger?.rev === 2);
  twin.wipe();
  await twin.until('the ledger from before', ({ ledger }) => ledger?.rev === 2);
  expect(notes.filter((note) => note.startsWith('war bead'))).toEqual([
    'war bead 1 is held: the temple counts for no match',
  ]);
});
