/** Bots that a host brings, on a real server: how they are listed, played with and refused, and what is left when the server is killed. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { house, person, serveThisFile } from '../sdk/house.ts';
import { metricsOf, testServer } from '../support/server.ts';

const HONEST = 'export default ({ legal }, chance) => chance.pick(legal);';
const SHORT = { game: 'tieqchieq', options: { turnCap: 12 }, seats: 2 } as const;
const THROWING = 'export default () => { throw new Error("no idea"); };';

/** A module that always chooses the first move, byte by byte. */
const MAGIC = Buffer.from('0061736d01000000', 'hex');
const MODULE = Buffer.concat([
  MAGIC,
  Buffer.from('010c0260017f017f60027f7f017f', 'hex'), // types: (i32) -> i32, (i32, i32) -> i32
  Buffer.from('0303020001', 'hex'), // two functions
  Buffer.from('0503010001', 'hex'), // a page of memory
  Buffer.from('071903066d656d6f72790200' + '05616c6c6f630000' + '046d6f76650001', 'hex'), // memory, alloc, move
  Buffer.from('0a0b02040041000b040041000b', 'hex'), // both return 0
]);

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'bots-'));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  return folder;
}

describe('a folder that is wrong is refused at the start, and the error says why', () => {
  const thousands = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`mexica.bot${n}.js`, HONEST]));
  test.each<[string, Readonly<Record<string, string | Uint8Array>>, string]>([
    ['another file', { 'README.md': '' }, '"README.md" is not named like tieqchieq.my-bot.js'],
    ['no name', { 'mexica..js': '' }, 'is not named like'],
    ['a digit first', { 'mexica.2ply.js': '' }, 'that begins with a letter'],
    ['two hyphens', { 'mexica.my--bot.js': '' }, 'single hyphens may stand between them'],
    ['capitals', { 'mexica.Bot.js': '' }, 'is not named like'],
    ['the name of a property', { 'mexica.constructor.js': '' }, 'has a name that is taken'],
    ['a bot of the game', { 'mexica.greedy.js': '' }, 'has a name that is taken'],
    ['a level', { 'mexica.hard.js': '' }, 'has a name that is taken'],
    ['no bot', { 'mexica.none.js': '' }, 'has a name that is taken'],
    ['the host', { 'mexica.the-admin.js': '' }, 'has a name that is taken'],
    ['a long name', { [`mexica.${'a'.repeat(25)}.js`]: '' }, 'a name of more than 24 characters'],
    ['another game', { 'chess.mate.js': '' }, 'is for a game that is not here; the games are'],
    ['no module', { 'mexica.odd.wasm': HONEST }, '"mexica.odd.wasm" is not a module of WebAssembly 1'],
    ['half a module', { 'mexica.half.wasm': MODULE.slice(0, -3) }, '"mexica.half.wasm" ends too early'],
    ['a module without a function', { 'mexica.none-here.wasm': MAGIC }, 'does not export its memory as "memory"'],
    ['a large module', { 'mexica.big.wasm': Buffer.alloc(2 ** 20 + 1) }, 'has 1048577 bytes, and may have 1048576'],
    [
      'a bot twice',
      { 'mexica.one.js': HONEST, 'mexica.one.wasm': MODULE },
      '"mexica.one.wasm" has the name of another',
    ],
    ['too much', { 'mexica.big.js': ' '.repeat(65_537) }, 'has 65537 bytes, and may have 65536'],
    ['too many', thousands, 'holds 101 files, and may hold 100'],
  ])('%s', async (_, files, words) => {
    await expect(testServer({ BOTS: folderOf(files) })).rejects.toThrow(words);
  });

  test('all that is wrong at once, ten of it by name', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${n}.txt`, '']));
    const refused = await testServer({ BOTS: folderOf(wrong) }).catch((error: Error) => error.message);
    expect(String(refused).split('\n')).toHaveLength(12);
    expect(refused).toContain('and 2 more');
  });

  test('no folder, a file, a folder in place of a file, and a stand-in that is nowhere', async () => {
    const folder = folderOf({ 'mexica.one.js': HONEST });
    await expect(testServer({ BOTS: join(folder, 'none') })).rejects.toThrow('cannot be read (ENOENT');
    await expect(testServer({ BOTS: join(folder, 'mexica.one.js') })).rejects.toThrow('cannot be read (ENOTDIR');
    mkdirSync(join(folder, 'mexica.two.js'));
    symlinkSync('nowhere', join(folder, 'mexica.lost.js'));
    const refused = await testServer({ BOTS: folder }).catch((error: Error) => error.message);
    expect(refused).toContain('"mexica.two.js" is not a file');
    expect(refused).toContain('"mexica.lost.js" is a link to nothing');
    await expect(testServer({ STAND_IN: 'not-here' })).rejects.toThrow('STAND_IN=not-here is a bot that no game has');
  });
});

describe('a server with bots of its host', () => {
  serveThisFile(
    {
      BOTS: folderOf({
        'tieqchieq.pilgrim.js': HONEST,
        'tieqchieq.lost.js': THROWING,
        'tieqchieq.first.wasm': MODULE,
        '.hidden': '',
      }),
      STAND_IN: 'pilgrim',
    },
    { areBotsBehind: false }, // beside other tests they would wait for ever
  );

  test('lists them with their versions, and plays matches with them to the end', async () => {
    const ana = await person('Ana');
    const games = await ana.games();
    const tieqchieq = games.find(({ id }) => id === 'tieqchieq');
    expect(tieqchieq?.bots).toEqual(['greedy', 'random', 'strong', 'easy', 'first', 'lost', 'pilgrim']);
    expect(tieqchieq?.guests).toEqual({
      pilgrim: expect.stringMatching(/^[0-9a-f]{12}$/),
      lost: expect.stringMatching(/^[0-9a-f]{12}$/),
      first: createHash('sha256').update(MODULE).digest('hex').slice(0, 12),
    });
    expect(games.find(({ id }) => id === 'mexica')?.guests).toBeUndefined();
    const bots = [{ bot: 'pilgrim' }, { bot: 'lost' }];
    const modules = [{ bot: 'first' }, { bot: 'pilgrim' }];
    const second = await ana.create<string>({ ...SHORT, bots: modules });
    const { match } = await ana.create<string>({ ...SHORT, bots });
    await expect.poll(async () => (await ana.match(match)).status, { timeout: 100_000 }).toBe('ended');
    const { seats } = await ana.match(match);
    expect(seats.map(({ name }) => name)).toEqual(['lost', 'pilgrim']);
    expect(await metricsOf(house.url)).toMatch(
      /flower_war_bot_turns_lost_total\{bot="tieqchieq\.lost",why="threw"\} [1-9]/,
    );
    await expect.poll(async () => (await ana.match(second.match)).status, { timeout: 100_000 }).toBe('ended');
    expect(await metricsOf(house.url)).not.toMatch(/bot="tieqchieq\.first",why="(?!late)/); // this machine may be busy
    await expect(ana.create<string>({ game: 'mexica', seats: 2, bots })).rejects.toMatchObject({ code: 'unknown-bot' });
    await expect(person('pilgrim')).rejects.toMatchObject({ code: 'name-refused' });
  });
});
