import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ManualClock } from '../testing/index.ts';
import { type Outgoing, RefusedByBroker, TopicOutbox } from './outbox.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const kept = (topic: string, payload: string): Outgoing => ({ topic: `templo/v1/${topic}`, payload, isRetained: true });
const once = (topic: string, payload: string): Outgoing => ({ ...kept(topic, payload), isRetained: false });

/** A broker that answers as the test says. */
function outbox() {
  const clock = new ManualClock();
  const sent: string[] = [];
  const logged: string[] = [];
  const broker = { answer: (_: Outgoing): Promise<void> => Promise.resolve() };
  const box = new TopicOutbox({
    clock,
    log: pino({}, { write: (line) => void logged.push(line) }),
    publish: (message, signal) => {
      sent.push(`${message.topic.slice('templo/v1/'.length)}=${message.payload}`);
      const given = new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('late'))));
      return Promise.race([broker.answer(message), given]);
    },
  });
  return { clock, sent, logged, broker, box };
}

test('before there is a connection only the newest of each topic is kept', async () => {
  const { sent, box } = outbox();
  for (const message of [kept('a', '1'), kept('b', '1'), kept('a', '2')]) box.put(message);
  box.open();
  await turn();
  expect(sent).toEqual(['a=2', 'b=1']);
});

test('while one message is under way, only the newest of those behind it is sent', async () => {
  const { sent, broker, box } = outbox();
  let answer = () => {};
  broker.answer = () => new Promise((resolve) => (answer = resolve));
  box.open();
  for (const payload of ['1', '2', '3']) box.put(kept('a', payload));
  expect(sent).toEqual(['a=1']);
  broker.answer = () => Promise.resolve();
  answer();
  await turn();
  expect(sent).toEqual(['a=1', 'a=3']);
});

test('what is to go after something else waits for that, and for no longer than it is tried', async () => {
  const { clock, sent, broker, box } = outbox();
  box.open();
  let answer = () => {};
  broker.answer = () => new Promise((resolve) => (answer = resolve));
  box.put(kept('first', '1'));
  box.remove('templo/v1/first');
  box.remove('templo/v1/second', 'templo/v1/first');
  box.put(kept('other', '1'));
  expect(sent).toEqual(['first=1', 'other=1']);
  broker.answer = ({ topic }) => (topic.endsWith('first') ? Promise.reject(new Error('no')) : Promise.resolve());
  answer();
  for (let tries = 0; tries < 50; tries++) {
    await turn();
    clock.advance(1000);
  }
  await turn();
  expect(sent.slice(-1)).toEqual(['second=']);
  expect(sent.filter((one) => one === 'first=').length).toBeGreaterThan(1);
});

test('a new connection hears all that is retained, and nothing that was removed or released', async () => {
  const { sent, box } = outbox();
  box.open();
  for (const message of [kept('a', '1'), kept('b', '1'), kept('c', '1'), once('cmd', '1'), kept('b', '')])
    box.put(message);
  await turn();
  box.release('templo/v1/c');
  sent.length = 0;
  box.close();
  box.open();
  await turn();
  expect(sent).toEqual(['a=1']);
});

test('what is not answered in four seconds is sent again, unless it is out of date', async () => {
  const { clock, sent, broker, box } = outbox();
  broker.answer = () => new Promise(() => {});
  box.open();
  box.put(kept('a', '1'));
  box.put(kept('a', '2'));
  broker.answer = () => Promise.resolve();
  clock.advance(4000);
  await turn();
  clock.advance(100);
  await turn();
  expect(sent).toEqual(['a=1', 'a=2']);
});

test('one that fails holds up no other, and failures at once are not endless loop', async () => {
  const { clock, sent, broker, box } = outbox();
  broker.answer = ({ topic }) => (topic.endsWith('a') ? Promise.reject(new Error('closed')) : Promise.resolve());
  box.open();
  for (const name of ['a', 'b', 'c']) box.put(kept(name, '1'));
  await turn();
  expect(sent).toEqual(['a=1', 'b=1', 'c=1']);
  broker.answer = () => Promise.resolve();
  clock.advance(100);
  await turn();
  expect(sent.slice(3)).toEqual(['a=1']);
  await box.settled();
});

test('what the broker refuses for good is not asked again', async () => {
  const { clock, sent, logged, broker, box } = outbox();
  broker.answer = () => Promise.reject(new RefusedByBroker('not authorized'));
  box.open();
  box.put(kept('a', '1'));
  await turn();
  clock.advance(10_000);
  box.close();
  box.open();
  await turn();
  expect(sent).toEqual(['a=1']);
  expect(logged.join('')).toContain('not authorized');
});

test('a removal that ends the connection each time is given up', async () => {
  const { clock, sent, broker, box } = outbox();
  broker.answer = () => Promise.reject(new Error('closed'));
  box.open();
  box.put(kept('a', ''));
  for (let i = 0; i < 20; i++) {
    await turn();
    clock.advance(100);
  }
  expect(sent).toHaveLength(4);
  await box.settled();
});

test('commands are all sent, in their order, but not when they are too old', async () => {
  const { clock, sent, box } = outbox();
  box.put(once('cmd', 'old'));
  clock.advance(10_001);
  for (const payload of ['1', '2', '3']) box.put(once('cmd', payload));
  box.open();
  await turn();
  expect(sent).toEqual(['cmd=1', 'cmd=2', 'cmd=3']);
});

test('what is larger than the contract allows is logged and dropped; what is for Home Assistant may be larger', async () => {
  const { sent, logged, box } = outbox();
  box.open();
  box.put(kept('a', 'x'.repeat(1025)));
  box.put(kept('a'.repeat(60), '1'));
  box.put({ topic: 'homeassistant/device/templo-7f3a/config', payload: 'y'.repeat(2000), isRetained: true });
  box.put(kept('b', 'ü'.repeat(512)));
  await turn();
  expect(sent).toHaveLength(2);
  expect(logged).toHaveLength(2);
});
