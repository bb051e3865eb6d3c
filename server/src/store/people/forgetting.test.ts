/** What is left of a person who is deleted, in every table: a new table has to say here what it holds of a person. */
import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { memoryStore } from '../store.fixture.ts';

const [ANA, BOT, BEN] = ['p-ANA', 'b-ANA', 'p-BEN'];
/** What the person has typed, or others have about the person. */
const SAID = 'SAID';

type Row = Readonly<Record<string, string | number | null>>;

/** What each table holds of a player: the id, and words. The other columns are filled with anything. `own` tells the keys apart. */
const rowsOf = (player: string, own: number): Readonly<Record<string, readonly Row[]>> => ({
  matches: [{ match: `match-${own}`, status: 'ended', summary: `{"host":"${player}"}` }],
  entries: [{ match: `match-${own}`, line: `{"kind":"seated","player":"${player}"}` }],
  temples: [{ owner: player }],
  people: [{ player, name: SAID }],
  participants: [{ player }],
  ratings: [{ player }],
  season_ratings: [{ player }],
  pool_ratings: [{ player }],
  rated: [{ changes: `[{"player":"${player}"}]` }],
  ties: [
    { player, other: BEN },
    { player: BEN, other: player },
  ],
  challenges: [
    { challenge: `to-${own}`, player: BEN, other: player, wish: SAID },
    { challenge: `of-${own}`, player, other: BEN, wish: SAID, match: `m-${own}` },
  ],
  shown_online: [{ player }],
  named_players: [{ player }],
  vacations: [{ player }],
  ahead: [{ player, answers: SAID }],
  puzzle_answers: [{ player }],
  seat_accounts: [{ player }],
  tournaments: [{ tournament: `cup-${own}`, maker: player }],
  tournament_entries: [{ tournament: `cup-${own}`, entry: `{"by":"${player}","settings":{"name":"cup"}}` }],
  tournament_people: [{ tournament: `cup-${own}`, player }],
  sessions: [{ player, label: SAID }],
  recovery_codes: [{ player }],
  passkeys: [{ player, name: SAID }],
  program_tokens: [{ player, name: SAID }],
  bots: [{ player: BOT, owner: ANA }],
  sign_ins: [{ player, detail: SAID }],
  subjects: [{ player, subject: SAID }],
  abroad: [{ player }],
  links: [{ player }],
  reports: [
    { reporter: player, player: BEN, text: 'by' },
    { reporter: BEN, player, text: 'about', lines: JSON.stringify([{ player, text: SAID }]) },
  ],
  moderators: [{ player }],
  penalties: [
    { penalty: `of-${own}`, player, text: SAID, old_name: SAID, answer: SAID },
    { penalty: `by-${own}`, player: BEN, giver: player },
  ],
  talk: [{ player, text: SAID, phrase: SAID, action: SAID }],
  silenced: [{ player }],
  bans: [{ player, reason: SAID }],
  audit: [
    { about: player, detail: JSON.stringify({ text: SAID }) },
    { operator: player, about: BEN, detail: '{}' },
  ],
  webhooks: [{ webhook: `hook-${own}`, player, url: SAID, secret: SAID }],
  webhook_forms: [{ webhook: `hook-${own}`, wishes: SAID }],
  notices: [
    { webhook: `hook-${own}`, kind: 'turn', body: SAID },
    { webhook: 'hook-BEN', kind: 'challenged', match: `of-${own}`, body: SAID },
    { webhook: 'hook-BEN', kind: 'accepted', match: `to-${own}`, body: SAID },
  ],
  told_turns: [{ webhook: `hook-${own}` }],
  told: [{ messages: `[{"player":"${player}"}]` }],
  processes: [{ present: `["${player}"]` }],
});

/** These hold nothing of a person, or hashes for a day (`first_mails`), or an address that was banned. */
const OF_NO_PERSON =
  `alive outages endings unread_endings numbered_up_to rated_up_to match_accounts league vacation_news puzzle_ratings
  invitations banned_networks first_mails absences claims leases revisions keys restores sqlite_sequence`.split(/\s+/);

/** An id tells nothing once the name is gone, and others need what stands beside it. */
const LEFT = [
  'audit.about', // what operators and moderators did, without what they said of the player
  'audit.operator', // what the player did as a moderator
  'entries.line', // records are signed
  'matches.summary',
  'participants.player', // the profiles of the opponents
  'penalties.giver', // what the player did to others as a moderator
  'processes.present', // for seconds
  'rated.changes', // the ratings of the opponents
  'reports.player', // for REPORT_DAYS, as the words of a reporter do
  'temples.owner', // a feature releases the temples before
  'told.messages', // for minutes
  'tournament_entries.entry',
  'tournaments.maker',
];

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

let filled = 0;
/** Fills what the row leaves out. */
function put(database: DatabaseSync, table: string, row: Row): void {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all() as unknown as Column[];
  const other = ({ type }: Column) => (type === 'TEXT' ? `${table}-${++filled}` : ++filled);
  const wanted = columns.filter(({ name, notnull, pk }) => name in row || notnull || pk);
  const values = wanted.map((column) => row[column.name] ?? other(column));
  const places = values.map(() => '?').join(', ');
  database
    .prepare(`INSERT INTO ${table} (${wanted.map(({ name }) => name).join(', ')}) VALUES (${places})`)
    .run(...values);
}

const tablesOf = (database: DatabaseSync): string[] =>
  database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => String(name));

/** The columns in which one of these words stands. */
function findIn(database: DatabaseSync, ...words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const table of tablesOf(database))
    for (const row of database.prepare(`SELECT * FROM ${table}`).all())
      for (const [column, value] of Object.entries(row))
        if (words.some((word) => String(value).includes(word))) found.add(`${table}.${column}`);
  return [...found].sort();
}

test('every table is known, and of a person who is deleted only ids are left, where others need them', async () => {
  const { database, stores } = memoryStore();
  const rows = rowsOf(ANA, 1);
  expect([...Object.keys(rows), ...OF_NO_PERSON].sort()).toEqual(tablesOf(database));
  database.exec('PRAGMA foreign_keys = OFF');
  put(database, 'people', { player: BEN, name: 'Ben' });
  put(database, 'webhooks', { webhook: 'hook-BEN', player: BEN });
  for (const [n, player] of [ANA, BOT].entries())
    for (const [table, held] of Object.entries(rowsOf(player, n + 1)))
      if (table !== 'bots' || player === ANA) for (const row of held) put(database, table, row);
  database.exec('PRAGMA foreign_keys = ON');

  await stores.accounts.forget(ANA);
  expect(findIn(database, SAID)).toEqual([]);
  expect(findIn(database, ANA)).toEqual(LEFT);
  expect(findIn(database, BOT)).toEqual(LEFT);
});
