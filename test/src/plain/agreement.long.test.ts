/** Whole matches of every game on the plain door. A socket of the same viewer shows the same at every step. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import type { MatchSummary } from '@flower-war/protocol';
import { fastChance, GAMES } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gamesWithSealed } from '../sealed/sealed.ts';
import { testServer } from '../support/server.ts';
import { PlainStream, type Seen } from '../support/sockets/plainStream.ts';
import { newPerson, type Person } from '../support/sockets/rawClient.ts';
import { newMatch, noteSteps, sitAll, type Wanted } from './play.ts';

const SEED = Number(process.env.SEED ?? 1);
let server: Running;

beforeAll(async () => {
  server = await testServer({}, { games: gamesWithSealed() });
});
afterAll(() => server?.stop());

/** What both ways of looking must agree on. Presence differs for a moment while people come. */
interface Shown {
  readonly table: unknown;
  readonly view: unknown;
  readonly question: unknown;
}

const plainly = ({ table, view, question }: Seen): Shown => {
  const { seats, result = NO_RESULT, ...rest } = table;
  return {
    table: { ...rest, result, seats: seats.map(({ kind, bot }) => ({ kind, bot })) },
    view,
    question: asked(question),
  };
};
const NO_RESULT = { result: '', reason: '', winners: [], standings: [] };
const asked = ({ legal = [], decision, until, asks }: Partial<Seen['question']>) =>
  JSON.parse(JSON.stringify({ legal, decision, until, asks })) as unknown;

type AnyLive = LiveMatch<string>;

function onSocket(live: AnyLive): Shown {
  const { view: _, step: __, seats, ...rest } = live.table;
  const { legal, decision, windowDeadline: until, wish } = live;
  return {
    table: { ...rest, seats: seats.map(({ kind, bot }) => ({ kind, bot })) },
    view: live.table.status === 'open' ? {} : live.view, // before the start the socket shows defaults
    question: asked({
      legal: [...legal],
      ...(decision !== undefined && { decision }),
      ...(until !== undefined && { until }),
      ...(wish !== 'all' && { asks: wish }),
    }),
  };
}

function noteSocket(live: AnyLive): { readonly steps: Map<number, Shown>; readonly events: unknown[] } {
  const [steps, events] = [new Map<number, Shown>(), [] as unknown[]];
  const look = () => steps.set(live.step, onSocket(live));
  look();
  live.on('change', look);
  live.on('events', (told) => events.push(...told));
  return { steps, events };
}

const PRESETS = Array.from(GAMES.values()).flatMap(({ game }) =>
  game.presets.map(({ id }) => ({ game: game.id, preset: id, seats: game.seats[0] })),
);

const GAME_NAMES: readonly Wanted[] = [...PRESETS, { game: 'sealed', seats: 4, options: { shields: 15 } }];

test.each(GAME_NAMES)(`$game, $preset: a whole match, from seed ${SEED} on`, async (wanted) => {
  const people = await Promise.all(Array.from({ length: (wanted.seats ?? 2) + 1 }, () => newPerson(server.address)));
  const onlooker = people.at(-1)!;
  const match = await newMatch(people[0]!, wanted);
  const watching = await PlainStream.open(onlooker, match.match);
  const watched = noteSteps(watching);
  const watcher = noteSocket(await socketOf(onlooker).watch(match));
  const players = await sitAll(match, people.slice(0, -1));
  const seen = noteSteps(players[0]!.stream);
  const socket = noteSocket(await comeBack(people[0]!, match));
  const chance = fastChance(SEED);
  await Promise.all(players.map((player) => player.playOut(chance)));
  await watching.until((stream) => stream.seen?.table.status === 'ended');
  expect((await summaryOf(match)).status).toBe('ended');
  await compare(watched, watcher.steps);
  await compare(seen, socket.steps);
  expect(watching.of('step').flatMap(({ events }) => events)).toEqual(watcher.events);
  for (const { stream } of players) stream.close();
  watching.close();
});

function socketOf(person: Person): FlowerWarClient {
  return new FlowerWarClient({ url: server.address, session: person.session });
}

async function comeBack(person: Person, { match }: MatchSummary): Promise<AnyLive> {
  const client = socketOf(person);
  return client.join(await client.match(match));
}

async function compare(plain: ReadonlyMap<number, Seen>, socket: ReadonlyMap<number, Shown>): Promise<void> {
  const last = Math.max(...plain.keys());
  await expect.poll(() => socket.has(last)).toBe(true);
  const both = [...socket.keys()].filter((step) => plain.has(step));
  expect(both.length).toBeGreaterThan(5);
  for (const step of both) expect(plainly(plain.get(step)!), `step ${step}`).toEqual(socket.get(step));
}

async function summaryOf({ match }: MatchSummary): Promise<MatchSummary> {
  return (await (await fetch(`${server.address}/api/matches/${match}`)).json()) as MatchSummary;
}
