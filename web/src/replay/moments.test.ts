import type { Moment } from '@flower-war/client';
import { describe, expect, test } from 'vitest';
import { eyesCalled, eyesIn, HIDES, hidesAtFirst, seatIn, startIn, usualEyes } from './moments.ts';

const moment = (step: number, seq?: number): Moment => ({
  step,
  at: step * 1000,
  kind: 'move',
  status: 'running',
  view: {},
  events: [],
  ...(seq !== undefined && { seq }),
});

describe('where a replay begins', () => {
  const ended = [moment(3, 10), moment(4, 14), moment(6, 20)];
  test.each([
    [{}, 0],
    [{ step: 1 }, 0],
    [{ step: 4 }, 1],
    [{ step: 5 }, 1],
    [{ step: 900 }, 2],
    [{ seq: 13, at: 0 }, 0],
    [{ seq: 14, at: 0 }, 1],
  ])('near %j it begins with moment %i', (near, index) => {
    expect(startIn(ended, near)).toBe(index);
  });

  test('while the match runs, time tells where', () => {
    expect(startIn([moment(1), moment(2), moment(3)], { at: 2500 })).toBe(1);
  });

  test('before anything is read', () => {
    expect(startIn([], { step: 4 })).toBe(0);
  });
});

describe('eyes', () => {
  const seats = [
    { seat: 0, kind: 'player', player: 'ana' },
    { seat: 1, kind: 'player', player: 'ben' },
    { seat: 2, kind: 'bot' },
  ];
  const match = (status: string, watching = 'open') => ({ status, seats, table: { watching } }) as never;

  test('after the end, those of all', () => {
    expect(eyesIn(match('ended', 'off'), 'eva')).toEqual(['seat:0', 'seat:1', 'seat:2', 'spectator', 'all']);
  });

  test('before the end, the viewer’s own, and those of spectators if there may be any', () => {
    expect(eyesIn(match('running'), 'ben')).toEqual(['seat:1', 'spectator']);
    expect(eyesIn(match('running', 'off'), 'ben')).toEqual(['seat:1']);
    expect(eyesIn(match('running'), 'eva')).toEqual(['spectator']);
  });

  test('the address cannot ask for others', () => {
    expect(eyesCalled('all', match('running'), 'ben')).toBe('seat:1');
    expect(eyesCalled('all', match('ended'), 'ben')).toBe('all');
    expect(eyesCalled('seat:7', match('ended'), 'eva')).toBe('spectator');
    expect(usualEyes(match('ended'), 'ana')).toBe('seat:0');
  });

  test('the seat of eyes', () => {
    expect(seatIn('seat:3')).toBe(3);
    expect(seatIn('all')).toBeUndefined();
  });
});

test('matches of others hide what comes at first, unless the address or the person says otherwise', () => {
  const at = (search: string) => ({ search });
  expect(hidesAtFirst(false, at('?match=a-b'))).toBe(true);
  expect(hidesAtFirst(true, at('?match=a-b'))).toBe(false);
  expect(hidesAtFirst(false, at('?match=a-b&open'))).toBe(false);
  HIDES.choose(false);
  expect(hidesAtFirst(false, at(''))).toBe(false);
  HIDES.choose(true);
  expect(hidesAtFirst(true, at(''))).toBe(true);
  expect(hidesAtFirst(true, at('?open'))).toBe(false);
});
