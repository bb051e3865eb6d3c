/** The process that drives tournaments is killed or stopped again and again: each pairing is made and played once, and the table is right. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { MatchSummary, TournamentView } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { type House, withHouse } from '../lab/house.ts';
import { newPerson, type Person, send } from '../support/sockets/rawClient.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const chance = fastChance(seed);
const NAMES = ['a', 'b', 'c'];
const PLAYERS = 9;
const ROUNDS = 7;
const FEWEST_KILLS = 4;

interface Row {
  readonly n: number;
  readonly entry: Entry;
}
type Entry = { readonly kind: string } & Readonly<Record<string, unknown>>;
interface Paired {
  readonly tables: readonly (readonly string[])[];
  readonly byes: readonly string[];
}
interface Played {
  readonly table: number;
  readonly places: readonly number[];
  readonly absent: readonly string[];
}

/** Counts the points anew, by what the documents say and without a line of the server. */
function pointsIn(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const points = new Map<string, number>();
  const add = (player: string, more: number) => points.set(player, (points.get(player) ?? 0) + more);
  const of = <T>(kind: string) => entries.filter((one) => one.kind === kind) as unknown as readonly T[];
  const tables = of<Paired>('paired').flatMap((round) => round.tables);
  for (const { byes } of of<Paired>('paired')) for (const player of byes) add(player, 2);
  for (const { table, places, absent } of of<Played>('played'))
    for (const [seat, player] of tables[table]!.entries()) {
      const [own, other] = [places[seat]!, places[1 - seat]!];
      if (!absent.includes(player)) add(player, own < other ? 2 : own === other ? 1 : 0);
    }
  return points;
}

withHouse(`three processes (SEED=${seed})`, [NAMES, { LIMITS: '0' }], (house) => {
  const down = new Set<string>();
  const anywhere = () => house().at(chance.pick(NAMES.filter((name) => !down.has(name))));

  /** Asks a process that lives, again and again until one answers. A refusal is an answer. */
  async function ask<T>(who: Person, path: string, body?: object): Promise<{ status: number; body: T }> {
    for (;;) {
      const answer = await (body === undefined
        ? fetch(`${anywhere()}${path}`, { headers: { authorization: `Bearer ${who.session.token}` } })
            .then(async (response) => ({ status: response.status, body: (await response.json()) as T }))
            .catch(() => undefined)
        : send<T>(anywhere(), path, body, who.session.token).catch(() => undefined));
      if (answer !== undefined && answer.status < 500 && answer.status !== 429)
        return answer as { status: number; body: T };
      await pause(100);
    }
  }

  let kills = 0;

  /** Sits down wherever the tournament says so. Of two players the one with the lower id resigns; in the last round, once enough was killed. */
  async function playOn(who: Person, tournament: string): Promise<void> {
    for (;;) {
      const { body: view } = await ask<TournamentView>(who, `/api/tournaments/${tournament}`);
      if (view.status === 'ended') return;
      const match = view.mine?.match;
      if (view.mine?.state === 'away') await ask(who, `/api/tournaments/${tournament}/check-in`, {});
      if (match !== undefined) await playAt(who, view, match);
      await pause(50 + chance.die(100));
    }
  }

  async function playAt(who: Person, { tables, lastRound }: TournamentView, match: string): Promise<void> {
    const path = `/api/matches/${match}`;
    const { status, body: found } = await ask<MatchSummary>(who, path);
    if (status !== 200) return; // it is being made
    const me = who.session.player;
    const contribution = randomBytes(16).toString('hex');
    const isSeated = found.seats.some(({ player }) => player === me);
    if (found.status === 'open' && !isSeated)
      await ask(who, `${path}/seat`, { commitment: found.commitment, contribution });
    const players = tables.find((table) => table.match === match)?.seats.map(({ player }) => player) ?? [];
    const isEnough = lastRound < ROUNDS || kills >= FEWEST_KILLS;
    if (found.status === 'running' && isEnough && players.toSorted()[0] === me)
      await ask(who, `${path}/resign`, { id: randomBytes(8).toString('hex') });
  }

  /** Kills or stops who drives at random moments, and starts it again. */
  async function killDrivers(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await pause(chance.die(1500));
      const driver = await driverOf(house());
      if (driver === undefined || isOver()) continue;
      down.add(driver);
      const one = house().process(driver);
      await (chance.coin() ? one.kill() : one.end('SIGTERM'));
      kills++;
      await pause(chance.die(1000));
      await house().process(driver).start();
      down.delete(driver);
    }
  }

  test('a Swiss tournament goes on when its driver dies', { timeout: 280_000 }, async () => {
    const people = await Promise.all(Array.from({ length: PLAYERS }, (_, n) => newPerson(house().at('a'), `P${n}`)));
    const [maker] = people as [Person, ...Person[]];
    const wish = {
      name: 'Hard cup',
      kind: 'swiss',
      game: 'tieqchieq',
      rounds: ROUNDS,
      startsAt: Date.now() + 3_600_000,
    };
    const { tournament } = (await ask<TournamentView>(maker, '/api/tournaments', wish)).body;
    await Promise.all(people.map((one) => ask(one, `/api/tournaments/${tournament}/enter`, {})));
    expect((await ask(maker, `/api/tournaments/${tournament}/steer`, { to: 'begin' })).status).toBe(200);
    let isOver = false;
    const killing = killDrivers(() => isOver);
    await Promise.all(people.map((one) => playOn(one, tournament)));
    isOver = true;
    await killing;
    const { body: view } = await ask<TournamentView>(maker, `/api/tournaments/${tournament}`);

    const rows = (
      await house().ask(`SELECT n, entry FROM tournament_entries WHERE tournament = '${tournament}' ORDER BY n`)
    ).map(({ n, entry }): Row => ({ n: Number(n), entry: JSON.parse(String(entry)) as Entry }));
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, n) => n));
    const entries = rows.map(({ entry }) => entry);
    const rounds = entries.filter(({ kind }) => kind === 'paired') as unknown as readonly (Paired & {
      round: number;
    })[];
    expect(rounds.map(({ round }) => round)).toEqual(Array.from({ length: ROUNDS }, (_, n) => n + 1));
    const tables = rounds.flatMap((round) => round.tables);
    const played = (entries.filter(({ kind }) => kind === 'played') as unknown as readonly Played[]).map(
      ({ table }) => table,
    );
    expect(played.toSorted((a, b) => a - b)).toEqual(tables.map((_, n) => n));
    const pairs = tables.map((pair) => pair.toSorted().join(' '));
    expect(new Set(pairs).size).toBe(pairs.length);
    const matches = await house().ask(
      `SELECT status FROM participants JOIN matches USING (match) WHERE player = '${tournament}'`,
    );
    expect(matches.map(({ status }) => status)).toEqual(tables.map(() => 'ended'));
    const points = pointsIn(entries);
    expect(view.standings.map(({ player, points: own }) => [player, own])).toEqual(
      view.standings.map(({ player }) => [player, points.get(player) ?? 0]),
    );
    expect(view.standings.map((one) => one.points)).toEqual(
      view.standings.map((one) => one.points).toSorted((a, b) => b - a),
    );
  });
});

async function driverOf(house: House): Promise<string | undefined> {
  const rows = await house.ask("SELECT process FROM leases WHERE name = 'tournaments'");
  const [id = ''] = String(rows[0]?.['process'] ?? '').split(' ');
  const names = await house.ask(`SELECT name FROM processes WHERE process = '${id}' AND ended_at IS NULL`);
  return names[0] && String(names[0]['name']);
}
