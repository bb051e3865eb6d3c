/** What the executable does with the cache of a user: an empty one, one of another user, a changed one. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, NotUnpacked, pack, unpacked } from './unpacked.ts';

const FILES = new Map([
  ['README.md', Buffer.from('# read me\n')],
  ['lib/a/main.js', Buffer.from('export {};\n')],
  ['lib/empty.js', Buffer.alloc(0)],
]);
const PACKED = pack(FILES, '1.2.3');
const STRANGER = 12345;

const cacheFolder = (): string => mkdtempSync(join(tmpdir(), 'cache-'));
const unpackedIn = (cache: string) => unpacked(PACKED, { XDG_CACHE_HOME: cache });
const refusal = (cache: string) => expect(() => unpackedIn(cache), cache);

test('all files come into a private folder that is named for the version and the files, once', () => {
  const cache = cacheFolder();
  const folder = unpackedIn(cache);
  expect(folder).toMatch(new RegExp(`^${cache}/flower-war/1\\.2\\.3-[0-9a-f]{32}$`));
  expect(new Map(filesIn(folder))).toEqual(FILES);
  const modes = [folder, join(folder, '..')].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700]);
  const { ino } = statSync(folder);
  expect(unpackedIn(cache)).toBe(folder);
  expect(statSync(folder).ino).toBe(ino);
  expect(readdirSync(join(cache, 'flower-war'))).toHaveLength(1);
});

test('other files have another folder', () => {
  const cache = cacheFolder();
  const other = pack(new Map([['README.md', Buffer.from('# more\n')]]), '1.2.3');
  expect(unpacked(other, { XDG_CACHE_HOME: cache })).not.toBe(unpackedIn(cache));
  expect(readdirSync(join(cache, 'flower-war'))).toHaveLength(2);
});

test.each<[string, (folder: string) => void]>([
  ['another content', (folder) => writeFileSync(join(folder, 'lib/a/main.js'), 'evil();\n')],
  ['one file more', (folder) => writeFileSync(join(folder, 'lib/a/more.js'), '')],
  ['one file less', (folder) => rmSync(join(folder, 'lib/empty.js'))],
  ['nothing in it', (folder) => rmSync(join(folder, 'lib'), { recursive: true })],
])('a folder with %s is refused; once it is deleted, the next start makes it anew', (_, change) => {
  const cache = cacheFolder();
  const folder = unpackedIn(cache);
  change(folder);
  refusal(cache).toThrow(
    `The files in ${folder} are not as flower-war left them. Delete this folder, and start again.`,
  );
  rmSync(folder, { recursive: true });
  expect(new Map(filesIn(unpackedIn(cache)))).toEqual(FILES);
});

test('where all may write nothing is run, but where each keeps what is his own, as in /tmp', () => {
  const cache = cacheFolder();
  chmodSync(cache, 0o777);
  refusal(cache).toThrow(
    `Others may change what flower-war runs: ${cache} is open to all. Set XDG_CACHE_HOME to a folder of your own.`,
  );
  expect(readdirSync(cache)).toEqual([]);
  chmodSync(cache, 0o1777);
  const folder = unpackedIn(cache);
  chmodSync(folder, 0o777);
  refusal(cache).toThrow(`${folder} is open to all`);
});

test.skipIf(process.getuid?.() !== 0)('what belongs to another user is refused, and nothing is written there', () => {
  const cache = cacheFolder();
  chmodSync(cache, 0o1777);
  const [home, elsewhere] = [join(cache, 'flower-war'), join(cache, 'elsewhere')];
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, STRANGER, STRANGER);
  refusal(cache).toThrow(`${home} belongs to another user`);
  expect(readdirSync(home)).toEqual([]);
  // A cache in a folder of his he may rename, whoever it belongs to.
  mkdirSync(join(elsewhere, 'cache'), { recursive: true });
  chownSync(elsewhere, STRANGER, STRANGER);
  refusal(join(elsewhere, 'cache')).toThrow(`${elsewhere} belongs to another user`);
  expect(readdirSync(join(elsewhere, 'cache'))).toEqual([]);
});

test('what cannot be written is told in one sentence, with what to do', () => {
  const cache = cacheFolder();
  writeFileSync(join(cache, 'flower-war'), 'a file');
  for (const place of [cache, '/dev/null/cache'])
    refusal(place).toThrow(/^flower-war must unpack its files, and cannot: E\w+: .*'\. Set XDG_CACHE_HOME to .*\.$/);
  refusal(cache).toThrow(NotUnpacked);
});

test('without XDG_CACHE_HOME, or with one that is not a whole path, it is the usual cache of the user', () => {
  const HOME = cacheFolder();
  for (const XDG_CACHE_HOME of [undefined, '', 'cache'])
    expect(unpacked(PACKED, { HOME, XDG_CACHE_HOME })).toBe(join(HOME, '.cache/flower-war', PACKED.name));
});
