import { english, NAHUATL } from '@flower-war/words';
import { LANGUAGES, spanish } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { readMove, readWord } from './commands.ts';

const LEGAL = ['introduce', 'move 3'];

test.each([
  ['?', 'help'],
  [' Q ', 'quit'],
  ['resign', 'resign'],
])('the word %j means %s', (line, kind) => {
  expect(readWord(line)).toEqual({ kind });
});

test('what a player wants to be asked', () => {
  expect(readWord('ask  None')).toEqual({ kind: 'asks', what: 'none' });
  expect(readWord('ask attacks')).toEqual({ kind: 'asks', what: 'attacks' });
  expect(readWord('ask nobody')).toBeUndefined();
});

test.each([
  ['habits', 'list'],
  ['Habits  brisk', 'brisk'],
  ['habits swift', 'swift'],
  ['habits 3', 3],
])('the habits of a player: %j', (line, what) => {
  expect(readWord(line)).toEqual({ kind: 'habits', what });
  expect(readWord('habits lazy')).toBeUndefined();
});

test.each([
  ['offer takeback', { kind: 'offer', what: 'takeback', minutes: 0 }],
  ['Offer pause 30', { kind: 'offer', what: 'pause', minutes: 30 }],
  ['accept', { kind: 'reply', isAccepted: true }],
  ['decline', { kind: 'reply', isAccepted: false }],
  ['back', { kind: 'back' }],
  ['Undo', { kind: 'undo' }],
  ['offer pause', undefined],
])('%j is %j', (line, command) => {
  expect(readWord(line)).toEqual(command);
});

test.each([
  ['say Hello  There', { kind: 'say', text: 'Hello  There' }],
  ['SAY hm ', { kind: 'say', text: 'hm' }],
  ['say', { kind: 'phrases' }],
  ['say /thanks', { kind: 'phrase', phrase: 'thanks' }],
  ['say /shrug', { kind: 'say', text: '/shrug' }],
  ['say thanks', { kind: 'say', text: 'thanks' }],
  ['mute Ana Maria', { kind: 'mute', name: 'Ana Maria' }],
])('%j is talk', (line, command) => {
  expect(readWord(line)).toEqual(command);
});

test('anything else is not a word', () => {
  expect(readWord('1')).toBeUndefined();
  expect(readWord('toString')).toBeUndefined();
  expect(readWord('sayonara')).toBeUndefined();
  expect(readWord('mute')).toBeUndefined();
});

test.each([
  ['1', 'introduce'],
  [' 2', 'move 3'],
  ['move 3', 'move 3'],
  ['MOVE   3', 'move 3'],
])('%j plays %s', (line, move) => {
  expect(readMove(line, LEGAL)).toEqual({ kind: 'move', move });
});

test.each(['0', '3', '-1', '1.5', 'move 4', 'constructor'])('%j is unclear', (line) => {
  expect(readMove(line, LEGAL)).toEqual({ kind: 'unclear', text: line });
});

test('an empty line plays the only move, and never chooses between two', () => {
  expect(readMove('', ['toss'])).toEqual({ kind: 'move', move: 'toss' });
  expect(readMove('', LEGAL).kind).toBe('unclear');
});

const SPANISH: readonly (readonly [string, string])[] = [
  ['Rendirse', 'resign'],
  ['proponer pausa 30', 'offer pause 30'],
  ['preguntar ataques', 'ask attacks'],
  ['resolver guerra 1 devuelta', 'settle war 1 returned'],
  ['decir  Hola a todos', 'say  Hola a todos'],
  ['decir /thanks', 'say /thanks'],
  ['silenciar Ana', 'mute Ana'],
  ['más', 'more'],
  ['?', '?'],
  ['resign', 'resign'],
];

test.each(SPANISH)('in Spanish, %j is %j', (line, meant) => {
  expect(readWord(line, spanish.screen.help)).toEqual(readWord(meant));
  expect(readWord(meant)).toBeDefined();
});

test.each(LANGUAGES)('every command in the help is read, $language', ({ screen: { help } }) => {
  for (const [commands] of help.commands)
    for (const command of commands.split(', ')) {
      const typed = command.replace(/ [A-Z]+$/, ' 5');
      expect(readWord(typed, help), typed).toBeDefined();
    }
});

test('[0.1.1] a day may be typed in English or in another usual spelling', () => {
  const legal = [...NAHUATL.map((name) => `go ${name.toLowerCase()}`), 'play R15 olin', 'offer rain'];
  for (const [index] of NAHUATL.entries())
    expect(readMove(`go ${english.shortDay(index + 1)}`, legal)).toEqual({ kind: 'move', move: legal[index] });
  for (const text of ['go ollin', 'GO Ollin', 'go movement', 'go Ōlīn', 'go temblor'])
    expect(readMove(text, legal)).toEqual({ kind: 'move', move: 'go olin' });
  expect(readMove('play R15 quake', legal)).toEqual({ kind: 'move', move: 'play R15 olin' });
  expect(readMove('offer rain', legal)).toEqual({ kind: 'move', move: 'offer rain' });
  expect(readMove('go nowhere', legal).kind).toBe('unclear');
  expect(readMove('go constructor', legal).kind).toBe('unclear');
});
