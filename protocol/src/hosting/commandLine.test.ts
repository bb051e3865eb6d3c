import { expect, test } from 'vitest';
import { type Command, helpOf, readCommand } from './commandLine.ts';

const COMMAND = {
  name: 'feed',
  does: 'feeds the temples',
  words: { of: 'FILE', most: 1, tells: 'the menu' },
  flags: {
    temples: { kind: 'whole', usual: 2, least: 1, most: 9, tells: 'how many' },
    hours: { kind: 'number', tells: 'how long' },
    god: { kind: 'text', among: ['war', 'rain'], tells: 'whose' },
    id: { kind: 'texts', of: 'ID', tells: 'these alone' },
    days: { kind: 'wholes', least: 1, most: 20, tells: 'on these days' },
    dry: { kind: 'switch', tells: 'feeds none' },
  },
} as const satisfies Command;

test('what is given is read, and what is not has its usual value', () => {
  expect(readCommand(COMMAND, [])).toEqual({
    values: { temples: 2, hours: undefined, god: undefined, id: [], days: [], dry: false },
    words: [],
  });
  const given = [
    'menu',
    '--temples=9',
    '--hours',
    '1.5',
    '--god',
    'rain',
    '--id',
    'a',
    '--id',
    'b',
    '--days',
    '3,20',
    '--dry',
  ];
  expect(readCommand(COMMAND, given)).toEqual({
    values: { temples: 9, hours: 1.5, god: 'rain', id: ['a', 'b'], days: [3, 20], dry: true },
    words: ['menu'],
  });
});

test.each([
  [
    ['--tempels', '3'],
    'npm run feed does not know --tempels. It knows FILE, --temples, --hours, --god, --id, --days, --dry, --help',
  ],
  [['menu', 'more'], 'does not know "more"'],
  [['--temples'], "cannot use this: Option '--temples <value>' argument missing"],
  [['--temples', '10'], 'takes a whole number from 1 to 9 for --temples, not "10"'],
  [['--temples', '1e0'], 'takes a whole number from 1 to 9'],
  [['--temples='], 'not ""'],
  [['--hours', '-1'], 'misses the value of --hours; a value that begins with - is written --hours=-1. It knows'],
  [['--hours', 'Infinity'], 'takes a number of at least 0 for --hours'],
  [['--god', 'sun'], 'takes war, rain for --god, not "sun"'],
  [['--god', 'war', '--god', 'rain'], 'takes --god once'],
  [['--temples', '03'], 'not "03"'],
  [['--days', '3,,4'], 'takes a whole number from 1 to 20 for --days, not ""'],
  [['--days', '3,21'], 'not "21"'],
  [['--days', '3', '--days', '4'], 'takes --days once'],
  [['--dry=yes'], 'cannot use this'],
])('%j is refused', (given, problem) => expect(() => readCommand(COMMAND, given)).toThrow(problem));

test('a flag or a word that is needed is asked for', () => {
  const command = { name: 'pour', does: 'pours', words: { of: 'CUP', least: 1, tells: 'where' } } as const;
  expect(() => readCommand(command, [])).toThrow('npm run pour needs CUP. It knows CUP, --help');
  const flags = { from: { kind: 'text', of: 'JUG', isNeeded: true, tells: 'whence' } } as const;
  expect(() => readCommand({ name: 'pour', does: 'pours', flags }, [])).toThrow('needs --from JUG');
});

test('the help comes from the flags', () => {
  expect(helpOf(COMMAND).split('\n')).toEqual([
    'npm run feed -- [FILE] [OPTIONS] feeds the temples',
    '',
    '  FILE          the menu',
    '  --temples N   how many (2)',
    '  --hours N     how long',
    '  --god TEXT    whose: war, rain',
    '  --id ID       these alone',
    '  --days 1,2,3  on these days',
    '  --dry         feeds none',
    '  --help        this text',
  ]);
});

test('a command without words refuses every word', () => {
  expect(() => readCommand({ name: 'starve', does: 'feeds none' }, ['menu'])).toThrow('does not know "menu"');
});
