/** What another host sent is believed only if nothing about it is amiss. */
import { tableSettings } from '@flower-war/protocol';
import { signerOf } from '@flower-war/protocol/hosting';
import { expect, test } from 'vitest';
import { readConfig } from '../../base/config.ts';
import type { Index } from '../../store/journal/journal.ts';
import { Billboard } from '../listing/billboard.ts';
import { judge, type Known, Sharing } from './sharing.ts';

const HOST = 'https://a.example';
const NOW = 1_795_000_000_000;
const signer = signerOf('a1'.repeat(32));
const stranger = signerOf('b2'.repeat(32));
const table = {
  match: 'GV7GJP3W',
  game: 'tieqchieq',
  preset: 'tieqchieq',
  length: '',
  by: 'Ana',
  seats: 4,
  free: 3,
  clock: 'none',
  approval: false,
  createdAt: NOW - 5,
};
const usual = { kind: 'flower-war-tables', version: 1, host: HOST, at: NOW - 10, until: NOW + 7990, tables: [table] };
const KNOWN: Known = { host: HOST, key: signer.key, newest: NOW - 20, now: NOW };

const seal = (signed: string, by = signer) => ({ signed, signature: by.sign(signed), key: by.key });
const sealed = (told: unknown, by = signer) => JSON.stringify(seal(JSON.stringify(told), by));
const changed = (more: object) => sealed({ ...usual, ...more });
const withTable = (more: object) => changed({ tables: [{ ...table, ...more }] });
const inEnvelope = (more: object) => JSON.stringify({ ...seal(JSON.stringify(usual)), ...more });
const { by: _by, ...nameless } = table;
const DEEP = '['.repeat(10_000) + ']'.repeat(10_000);
const flipped = (text: string) => (text.startsWith('0') ? '1' : '0') + text.slice(1);

test('what a host has signed just now is believed, also before its key is known', () => {
  const all = { ok: true, told: usual, key: signer.key };
  expect(judge(sealed(usual), KNOWN)).toEqual(all);
  expect(judge(sealed(usual), { ...KNOWN, key: undefined, newest: 0 })).toEqual(all);
  for (const by of ['', '東京', 'Ñuño 🌺', 'a'.repeat(40)])
    expect(judge(withTable({ by }), KNOWN)).toMatchObject({ ok: true });
});

test.each([
  ['nothing', '', 'form'],
  ['no JSON', '<html>', 'form'],
  ['half of it', sealed(usual).slice(0, 200), 'form'],
  ['a list', `[${sealed(usual)}]`, 'form'],
  ['null', 'null', 'form'],
  ['endless depth', '['.repeat(60_000), 'form'],
  ['depth in the signed text', JSON.stringify(seal('['.repeat(30_000))), 'form'],
  ['depth in a field', JSON.stringify(seal(JSON.stringify(usual).replace(/"tables":.*/, `"tables":${DEEP}}`))), 'form'],
  ['a field more around it', inEnvelope({ redirect: 'http://10.0.0.1' }), 'form'],
  ['a signature of another length', inEnvelope({ signature: 'ab' }), 'form'],
  ['a key in capitals', inEnvelope({ key: signer.key.toUpperCase() }), 'form'],
  ['a signed object in place of a text', inEnvelope({ signed: usual }), 'form'],
  [
    'a signature with a changed bit',
    inEnvelope({ signature: flipped(signer.sign(JSON.stringify(usual))) }),
    'signature',
  ],
  ['a text with a changed letter', inEnvelope({ signed: JSON.stringify(usual).replace('Ana', 'Eve') }), 'signature'],
  ['a text with one space more', inEnvelope({ signed: ` ${JSON.stringify(usual)}` }), 'signature'],
  ['the key of a stranger at the signature of the host', inEnvelope({ key: stranger.key }), 'signature'],
  ['bytes that are not a key', inEnvelope({ key: 'ff'.repeat(32) }), 'signature'],
  [
    'a key of which any signature would hold',
    inEnvelope({ key: '01'.padEnd(64, '0'), signature: '01'.padEnd(128, '0') }),
    'signature',
  ],
  ['a stranger who signs for the host', sealed(usual, stranger), 'other-key'],
  ['what the signer signed for another purpose', JSON.stringify(seal('c0ffee'.padEnd(64, '0'))), 'form'],
  ['another kind', changed({ kind: 'flower-war-bans' }), 'form'],
  ['a version to come', changed({ version: 2 }), 'form'],
  ['a field more', changed({ hosts: ['https://b.example'] }), 'form'],
  ['the name of another host', changed({ host: 'https://b.example' }), 'other-host'],
  ['the name of the host with a slash', changed({ host: `${HOST}/` }), 'other-host'],
  ['the host without encryption', changed({ host: 'http://a.example' }), 'other-host'],
  ['the future', changed({ at: NOW + 5001, until: NOW + 9000 }), 'future'],
  ['what is over', changed({ at: NOW - 8000, until: NOW }), 'over'],
  ['what would hold for a day', changed({ until: NOW + 86_400_000 }), 'too-long'],
  ['an old one that would hold until now', changed({ at: NOW - 60_000, until: NOW + 5000 }), 'too-long'],
  ['the same again', changed({ at: KNOWN.newest, until: NOW + 1 }), 'old'],
  ['what was replaced since', changed({ at: KNOWN.newest - 1, until: NOW + 1 }), 'old'],
  ['a time before time', changed({ at: -1 }), 'form'],
  ['a time in parts', changed({ at: NOW - 0.5 }), 'form'],
  ['a time as text', changed({ at: String(NOW) }), 'form'],
  ['tables that are not a list', changed({ tables: { 0: table, length: 1 } }), 'form'],
  ['101 tables', changed({ tables: Array.from({ length: 101 }, (_, n) => ({ ...table, match: `M${n}000` })) }), 'form'],
  ['a table twice', changed({ tables: [table, { ...table, by: 'Ben' }] }), 'form'],
  ['an address as an id', withTable({ match: '//evil.example' }), 'form'],
  ['an id with more of an address', withTable({ match: 'GV7G&code=1' }), 'form'],
  ['an id with a line end', withTable({ match: 'GV7GJP3W\n' }), 'form'],
  ['a game with marks', withTable({ game: '<b>' }), 'form'],
  ['an edition that is not a name', withTable({ preset: '__proto__' }), 'form'],
  ['an address of its own', withTable({ link: 'https://evil.example' }), 'form'],
  ['an id of a player', withTable({ player: 'p-SX79KPDPNZNB' }), 'form'],
  ['no name at all', changed({ tables: [nameless] }), 'form'],
  ['a name that turns the text', withTable({ by: 'Ana\u202e' }), 'form'],
  ['a name with a control', withTable({ by: 'Ana\u0007' }), 'form'],
  ['a name that is not seen', withTable({ by: '\u200b\u2060' }), 'form'],
  ['a name of many marks', withTable({ by: `A${'\u0301'.repeat(9)}` }), 'form'],
  ['a long name', withTable({ by: 'a'.repeat(41) }), 'form'],
  ['a name of another kind', withTable({ by: ['Ana'] }), 'form'],
  ['more seats than a game has', withTable({ seats: 7 }), 'form'],
  ['no free seat', withTable({ free: 0 }), 'form'],
  ['a pace that is none', withTable({ clock: 'sundial' }), 'form'],
  ['a yes that is a word', withTable({ approval: 'yes' }), 'form'],
])('not believed: %s', (_, text, amiss) => {
  expect(judge(text, KNOWN)).toMatchObject({ ok: false, amiss });
});

