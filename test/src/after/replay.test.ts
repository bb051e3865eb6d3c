/** A replay shows a viewer what the viewer saw live. The test compares it with every byte that raw clients received. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decoder } from '@colyseus/schema';
import { type MatchSummary, type Private, plainState, type ReplayStep, type ReplaySteps } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { pack } from 'msgpackr';
import { expect, test } from 'vitest';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { gamesWithSealed } from '../sealed/sealed.ts';
import { asking } from '../support/api.ts';
import {
  FRAME,
  isPrivate,
  newPerson,
  type Person,
  type RawClient,
  takeSeat,
  watch,
} from '../support/sockets/rawClient.ts';

const games = gamesWithSealed();
let offset = 0;
const ask = asking(() => house.url);

const settings = { JOURNAL: 'sqlite', DATA_DIR: mkdtempSync(join(tmpdir(), 'replay-')), DURABILITY: 'process' };
serveThisFile(settings, { games, now: () => Date.now() + offset });

interface ViewAtStep {
  readonly step: number;
  readonly view: object;
}

/** What a viewer knew after each frame, by the viewer's own step. Skips frames in which the table lags behind. */
function shownTo(client: RawClient, game: string): ReadonlyMap<number, object> {
  const decoder = new Decoder(new (games.get(game)!.Table)());
  const shown = new Map<number, object>();
  const own = client.privates;
  let told: Private | undefined;
  let count = 0;
  for (const frame of client.frames) {
    if (frame[0] === FRAME.state || frame[0] === FRAME.patch) decoder.decode(frame.subarray(1));
    else if (isPrivate(frame)) told = own[count++];
    const table = plainState(decoder.state) as unknown as ViewAtStep & { status: string };
    const isBehind = client.seat !== undefined && (told === undefined || told.table > table.step);
    if (table.status === 'open' || isBehind) continue;
    const step = told === undefined ? table.step : told.step + table.step - told.table;
    shown.set(step, { ...table.view, ...told?.view });
  }
  return shown;
}

async function stepsOf(match: string, viewer: string, token?: string, limit = 37): Promise<ReplayStep[]> {
  const steps: ReplayStep[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const path: string = `/api/matches/${match}/steps?viewer=${viewer}&from=${from}&limit=${limit}`;
    const answer = await ask<ReplaySteps>(`GET ${path}`, { token });
    const { status, body }: typeof answer = answer;
    expect(status).toBe(200);
    expect(body.steps.length).toBeLessThanOrEqual(limit);
    steps.push(...body.steps);
    from = body.next;
  }
  return steps;
}

/** Turns the changes of each step into the whole view. */
function whole(steps: readonly ReplayStep[], limit = 37): readonly ViewAtStep[] {
  let view: Record<string, unknown> = {};
  return steps.map(({ step, view: changed, gone = [] }, i) => {
    view = { ...(i % limit === 0 ? {} : view), ...changed };
    for (const field of gone) delete view[field];
    return { step, view };
  });
}

async function playAtRandom(clients: readonly RawClient[], seed: number): Promise<void> {
  const chance = fastChance(seed);
  const answered = clients.map(() => -1);
  for (let actions = 0; clients[0]!.closeCode === undefined; actions++) {
    const { status } = await ask<{ status: string }>(`GET /api/matches/${match.match}`).then(({ body }) => body);
    if (status === 'ended') return;
    for (const [seat, client] of clients.entries()) {
      const prompt = client.privates.at(-1)!;
      if (prompt.decision === undefined || prompt.decision === answered[seat]) continue;
      answered[seat] = prompt.decision;
      client.sendRequest('act', pack([actions * 10 + seat, prompt.decision, chance.pick(prompt.legal)]));
    }
    for (const client of clients) await client.settle();
  }
}

let match: MatchSummary;

