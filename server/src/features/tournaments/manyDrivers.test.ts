/** Several processes drive the same tournaments at the same moment: nothing is paired, made or counted twice. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { manyProcesses, type OneOfMany } from '../../store/engine/manyProcesses.fixture.ts';
import { noPostgres } from '../../store/engine/postgres/postgres.fixture.ts';
import { StoredJournal } from '../../store/storedJournal.ts';
import type { Telling } from '../notices/recipients.ts';
import { endMatch } from '../ratings/endedMatch.fixture.ts';
import { driveAll } from './driver.ts';
import { type Entry, fold, type Kind } from './record.ts';
import { standingsOf } from './standings.ts';
import { settingsOf } from './tournament.fixture.ts';
import { Pairer } from './byItself.ts';
import { Tournaments } from './tournaments.ts';

const PLAYERS = Array.from({ length: 13 }, (_, n) => `p-${n}`);
const KINDS: readonly Kind[] = ['swiss', 'round-robin', 'knockout'];

describe.skipIf(noPostgres)(`drivers on one PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  const processes = manyProcesses();
  const problems: unknown[] = [];

  /** Each match has ended as soon as it is made: the first seat wins. */
  function driving({ stores, engine }: OneOfMany, now = 1000) {
    /** Each player has one webhook, which wants all. */
    const ofOne = async ({ player, notice }: Telling) => [
      { notice: randomUUID(), webhook: `w-${player}`, match: 'x', kind: notice.kind, at: now, body: '{}' },
    ];
    const tournaments = new Tournaments(stores, { ofOne, sender: { wake: () => {} } });
    const journal = new StoredJournal(engine);
    const create = async ({ id = '', host }: { readonly id?: string; readonly host: string }) => {
      const [first = '', second = ''] = (await tournaments.seatsOf(id, host))?.players ?? [];
      await endMatch(journal, { match: id, players: [first, second] });
      return id;
    };
    const report = (_: string, { error }: Readonly<Record<string, unknown>>) => void problems.push(error);
    return {
      tournaments,
      pairer: new Pairer((_, { error }) => void problems.push(error)),
      journal,
      matches: { create },
      notices: { ofPairing: async () => [] },
      now: () => now,
      report,
    };
  }

  test('each round is paired once, and each table counted once', { timeout: 60_000 }, async () => {
    const { stores } = processes.one();
    for (const player of PLAYERS) await stores.people.add({ player, name: player, createdAt: 1 });
    for (const kind of KINDS) {
      const entry: Entry = { kind: 'created', at: 0, by: null, settings: settingsOf({ kind, rounds: 5 }) };
      const row = {
        tournament: `t-${kind}`,
        maker: null,
        game: 'x',
        createdAt: 0,
        startsAt: 0,
        dueAt: 0,
        code: null,
      } as const;
      await stores.tournaments.create({ ...row, visibility: 'public' }, JSON.stringify(entry), 0);
      for (const player of PLAYERS)
        await new Tournaments(stores).add(`t-${kind}`, () => ({ kind: 'entered', at: 0, player }));
    }
    await processes.everywhere(1, async (one) => {
      const services = driving(one);
      while ((await one.stores.tournaments.due(1000)).length > 0) await driveAll(services);
    });
    expect(problems).toEqual([]);
    for (const kind of KINDS) {
      const entries = (await stores.tournaments.entries(`t-${kind}`, 0)).map((line) => JSON.parse(line) as Entry);
      const state = fold(entries); // throws for a table that was counted twice
      const rounds = entries.flatMap((one) => (one.kind === 'paired' ? one.round : []));
      expect(rounds).toEqual(rounds.map((_, n) => n + 1));
      expect(rounds).toHaveLength({ swiss: 5, 'round-robin': 13, knockout: 4, arena: 0 }[kind]);
      expect(state.tables.every(({ outcome }) => outcome?.places[0] === 1)).toBe(true);
      expect(standingsOf(state)).toHaveLength(PLAYERS.length);
    }
    const [made] = await processes.ask('SELECT count(*) AS n FROM matches');
    const tables = { swiss: 5 * 6, 'round-robin': 13 * 6, knockout: 12 };
    expect(Number(made?.['n'])).toBe(tables.swiss + tables['round-robin'] + tables.knockout);
  });

  test('each player is called once, and told of the place once, also while they come and go', {
    timeout: 60_000,
  }, async () => {
    const { stores } = processes.one();
    const hook = {
      events: '[]',
      only_match: null,
      wishes: '{}',
      proof: null,
      url: '',
      host: '',
      secret: '',
      form: '',
      at: 1,
    };
    const ids = Array.from({ length: 5 }, (_, n) => `t-called-${n}`);
    const people = PLAYERS.map((player) => `${player}-called`);
    for (const player of people) {
      await stores.people.add({ player, name: player, createdAt: 1 });
      await stores.webhooks.add({ webhook: `w-${player}`, player, ...hook }, 9);
    }
    const startsAt = 60 * 60_000;
    for (const tournament of ids) {
      const settings = settingsOf({ kind: 'knockout', startsAt });
      const entry: Entry = { kind: 'created', at: 0, by: null, settings };
      const row = { tournament, maker: null, game: 'x', createdAt: 0, startsAt, dueAt: 0, code: null } as const;
      await stores.tournaments.create({ ...row, visibility: 'public' }, JSON.stringify(entry), 0);
      for (const player of people)
        await new Tournaments(stores).add(tournament, () => ({ kind: 'entered', at: 0, player }));
    }
    const told = async (kind: string) => {
      const rows = await processes.ask(
        `SELECT webhook, count(*) AS n FROM notices WHERE kind = '${kind}' GROUP BY webhook`,
      );
      return new Map(rows.map(({ webhook, n }) => [String(webhook), Number(n)]));
    };
    const [leaving = ''] = people;
    await processes.everywhere(1, async (one) => {
      const services = driving(one, startsAt - 60_000);
      await driveAll(services);
      await services.tournaments.add('t-called-0', ({ entrants }) =>
        entrants.get(leaving)?.hasWithdrawn ? undefined : { kind: 'withdrew', at: 1, player: leaving },
      );
      await driveAll(services);
    });
    const called = await told('begins');
    expect([...called.values()]).toEqual(people.map(() => ids.length));
    await processes.everywhere(1, async (one) => {
      const services = driving(one, startsAt);
      while ((await one.stores.tournaments.due(startsAt)).some((id) => ids.includes(id))) await driveAll(services);
    });
    expect(problems).toEqual([]);
    const placed = await told('placed');
    expect(people.map((player) => placed.get(`w-${player}`))).toEqual(
      people.map((player) => (player === leaving ? ids.length - 1 : ids.length)),
    );
  });
});