/** Names for the people of the board; nothing else of them is needed. */
const people = { load: async () => {}, nameOf: () => 'A'.repeat(24), namesOf: () => [] };
const places = { seatsHere: () => new Set<number>() };

function sharing(
  settings: Readonly<Record<string, string>>,
  tables: readonly (readonly [id: string, more?: object])[],
) {
  const billboard = new Billboard();
  for (const [match, more] of tables) {
    const made = {
      match,
      game: 'mexica',
      preset: 'mexica',
      options: {},
      seats: [null, null],
      host: 'p-ana',
      createdAt: NOW,
    };
    const summary = JSON.stringify({ ...made, table: tableSettings.parse({}), ...more });
    const index = { status: 'open', visibility: 'public', game: 'mexica', createdAt: NOW } as const;
    billboard.post({ ...index, ...more, summary } as Index);
  }
  const clock = { now: NOW };
  const config = readConfig({ PUBLISH: 'on', PUBLIC_URL: HOST, ...settings });
  const now = () => clock.now;
  const own = { config, billboard, people, places, signer, now, wall: now } as unknown;
  return { clock, billboard, shared: new Sharing(own as ConstructorParameters<typeof Sharing>[0]) };
}

const idsIn = (sent: { readonly signed: string } | undefined) =>
  (JSON.parse(sent?.signed ?? '{}') as typeof usual).tables.map(({ match }) => match);

test('a host tells of tables at which a stranger may sit down, and of no other', async () => {
  const { shared } = sharing({}, [
    ['OPEN'],
    ['SECRET', { visibility: 'private' }],
    ['RUNS', { status: 'running' }],
    ['FULL', { seats: [{ bot: 'greedy' }, { bot: 'greedy' }] }],
    ['TOURNEY', { host: 't-7GV4JP3WQX9R' }],
    ['REMATCH', { rematchOf: 'OPEN' }],
  ]);
  const sent = await shared.signed();
  expect(idsIn(sent)).toEqual(['OPEN']);
  expect(sent?.signed).not.toContain('p-ana');
  expect(judge(JSON.stringify(sent), { ...KNOWN, key: undefined })).toMatchObject({ ok: true });
});

test('a host that does not publish tells nothing', async () => {
  expect(await sharing({ PUBLISH: 'off' }, [['OPEN']]).shared.signed()).toBeUndefined();
});

test('a host that strangers may not join tells of no table', async () => {
  expect(idsIn(await sharing({ SIGN_UP: 'invitation' }, [['OPEN']]).shared.signed())).toEqual([]);
});

test('what has not changed stays the same text for four seconds; each new text is newer', async () => {
  const { shared, clock, billboard } = sharing({}, [['OPEN']]);
  const at = async (ms: number) => {
    clock.now = NOW + ms;
    return shared.signed();
  };
  const first = await at(0);
  expect(await at(3999)).toBe(first);
  const second = await at(4249);
  expect(JSON.parse(second?.signed ?? '').at).toBe(NOW + 4249);
  billboard.drop(['OPEN'], billboard.now);
  const third = await at(4500);
  expect(idsIn(third)).toEqual([]);
  expect(JSON.parse(third?.signed ?? '').at).toBe(NOW + 4500);
});

test('a hundred tables with the longest names are fewer bytes than a host reads', async () => {
  const many = Array.from({ length: 150 }, (_, n) => [`${n}`.padEnd(8, 'X'), { preset: 'p'.repeat(64) }] as const);
  const sent = await sharing({}, many).shared.signed();
  expect(idsIn(sent)).toHaveLength(100);
  expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThan(64 * 1024);
  expect(judge(JSON.stringify(sent), { ...KNOWN, newest: 0 })).toMatchObject({ ok: true });
});
