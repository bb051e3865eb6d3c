import { BadCommand, helpOf } from '@flower-war/protocol/command-line';
import { expect, test } from 'vitest';
import { LOADS } from './load.ts';
import { COMMAND, readWish } from './options.ts';

const usual = {
  load: 'human',
  players: 2000,
  seconds: 60,
  processes: [],
  isForEach: false,
  quota: undefined,
  matches: 0,
  temples: 0,
  findsKnee: false,
  isProfiled: false,
};

test.each([
  ['human', usual],
  ['human --players 40 --seconds 10', { ...usual, players: 40, seconds: 10 }],
  ['storm --minutes 2 --processes 3', { ...usual, load: 'storm', seconds: 120, processes: [3] }],
  ['human --processes 1,2,3', { ...usual, processes: [1, 2, 3] }],
  ['human --processes 1,2 --each', { ...usual, processes: [1, 2], isForEach: true }],
  ['flat --profile', { ...usual, load: 'flat', players: 80, isProfiled: true }],
  ['wake', { ...usual, load: 'wake', players: 40, matches: 100_000 }],
  ['wake --matches 500', { ...usual, load: 'wake', players: 40, matches: 500 }],
  ['human --processes 1,2 --quota 15 --knee', { ...usual, processes: [1, 2], quota: 15, findsKnee: true }],
  ['temples', { ...usual, load: 'temples', players: 40, temples: 500 }],
  ['temples --temples 10', { ...usual, load: 'temples', players: 10, temples: 10 }],
  ['temples --temples 50 --players 2', { ...usual, load: 'temples', players: 2, temples: 50 }],
  ['plain --players 8', { ...usual, load: 'plain', players: 8 }],
  ['human --knee', { ...usual, findsKnee: true }],
])('npm run load -- %s', (words, wanted) => {
  expect(readWish(words.split(' '))).toEqual(wanted);
});

test.each([
  '',
  'nothing',
  'human storm',
  'human --players 0',
  'human --players -4',
  'human --players 1e3',
  'human --players 99999999999',
  'human --seconds 1.5',
  'human --minutes 1 --seconds 9',
  'human --minutes 61',
  'human --processes 27',
  'human --matches 100',
  'human --each',
  'wake --matches 0',
  'wake --processes 2',
  'human --processes 1,,3',
  'human --quota 20',
  'human --processes 2 --quota 9',
  'calibrate --processes 2',
  'human --temples 10',
  'temples --temples 0',
  'temples --temples 901',
  'temples --temples 10 --players 11',
  'temples --temples 51 --players 2',
  'temples --matches 10',
  'temples --knee',
  'storm --seconds 19',
  'human --unknown 1',
])('%s is refused with words that say what to do', (words) => {
  expect(() => readWish(words.split(' ').filter(Boolean))).toThrow(BadCommand);
});

test('the help names every load', () => {
  for (const name of LOADS) expect(helpOf(COMMAND)).toContain(`\n  ${name} `);
});
