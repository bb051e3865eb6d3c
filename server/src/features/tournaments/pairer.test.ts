/** Large fields are paired in a thread: the same as without it, also when the thread fails, and not at all when the server stops. */
import { fastChance } from '@flower-war/rules';
import { afterEach, expect, test } from 'vitest';
import { memoryStore } from '../../store/store.fixture.ts';
import { driveAll } from './driver.ts';
import { entryBy, type Facts, Pairer } from './byItself.ts';
import { waitingIn } from './pairing.ts';
import { type Entry, fold, type Kind } from './record.ts';
import { playedOut, settingsOf } from './tournament.fixture.ts';
import { Tournaments } from './tournaments.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const chance = fastChance(seed);
const open: Pairer[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((pairer) => pairer.close()))));

function newPairer(how?: ConstructorParameters<typeof Pairer>[1]) {
  const problems: string[] = [];
  const pairer = new Pairer((problem) => problems.push(problem), how);
  open.push(pairer);
  return { pairer, problems };
}

const program = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
const HANGS = program('setInterval(() => {}, 1000)');
const known = { ratings: new Map<string, number>(), gone: new Set<string>() };
const FIRST = { ...known, apart: new Set<string>(), now: 1, seed: 7 } satisfies Facts;

/** A Swiss tournament that is about to pair its first round, large enough for a thread. */
function begun(players = 60) {
  const names = Array.from({ length: players }, (_, n) => `p${n}`);
  const entries: readonly Entry[] = [
    { kind: 'created', at: 0, by: null, settings: settingsOf({ rounds: 3 }) },
    ...names.map((player) => ({ kind: 'entered', at: 0, player }) as const),
    { kind: 'began', at: 0, seed: 3, order: names },
  ];
  return { names, entries, tournament: fold(entries) };
}

test(`the thread finds what the server would, in each kind of tournament (SEED=${seed})`, {
  timeout: 60_000,
}, async () => {
  const { pairer, problems } = newPairer();
  for (const kind of ['swiss', 'arena', 'round-robin', 'knockout'] satisfies Kind[]) {
    const settings = settingsOf({ kind, seats: 1 + chance.die(3), rounds: 3, minutes: 1, lateEntry: true });
    const { entries } = playedOut(settings, { chance, players: 60 + chance.die(40) });
    let large = 0;
    for (const [n, entry] of entries.entries()) {
      if (entry.kind !== 'paired') continue;
      const tournament = fold(entries.slice(0, n));
      const facts = { ...FIRST, now: entry.at, seed: entry.seed };
      if (waitingIn(tournament).length >= 50) large++;
      expect(await pairer.next(tournament, facts)).toEqual(entry);
      const [a = '', b = ''] = chance.shuffle(tournament.order);
      const blocked = {
        ...facts,
        apart: new Set([`${a} ${b}`, `${b} ${a}`]),
        gone: new Set(chance.die(9) > 8 ? [a] : []),
      };
      expect(await pairer.next(tournament, blocked)).toEqual(entryBy(tournament, blocked));
    }
    expect(large, kind).toBeGreaterThan(0);
  }
  expect(problems).toEqual([]);
});

test.for([
  ['does not start', new URL('file:///no/thread/is/here.js'), ['the thread of the pairings failed']],
  ['cannot start', new URL('http://127.0.0.1/'), ['the thread of the pairings cannot start']],
  ['fails', program('throw new Error("out of memory")'), ['the thread of the pairings failed']],
  ['ends', program('process.exit(0)'), []],
  ['hangs', HANGS, []],
] as const)('a thread that %s holds up no round', async ([, thread, told]) => {
  const patienceMs = thread === HANGS ? 1000 : 60_000; // a busy machine needs long to start a thread
  const { pairer, problems } = newPairer({ thread, patienceMs });
  const { tournament } = begun();
  for (let n = 1; n <= 2; n++) {
    expect(await pairer.next(tournament, FIRST)).toEqual(entryBy(tournament, FIRST));
    expect(problems).toEqual(told.flatMap((one) => Array<string>(n).fill(one)));
  }
});

test('a server that stops while it pairs writes nothing, and the next one pairs the round once', async () => {
  const { stores, journal } = memoryStore();
  const { names, entries } = begun();
  const row = { tournament: 't-a', maker: null, game: 'x', createdAt: 0, startsAt: 0, dueAt: 0, code: null } as const;
  await stores.tournaments.create({ ...row, visibility: 'public' }, JSON.stringify(entries[0]), 0);
  const tournaments = new Tournaments(stores);
  for (const player of names) await stores.people.add({ player, name: player, createdAt: 1 });
  for (const entry of entries.slice(1)) await tournaments.add('t-a', () => entry);
  const made: string[] = [];
  const create = async ({ id = '' }: { readonly id?: string }) => `${made.push(id)}`;
  const problems: unknown[] = [];
  const services = {
    tournaments,
    journal,
    matches: { create },
    notices: { ofPairing: async () => [] },
    now: () => 1,
    report: (_: string, { error }: Readonly<Record<string, unknown>>) => void problems.push(error),
  };
  const { pairer } = newPairer({ thread: HANGS });
  const asked = Promise.withResolvers<void>();
  const next: Pairer['next'] = (...given) => {
    asked.resolve();
    return pairer.next(...given);
  };
  const driving = driveAll({ ...services, pairer: { next } });
  await asked.promise;
  await pairer.close();
  await driving;
  expect([(await tournaments.must('t-a')).length, made, problems]).toEqual([entries.length, [], []]);
  await Promise.all([newPairer(), newPairer()].map((one) => driveAll({ ...services, ...one })));
  expect((await tournaments.must('t-a')).tournament.rounds).toHaveLength(1);
  expect([new Set(made).size, problems]).toEqual([30, []]);
});