async function begin(wanted: object, people: readonly Person[]): Promise<RawClient[]> {
  match = (await people[0]!.post<MatchSummary>('/api/matches', wanted)).body;
  const lookingOn = closing(await watch(people.at(-1)!, match));
  const clients: RawClient[] = [];
  for (const [seat, one] of people.slice(0, -1).entries()) clients.push(closing(await takeSeat(one, match, seat)));
  return [...clients, lookingOn];
}

const persons = (...names: string[]) => Promise.all(names.map((name) => newPerson(house.url, name)));

test.each<[string, object]>([
  ['tieqchieq', { options: { turnCap: 20 } }],
  ['sealed', { seats: 2 }],
  ['flower-war', { seats: 3, options: { length: 'short', roundCap: 6 }, bots: [{ bot: 'random' }] }],
  ['space-aztecs', { seats: 3, bots: [{ bot: 'greedy' }] }],
])(
  'complaint 20, no replay: a whole match of %s, and every viewer’s replay is what they were shown',
  { timeout: 60_000 },
  async (game, wanted) => {
    const people = await persons('Ana', 'Ben', 'Eve');
    const clients = await begin({ game, table: { reactSeconds: 0 }, ...wanted }, people);
    await playAtRandom(clients.slice(0, 2), 7);
    for (const client of clients) await client.settle();
    for (const [index, client] of clients.entries()) {
      const viewer = client.seat === undefined ? 'spectator' : `seat:${index}`;
      const steps = await stepsOf(match.match, viewer);
      const live = shownTo(client, game);
      const [greeting, ...told] = client.privates;
      const isLater = ({ step }: { step: number }) => greeting === undefined || step > greeting.step;
      const begun = whole(steps).filter((shown, i) => steps[i]!.status !== 'open' && isLater(shown));
      expect(begun.length).toBeGreaterThan(3);
      for (const { step, view } of begun) expect(view, `${viewer}, step ${step}`).toEqual(live.get(step));
      expect(begun.map(({ step }) => step)).toEqual([...live.keys()].filter((step) => isLater({ step })));
      expect(steps.filter(isLater).flatMap(({ events }) => events)).toEqual(client.messages<object[]>('events').flat());
      const asked = steps.filter((step) => step.legal !== undefined && isLater(step));
      expect(asked.map(({ step, legal, decision }) => ({ step, legal, decision }))).toEqual(
        told.map(({ step, legal, decision }) => ({ step, legal, decision })),
      );
    }
    if (game === 'flower-war') await heldBackFromNobody(match.match);
  },
);

/** Once the match is over, all viewers see what a hidden window hid, at the step at which it happened. */
async function heldBackFromNobody(id: string): Promise<void> {
  const all = await stepsOf(id, 'all');
  const spectator = await stepsOf(id, 'spectator');
  const kinds = (steps: readonly ReplayStep[]) => steps.flatMap(({ events }) => events.map(({ kind }) => kind));
  expect(kinds(all)).toEqual(kinds(spectator));
  expect(kinds(all)[0]).toBe('turn-began');
  const played = all.filter(({ move }) => /^(play|discard) /.test(move ?? ''));
  for (const { events, move } of played) expect(events, move).not.toEqual([]);
  const last = whole(all).at(-1)?.view as {
    hands: readonly (readonly string[])[];
    tribes: readonly { cards: number }[];
  };
  expect(last.hands.map((hand) => hand.length)).toEqual(last.tribes.map(({ cards }) => cards));
}

test('a page begins anywhere with the whole view, and pages of any size tell the same', async () => {
  const all = await stepsOf(match.match, 'all', undefined, 200);
  const seqs = all.map(({ seq }) => seq);
  expect(seqs).toEqual(all.map((_, i) => i));
  expect(whole(await stepsOf(match.match, 'all', undefined, 3), 3)).toEqual(whole(all, 200));
  const last = all.length - 1;
  const { body } = await ask<ReplaySteps>(`GET /api/matches/${match.match}/steps?viewer=all&from=${last}`);
  expect(body.steps[0]!.view).toEqual(whole(all, 200)[last]!.view);
  expect(body.next).toBeUndefined();
  const { body: beyond } = await ask<ReplaySteps>(`GET /api/matches/${match.match}/steps?viewer=all&from=${last + 1}`);
  expect(beyond.steps).toEqual([]);
});

