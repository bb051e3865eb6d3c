/** What a person reads in the terminal stands in the room words, and nowhere else. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { stringsForPeople } from './stringsForPeople.ts';

const SOURCES = fileURLToPath(new URL('../../../terminal/src/', import.meta.url));

/** Commands that are typed in every language, names that only programs see, and pictures. */
const ALLOWED: Readonly<Record<string, readonly RegExp[]>> = {
  'play.ts': [/^npm run play -- --join $/, /^ --url $/],
  'session/account.ts': [/^npm run play -- --redeem $/],
  'session/replaySession.ts': [/^seat:$/],
  'words/talkWords.ts': [/^ {2}say \/$/],
  'screen/problem.ts': [/^Problem$/],
  'draw/tieqchieq.ts': [/^[RYLryl\dFfSsHh\s│┌┐└┘┬┴┼─►◄+○☼]+$/],
};

const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !/\.(test|fixture)\.ts$/.test(file));

test.each(files)('terminal/src/%s', (file) => {
  const found = stringsForPeople(readFileSync(`${SOURCES}${file}`, 'utf8'));
  const allowed = ALLOWED[file.replaceAll('\\', '/')] ?? [];
  expect(found.filter(({ text }) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
});

test('nothing is allowed that does not stand there', () => {
  for (const [file, patterns] of Object.entries(ALLOWED)) {
    const found = stringsForPeople(readFileSync(`${SOURCES}${file}`, 'utf8'));
    for (const pattern of patterns)
      expect(
        found.some(({ text }) => pattern.test(text)),
        `${file} ${pattern}`,
      ).toBe(true);
  }
});

test.each([
  ["say('You are watching; q leaves.');", ['You are watching; q leaves.']],
  [`say(\`You have \${left} left.\`);`, ['You have ', ' left.']],
  ["say('Goodbye.');", ['Goodbye.']],
  ["const HELP = { title: 'Help' };", ['Help']],
  ["const MARKS = ['a b'];", ['a b']],
  ["import { say } from './with space.ts';", []],
  ["type Kind = 'not now';", []],
  ["const WORDS = { 'offer takeback': { kind: 'offer' } };", []],
  ["throw new Error('the options are known');", []],
  ["throw new Problem('No code was typed.');", ['No code was typed.']],
  ["paint('bold', ' '); // words for developers", []],
])('a planted string: %s', (source, texts) => {
  expect(stringsForPeople(source).map(({ text }) => text)).toEqual(texts);
});
