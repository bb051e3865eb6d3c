/** A client that gets frames which it cannot read never shows a wrong table: it connects anew and shows the right one. */
import { FlowerWarClient } from '@flower-war/client';
import { MESSAGES } from '@flower-war/protocol/names';
import { afterEach, expect, test, vi } from 'vitest';
import { type FrameProxy, frameProxy, type ToClient } from '../lab/httpProxy.ts';
import { FRAME } from '../support/sockets/rawClient.ts';
import { type AnyLive, house, person, playOn, serveThisFile } from './house.ts';

serveThisFile();

let proxy: FrameProxy | undefined;
afterEach(() => {
  proxy?.stop();
  vi.restoreAllMocks();
});

/** Damages the third frame that begins like this, of the first socket. */
const third = (head: readonly number[], damage: (frame: Buffer) => Buffer): ToClient => {
  let seen = 0;
  return (frame, socket) => {
    const isOne = socket === 1 && head.every((byte, index) => frame[index] === byte);
    return isOne && ++seen === 3 ? damage(frame) : frame;
  };
};
const cut = (frame: Buffer) => frame.subarray(0, -1);
const more = (bytes: readonly number[]) => (frame: Buffer) => Buffer.concat([frame, Buffer.from(bytes)]);

const DAMAGES: readonly (readonly [string, ToClient])[] = [
  ['a patch that ends too soon', third([FRAME.patch], cut)],
  ['a patch for an object that was never sent', third([FRAME.patch], more([255, 0xcd, 0xff, 0x7f, 0x80, 1]))],
  ['a patch of a field that the description does not name', third([FRAME.patch], more([255, 0, 0xbf, 1]))],
  ['a message whose payload ends too soon', third([FRAME.data], cut)],
  ['a message without its name', third([FRAME.data], (frame) => frame.subarray(0, 1))],
  ['an empty frame', third([FRAME.patch], () => Buffer.alloc(0))],
  ['an answer that ends too soon', third([FRAME.response], cut)],
  [
    'a change for a seat that holds none',
    third([FRAME.data, MESSAGES.private], () => Buffer.from([FRAME.data, MESSAGES.private, 0xc0])),
  ],
];

test.each(DAMAGES)('%s', async (_, damage) => {
  const quiet = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')].map((spy) => spy.mockImplementation(() => {}));
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', options: { turnCap: 30 }, bots: [{ bot: 'random' }] });
  proxy = await frameProxy(house.url, damage);
  const there = new FlowerWarClient({ url: proxy.url, session: ana.session! });
  const live: AnyLive = await there.join(match);
  const straight: AnyLive = await ana.join(match);
  const [seen, truth] = [tables(live), tables(straight)];
  const lost: string[] = [];
  live.on('connection', ({ why }) => why && lost.push(why.message));
  await playOn(live);
  await straight.until(({ isOver }) => isOver);
  expect(proxy.sockets()).toBe(2);
  expect(lost).toContain('the server sent what this client cannot read');
  for (const [step, table] of seen) expect(table).toEqual(truth.get(step) ?? table);
  expect(live.table).toEqual(straight.table);
  expect(quiet.every(({ mock }) => mock.calls.length < 4)).toBe(true);
  for (const one of [live, straight]) one.close();
});

/** The view at each step. Presence and clocks may change without a step. */
function tables(live: AnyLive): Map<number, unknown> {
  const seen = new Map<number, unknown>();
  const note = () => seen.set(live.table.step, live.table.view);
  live.on('change', note);
  note();
  return seen;
}

test('a text frame, a frame of a newer server and a message without a listener change nothing', async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq' });
  proxy = await frameProxy(house.url, (frame) => frame);
  const there = new FlowerWarClient({ url: proxy.url, session: ana.session! });
  const live = await there.join(match);
  const before = live.getSnapshot();
  live['room']!['hear']('text');
  live['room']!['hear'](Uint8Array.of(0x1f, 1, 2).buffer);
  live['room']!['hear'](Uint8Array.of(0x0d, 0xa3, 0x6e, 0x65, 0x77, 0xc0).buffer);
  expect(live.getSnapshot()).toBe(before);
  expect(proxy.sockets()).toBe(1);
  live.close();
});
