/**
 * A seat may make a limited number of requests other than moves. A record with more of them cannot come from a server.
 */
import { MOST_REQUESTS } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { Scribe } from './scribe.ts';

const wish = (id: number) => ({ kind: 'asks', seat: 0, what: id % 2 === 0 ? 'none' : 'all', id }) as const;

function talkative(format: number): Scribe {
  const scribe = new Scribe({}, 1, undefined, { format }).start('player', 'player');
  for (let id = 0; id < MOST_REQUESTS; id++) scribe.add(wish(id));
  return scribe;
}

test('one word more than a seat may say cannot follow, but an answer can', () => {
  const scribe = talkative(2).add({ kind: 'agreement', seat: 1, what: 'abort', is: 'offered', id: 1 });
  expect(() => scribe.add(wish(1000))).toThrow('too-often');
  expect(() => scribe.add({ ...wish(1000), seat: 1 })).not.toThrow();
  scribe.add({ kind: 'agreement', seat: 0, what: 'abort', is: 'declined', id: 1001 });
  expect(() => scribe.add({ kind: 'agreement', seat: 0, what: 'abort', is: 'offered', id: 1002 })).toThrow('too-often');
});

test('servers that wrote format 1 let more through', () => {
  expect(() => talkative(1).add(wish(1000))).not.toThrow();
});
