/** What an editor offers to the author of a client: TypeScript's language service is asked as an editor asks it. */
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { PHRASES } from './index.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The file that is being written. It exists in memory alone. */
const FILE = join(import.meta.dirname, 'beingWritten.ts');
const CURSOR = '█';
const BEGINNING = `import { FlowerWarClient } from './index.ts';
const client = new FlowerWarClient({ url: '' });
const live = await client.join(await client.create({ game: 'flower-war' }));
const any = await client.joinByLink('');
`;

let text = '';
let version = 0;
const service = ts.createLanguageService({
  getCompilationSettings: () => ts.parseJsonConfigFileContent(configOf(ROOT), ts.sys, ROOT).options,
  getScriptFileNames: () => [FILE],
  getScriptVersion: (name) => (name === FILE ? String(version) : '0'),
  getScriptSnapshot: (name) => {
    const read = name === FILE ? text : ts.sys.readFile(name);
    return read === undefined ? undefined : ts.ScriptSnapshot.fromString(read);
  },
  getCurrentDirectory: () => ROOT,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === FILE || ts.sys.fileExists(name),
  readFile: (name) => ts.sys.readFile(name),
});

function configOf(folder: string): object {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  return { ...config, files: [], include: [] };
}

/** What an editor offers at the cursor in this line. */
function offered(line: string): readonly string[] {
  text = `${BEGINNING}${line.replace(CURSOR, '')}\n`;
  version++;
  const { entries = [] } = service.getCompletionsAtPosition(FILE, BEGINNING.length + line.indexOf(CURSOR), {}) ?? {};
  return entries.map(({ name }) => name);
}

/** What an editor shows for the name before the cursor. */
function shown(line: string): { readonly type: string; readonly words: string } {
  text = `${BEGINNING}${line.replace(CURSOR, '')}\n`;
  version++;
  const info = service.getQuickInfoAtPosition(FILE, BEGINNING.length + line.indexOf(CURSOR) - 1);
  return {
    type: ts.displayPartsToString(info?.displayParts),
    words: ts.displayPartsToString(info?.documentation),
  };
}

const GAMES = ['flower-war', 'mexica', 'space-aztecs', 'tieqchieq'];
const NEWS = ['bulletin', 'change', 'closed', 'connected', 'connection', 'events', 'rematch', 'talk'];
const SEATS = ['CENTER', 'EAST', 'NORTH', 'SOUTH', 'WEST', 'ZENITH'];

/** The whole list of what is offered. */
test.each([
  ["await client.create({ game: '█' });", GAMES],
  ["await client.quickPlay('█');", GAMES],
  ["await client.list({ game: '█' });", GAMES],
  ["await client.cards('█');", GAMES],
  ["if (any.game === '█') {}", GAMES],
  ["await client.create({ game: 'flower-war', preset: '█' });", ['flower-war', 'flower-war-rules-of-play']],
  ["await client.quickPlay('mexica', '█');", ['flower-war-early', 'mexica']],
  ["await client.quickPlay('mexica', { preset: '█' });", ['flower-war-early', 'mexica']],
  ["await client.history.leaderboard('mexica', { preset: '█' });", ['flower-war-early', 'mexica']],
  ["await client.create({ game: 'flower-war', options: { mode: '█' } });", ['epic', 'long', 'quick']],
  ["await client.create({ game: 'mexica', options: { turnOrder: '█' } });", ['ENSW', 'ENWS']],
  ["await client.create({ game: 'tieqchieq', bots: [{ bot: '█' }] });", ['easy', 'greedy', 'random', 'strong']],
  ["await client.join(await client.create({ game: 'flower-war' }), { seat: '█' });", SEATS],
  ["live.seatNames.indexOf('█');", SEATS],
  ["if (live.options.apocFlavor === '█') {}", ['least', 'most', 'off']],
  ["await live.offer('█');", ['abort', 'pause', 'resume', 'takeback']],
  ["if (live.table.temples[0]?.last.verdict === '█') {}", ['', 'applied', 'held', 'refused']],
  ["await live.asks('█');", ['all', 'attacks', 'none']],
  ["await live.phrase('█');", Object.keys(PHRASES).sort()],
  ["live.on('█', () => {});", NEWS],
  ["any.on('█', () => {});", NEWS],
  ["any.once('█', () => {});", NEWS],
])('%s', (line, all) => {
  expect([...offered(line)].sort()).toEqual(all);
});

const NOT_YET_JUDGED = "const answer = await live.play('roll');";
const EVENTS = "live.on('events', (events) => { for (const event of events)";

/** Some of what is offered, and what is not. */
test.each([
  ["await client.create({ game: 'flower-war', options: { █ } });", ['mode', 'turnOrder', 'dog'], ['weekBonuses']],
  ["await client.create({ game: 'mexica', options: { mode█ } });", ['weekBonuses', 'earlyDecks'], ['mode', 'dog']],
  ["await client.create({ game: 'chess', █ });", ['preset', 'options', 'bots', 'table'], []],
  ['live.view.█', ['piles', 'omens', 'tribes', 'warTally'], ['weeks', 'dayDeck']],
  ['live.table.view.█', ['piles', 'omens'], ['weeks']],
  ['live.getSnapshot().view.█', ['piles', 'omens'], ['weeks']],
  ['live.options.█', ['mode', 'dog', 'countdown'], ['weekBonuses']],
  ["if (any.game === 'mexica') any.view.█", ['weeks', 'dayDeck'], ['piles', 'omens']],
  ["client.history.replay(await client.create({ game: 'mexica' })).current?.view.█", ['weeks'], ['piles']],
  [`${EVENTS} if (event.kind === '█') {} });`, ['disc-taken', 'omens-woke', 'battle-won'], ['week-taken']],
  [`${EVENTS} if (event.kind === 'moved') event.█ });`, ['seat', 'from', 'to', 'way'], ['card', 'god']],
  [`${NOT_YET_JUDGED} if (answer.kind === 'rejected' && answer.reason === '█') {}`, ['roll-first', 'banned'], []],
  [`${NOT_YET_JUDGED} if (answer.kind === 'rejected' && answer.code === '█') {}`, ['illegal-move', 'paused'], []],
])('%s', (line, some, none) => {
  const all = offered(line);
  expect(all).toEqual(expect.arrayContaining([...some]));
  for (const name of none) expect(all).not.toContain(name);
});

test('a name tells its type and its words', () => {
  expect(shown('live█')).toEqual({ type: 'const live: LiveMatch<"flower-war">', words: '' });
  expect(shown('live.seatNames█')).toMatchObject({ words: 'What the game calls each seat, by its number.' });
  expect(shown('live.view.favoured█').type).toBe('(property) favoured: "" | "war" | "rain"');
  expect(shown('live.view.favoured█').words).toMatch(/^The god who counts as the greater one/);
});
