/**
 * What a server sends to each viewer of a game with secret choices and hidden windows: nothing to those whose view did not change, and
 * the same bytes, in order, to those who are not asked, whichever seats hold a shield.
 */
import type { MatchSummary } from '@flower-war/protocol';
import { type AnyGame, fastChance } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { pack } from 'msgpackr';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hostingSealed, sealed } from '../sealed/sealed.ts';
import { testServer } from '../support/server.ts';
import {
  comeBack,
  FRAME,
  newPerson,
  type Person,
  type RawClient,
  takeSeat,
  watch,
} from '../support/sockets/rawClient.ts';

const SEATS = 4;
const MOVER = 3;
const ROUNDS = 3;
const NAMES = ['Ana', 'Beto', 'Caro', 'Dani', 'Eve'];
let server: Running;

/** Deals the same cards in every match. */
const dealt: AnyGame = { ...sealed, setup: (options, seats) => sealed.setup(options, seats, fastChance(3)) };

beforeAll(async () => {
  server = await testServer({}, { games: hostingSealed(dealt) });
});
afterAll(() => server?.stop());

class Table {
  readonly match: MatchSummary;
  /** By seat. The last client is a spectator. */
  readonly clients: readonly RawClient[];
  private readonly people: readonly Person[];
  private readonly choices = Array.from({ length: SEATS }, () => 0);
  private actions = 0;

  private constructor(match: MatchSummary, people: readonly Person[], clients: readonly RawClient[]) {
    this.match = match;
    this.people = people;
    this.clients = clients;
  }

  static async open(
    shields: readonly number[] = [],
    { duel = false, table = {} }: { duel?: boolean; table?: object } = {},
  ): Promise<Table> {
    const people: Person[] = [];
    for (const name of NAMES) people.push(await newPerson(server.address, name));
    const options = { duel, shields: shields.reduce((bits, seat) => bits + 2 ** seat, 0) };
    const asked = { game: 'sealed', seats: SEATS, options, table };
    const { body: match } = await people[0]!.post<MatchSummary>('/api/matches', asked);
    const clients: RawClient[] = [];
    for (const [seat, person] of people.entries())
      clients.push(seat < SEATS ? await takeSeat(person, match, seat) : await watch(person, match));
    onTestFinished(() => {
      for (const client of clients) client.close();
    });
    const opened = new Table(match, people, clients);
    await opened.settle();
    return opened;
  }

  /** Plays up to the last choice of the last round, which belongs to the mover. */
  static async beforeTheMove(...wanted: Parameters<typeof Table.open>): Promise<Table> {
    const table = await Table.open(...wanted);
    for (let choice = 0; choice < ROUNDS * SEATS - 1; choice++)
      await table.choose(choice % SEATS, Math.floor(choice / SEATS));
    return table;
  }

  /** Sends the request and waits for all that comes at once. The answer may come later. Returns which viewers were sent something. */
  async play(seat: number, move: string) {
    const before = this.clients.map(shownTo);
    const client = this.clients[seat]!;
    const request = client.sendRequest('act', pack([++this.actions, prompt(client).decision, move]));
    await this.settle();
    const told = this.clients.flatMap((one, i) => (shownTo(one) > before[i]! ? [i] : []));
    return { answer: client.answers(request)[0], told };
  }

  async choose(seat: number, round: number): Promise<void> {
    const rest = prompt(this.clients[seat]!).view.hand as number[];
    await this.play(seat, `choose ${rest[round % rest.length]}`);
    await this.untilAnswered(seat);
  }

  move() {
    const rest = prompt(this.clients[MOVER]!).view.hand as number[];
    return this.play(MOVER, `choose ${rest[0]}`);
  }

  /** Each seat that is asked passes, until no seat is asked. */
  async passAll(): Promise<void> {
    for (const seat of [0, 1, 2, 3, 0, 1, 2, 3])
      if (prompt(this.clients[seat]!).legal.includes('pass')) await this.play(seat, 'pass');
  }

  async untilOver(): Promise<void> {
    for (const client of this.clients)
      await client.until(() => client.messages<{ kind: string }[]>('events').flat().filter(isReveal).length === ROUNDS);
    await this.settle();
  }

  /** An append takes some turns of the event loop, and may lead to others. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) for (const client of this.clients) await client.settle();
  }

  connect(viewer: number): Promise<RawClient> {
    const person = this.people[viewer]!;
    return viewer < SEATS ? comeBack(person, this.match) : watch(person, this.match);
  }

  /** With rate limits and delays, an answer to an open choice comes a moment later than a ping. */
  private async untilAnswered(seat: number): Promise<void> {
    const client = this.clients[seat]!;
    const count = () => client.frames.filter((frame) => frame[0] === FRAME.response).length;
    const wanted = ++this.choices[seat]!;
    await client.until(() => count() === wanted);
    await this.settle();
  }
}