test('moves are told to who made them, and to all eyes', async () => {
  const seat0 = await stepsOf(match.match, 'seat:0');
  const all = await stepsOf(match.match, 'all');
  const looking = await stepsOf(match.match, 'spectator');
  expect(seat0.filter(({ move }) => move !== undefined).every(({ seat }) => seat === 0)).toBe(true);
  expect(looking.some(({ move, kind }) => move !== undefined || kind === 'clock')).toBe(false);
  const moves = all.filter(({ kind }) => kind === 'move');
  expect(new Set(moves.map(({ seat }) => seat)).size).toBe(3);
  expect(moves.every(({ move }) => move !== undefined)).toBe(true);
});

test('while a window is open only those who are asked see a step of it, and afterwards nobody sees when it was answered', async () => {
  const told: object[][] = [];
  for (const shields of [0, 2]) {
    const people = await persons('Ana', 'Ben', 'Eve');
    const clients = await begin({ game: 'sealed', seats: 2, options: { shields }, table: { reactSeconds: 0 } }, people);
    const play = async (seat: number, move?: string) => {
      const prompt = clients[seat]!.privates.at(-1)!;
      const text = move ?? prompt.legal.find((one) => one.startsWith('choose'))!;
      const answer = await clients[seat]!.request('act', [prompt.step, prompt.decision, text]);
      for (const client of clients) await client.settle();
      return answer;
    };
    const mine = () => stepsOf(match.match, 'seat:0', people[0]!.session.token);
    for (const seat of [0, 1, 0, 1, 1]) await play(seat);
    const before = await mine();
    offset += 5000;
    const last = play(0);
    if (shields > 0) {
      await clients[1]!.until(() => clients[1]!.privates.at(-1)!.legal.includes('pass'));
      expect(await mine()).toEqual(before);
      offset += 60_000;
      await play(1, 'pass');
    }
    expect(await last).toMatchObject({ kind: 'accepted' });
    const after = await mine();
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.at(before.length)!.at - before.at(-1)!.at).toBeLessThan(8000);
    expect(before.some((step) => 'seq' in step)).toBe(false);
    told.push(after.map(({ kind, step, events }) => ({ kind, step, events: events.map((event) => event.kind) })));
  }
  // Without a window the last seat to choose also sees its own move. Both then see the outcome.
  const bare = told.map((steps) => steps.slice(0, -2));
  expect(bare[1]).toEqual(bare[0]);
});

test('while it runs, everybody has the eyes that they have at the table', async () => {
  const [ana, ben, eve] = await persons('Ana', 'Ben', 'Eve');
  const code = async (viewer: string, who?: Person) => {
    const call = `GET /api/matches/${match.match}/steps?viewer=${viewer}`;
    return (await ask(call, { token: who?.session.token })).body.code;
  };
  await begin({ game: 'tieqchieq' }, [ana!, ben!, eve!]);
  expect(await code('seat:0', ana)).toBeUndefined();
  expect(await code('spectator')).toBeUndefined();
  expect(await code('seat:0', ben)).toBe('not-over');
  expect(await code('seat:0')).toBe('not-over');
  expect(await code('all', ana)).toBe('not-over');
  expect(await code('seat:2', ana)).toBe('no-such-seat');
  for (const viewer of ['seat:9', 'me', 'all,']) expect(await code(viewer, ana)).toBe('bad-request');
  const open = match;
  match = { ...match, match: 'NOSUCH' };
  expect(await code('spectator')).toBe('no-such-match');

  const off = { game: 'tieqchieq', table: { watching: 'off' }, bots: [{ bot: 'random' }] };
  match = (await ana!.post<MatchSummary>('/api/matches', off)).body;
  closing(await takeSeat(ana!, match));
  expect(await code('spectator', ana)).toBe('watching-off');
  expect(await code('seat:0', ana)).toBeUndefined();

  const hidden = { game: 'tieqchieq', table: { visibility: 'private' }, bots: [{ bot: 'random' }] };
  match = (await ana!.post<MatchSummary>('/api/matches', hidden)).body;
  const live = closing(await takeSeat(ana!, match));
  for (const isOver of [false, true]) {
    if (isOver) await live.request('resign', [99]);
    expect(await code('spectator', ben)).toBe('forbidden');
    expect(await code('all', ben)).toBe('forbidden');
    expect(await code('spectator')).toBe('forbidden');
    expect(await code('seat:0', ana)).toBeUndefined();
    expect(await code('all', ana)).toBe(isOver ? undefined : 'not-over');
  }
  match = open;
});