const prompt = (client: RawClient) => client.privates.at(-1)!;
const isReveal = ({ kind }: { kind: string }) => kind === 'revealed';
const shownTo = ({ frames }: RawClient) =>
  frames.filter(([kind]) => kind !== FRAME.ping && kind !== FRAME.response).length;
const framesOf = (client: RawClient) =>
  client.frames.filter((frame) => frame[0] !== FRAME.ping).map((frame) => frame.toString('latin1'));

test('a secret choice reaches the chooser alone, and so does a change of mind', async () => {
  const table = await Table.open();
  const [first, second] = prompt(table.clients[1]!).legal;
  expect(await table.play(1, first!)).toMatchObject({ answer: { kind: 'accepted' }, told: [1] });
  expect(await table.play(1, second!)).toMatchObject({ answer: { kind: 'accepted' }, told: [1] });
  expect(await table.play(3, prompt(table.clients[3]!).legal[0]!)).toMatchObject({ told: [3] });
  expect(await table.play(3, 'choose 99')).toMatchObject({ answer: { kind: 'rejected' }, told: [] });
});

test('an earlier choice of another player does not make mine stale', async () => {
  const { clients } = await Table.open();
  const asked = clients.slice(0, SEATS).map((client) => [client, prompt(client).decision] as const);
  await Promise.all(
    asked.map(([client, decision], seat) => client.request('act', [seat, decision, prompt(client).legal[0]])),
  );
  const spectator = clients[SEATS]!;
  await spectator.until(() => spectator.messages('events').length === 1);
});

test('while another seat is still asked in a hidden window, a pass is not answered, and no viewer is sent anything', async () => {
  const table = await Table.beforeTheMove([1, 2]);
  await table.move();
  expect(await table.play(1, 'pass')).toEqual({ answer: undefined, told: [] });
  expect(await table.play(2, 'pass')).toMatchObject({ answer: { kind: 'accepted' }, told: [0, 1, 2, 3, SEATS] });
});

test.each<[string, number[], object, number[]]>([
  ['one seat', [1], {}, [0, 2, MOVER, SEATS]],
  ['two seats at once', [1, 2], {}, [0, MOVER, SEATS]],
  ['two windows in a row', [0, 1, 2], { duel: true }, [MOVER, SEATS]],
  ['the mover too', [1, MOVER], {}, [0, 2, SEATS]],
  ['one seat, behind a fixed delay', [1], { table: { reactDelaySeconds: 1 } }, [0, 2, MOVER, SEATS]],
])('a window that asks %s', async (_, shields, wanted, unasked) => {
  const [plain, windowed] = [await Table.beforeTheMove([], wanted), await Table.beforeTheMove(shields, wanted)];
  const before = windowed.clients.map((client) => framesOf(client).length);
  await plain.move();
  await windowed.move();
  for (const viewer of unasked) expect(framesOf(windowed.clients[viewer]!)).toHaveLength(before[viewer]!);
  await windowed.passAll();
  for (const table of [plain, windowed]) await table.untilOver();
  for (const viewer of unasked) expect(framesOf(windowed.clients[viewer]!)).toEqual(framesOf(plain.clients[viewer]!));
});

test.each([0, MOVER, SEATS])(
  'a viewer who comes in the middle sees what was there before the move: viewer %i',
  async (viewer) => {
    const [before, middle] = [await Table.beforeTheMove([1]), await Table.beforeTheMove([1])];
    await middle.move();
    const [one, other] = [await before.connect(viewer), await middle.connect(viewer)];
    for (const client of [one, other]) await client.settle();
    expect(framesOf(other)).toEqual(framesOf(one));
    await middle.passAll();
    await middle.untilOver();
    expect(framesOf(other).length).toBeGreaterThan(framesOf(one).length);
    for (const client of [one, other]) client.close();
  },
);

test('a connection that is lost with the answer still to come loses nothing', async () => {
  const table = await Table.beforeTheMove([1]);
  const mover = table.clients[MOVER]!;
  const action = [4711, prompt(mover).decision, prompt(mover).legal[0]];
  mover.sendRequest('act', pack(action));
  await table.settle();
  mover.close();
  const again = await table.connect(MOVER);
  const request = again.sendRequest('act', pack(action));
  await again.settle();
  expect(again.answers(request)).toEqual([]);
  await table.clients[1]!.settle();
  table.clients[1]!.sendRequest('act', pack([1, prompt(table.clients[1]!).decision, 'pass']));
  expect(await again.answerTo(request)).toEqual({ kind: 'accepted', step: prompt(again).step });
  again.close();
});