test.each(['flower-war', 'mexica', 'space-aztecs', 'tieqchieq'])(
  'the course of a match of %s has no views, tells how the seats stood, and is secret until the end',
  async (game) => {
    const [ana, ben] = await persons('Ana', 'Ben');
    const wanted = { game, seats: 2, bots: [{ bot: 'random' }], table: { visibility: 'private' } };
    match = (await ana!.post<MatchSummary>('/api/matches', wanted)).body;
    const live = closing(await takeSeat(ana!, match));
    const course = async (viewer: string, who?: Person) => {
      const call = `GET /api/matches/${match.match}/steps?viewer=${viewer}&standings=only&limit=200`;
      return (await ask<ReplaySteps & { code?: string }>(call, { token: who?.session.token })).body;
    };
    for (const viewer of ['seat:0', 'spectator', 'all'])
      expect(await course(viewer, ana)).toMatchObject({ code: 'not-over' });
    await live.request('resign', [99]);
    for (const who of [ben, undefined]) expect(await course('spectator', who)).toMatchObject({ code: 'forbidden' });
    for (const viewer of ['seat:0', 'spectator', 'all']) {
      const { steps } = await course(viewer, ana);
      const replayed = await stepsOf(match.match, viewer, ana!.session.token);
      const plain = (all: readonly ReplayStep[]) => all.map(({ step, events }) => ({ step, events }));
      expect(plain(steps)).toEqual(plain(replayed));
      for (const step of steps) {
        expect(step.view).toEqual({});
        for (const field of ['gone', 'legal', 'moves', 'decision']) expect(step).not.toHaveProperty(field);
      }
      const { result } = (await ask<MatchSummary>(`GET /api/matches/${match.match}`, { token: ana!.session.token }))
        .body;
      const told = steps.flatMap(({ standings }) => (standings === undefined ? [] : [standings]));
      expect(told.length).toBeGreaterThan(0);
      expect(told.at(-1)).toEqual(result?.standings);
      expect(steps.find(({ status }) => status === 'open')?.standings).toBeUndefined();
    }
  },
);

test('a spectator of a delayed table sees what is old enough, and no more', async () => {
  const people = await persons('Ana', 'Ben', 'Eve');
  const table = { watching: 'delayed', watchDelaySeconds: 60 };
  const clients = await begin({ game: 'tieqchieq', options: { startPlayer: 'host' }, table }, people);
  const events = async (viewer: string) => {
    const steps = await stepsOf(match.match, viewer, people[0]!.session.token);
    return steps.flatMap((step) => step.events);
  };
  const prompt = clients[0]!.privates.at(-1)!;
  await clients[0]!.request('act', [1, prompt.decision, prompt.legal[0]]);
  const own = await events('seat:0');
  expect(own.length).toBeGreaterThan(0);
  expect(await events('spectator')).toEqual([]);
  offset += 40_000;
  expect(await events('spectator')).toEqual([]);
  offset += 21_000;
  expect(await events('spectator')).toEqual(own);
});
