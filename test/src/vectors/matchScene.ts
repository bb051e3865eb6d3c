/** A match on a real server, played by a seed, whose clients write down every frame. */
import { randomBytes } from 'node:crypto';
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { type Chance, fastChance } from '@flower-war/rules';
import type { Person } from '../support/sockets/rawClient.ts';
import { RecordingClient } from './recordingClient.ts';

export interface Scene {
  readonly game: string;
  readonly seats: number;
  readonly seed: number;
  readonly options?: object;
  readonly table?: object;
}

/** Who plays, and the server's clock, which stands until a move is made. */
export interface House {
  readonly url: string;
  readonly people: readonly Person[];
  readonly pass: (milliseconds: number) => void;
}

/** A move takes so long on the server's clock. */
const MOVE_MS = 50;

export class MatchScene {
  readonly match: MatchSummary;
  private readonly house: House;
  private readonly choice: Chance;
  /** By seat; those of spectators behind them. */
  private readonly clients: RecordingClient[] = [];
  /** The decision that a client has answered last. */
  private readonly answered = new Map<RecordingClient, number>();
  private actions = 0;

  private constructor(house: House, match: MatchSummary, seed: number) {
    this.house = house;
    this.match = match;
    this.choice = fastChance(seed);
  }

  static async open(house: House, { seed, ...wanted }: Scene): Promise<MatchScene> {
    const match = await asked<MatchSummary>(personOf(house, 0), '/api/matches', wanted);
    return new MatchScene(house, match, seed);
  }

  async sit(seat: number): Promise<RecordingClient> {
    const sitting = { commitment: this.match.commitment, contribution: randomBytes(16).toString('hex'), seat };
    return this.enter(seat, 'seat', sitting);
  }

  /** Replaces the connection of a seat by a new one, which gets everything anew. */
  async comeBack(seat: number): Promise<RecordingClient> {
    this.clients[seat]?.close();
    return this.enter(seat, 'connect', {});
  }

  async watch(): Promise<RecordingClient> {
    return this.enter(this.clients.length, 'watch', {});
  }

  get isOver(): boolean {
    return this.clients.every(({ own, seat }) => seat === undefined || own?.decision === undefined);
  }

  /**
   * Plays moves at random, until so many are played or no seat has anything to decide. It does not stop while a hidden
   * window keeps an answer back.
   */
  async play(most: number): Promise<void> {
    for (let moves = 0; !this.isOver && (moves < most || this.isWaiting); moves++) await this.playOne();
  }

  private get isWaiting(): boolean {
    return this.clients.some((client) => !client.isAnswered);
  }

  /** Sends an action of a seat with a fresh id, and waits until all clients have what follows. */
  async act(seat: number, ...[action, ...parts]: [Parameters<RecordingClient['ask']>[0], ...unknown[]]): Promise<void> {
    const client = this.at(seat);
    const request = client.ask(action, [++this.actions, ...parts]);
    await client.until(() => client.answers.has(request));
    await this.settle();
  }

  async settle(): Promise<void> {
    for (const client of this.clients) await client.settle();
  }

  close(): void {
    for (const client of this.clients) client.close();
  }

  private async playOne(): Promise<void> {
    const client = this.choice.pick(this.asked());
    if (client.own?.decision === undefined) throw new Error('no seat has anything to decide');
    const { decision, legal } = client.own;
    this.house.pass(MOVE_MS);
    const request = client.ask('act', [++this.actions, decision, this.choice.pick(legal)]);
    this.answered.set(client, decision);
    await Promise.race(
      this.clients.map((one) => one.until(() => client.answers.has(request) || this.asked().length > 0)),
    );
    await this.settle();
  }

  /** The clients whose seats have a decision that they have not answered. */
  private asked(): readonly RecordingClient[] {
    return this.clients.filter((one) => one.own?.decision !== undefined && one.own.decision !== this.answered.get(one));
  }

  private at(seat: number): RecordingClient {
    const client = this.clients[seat];
    if (client === undefined) throw new Error(`no client sits at ${seat}`);
    return client;
  }

  private async enter(index: number, way: string, body: object): Promise<RecordingClient> {
    const person = personOf(this.house, index);
    const place = await asked<SeatedAnswer>(person, `/api/matches/${this.match.match}/${way}`, body);
    const client = await RecordingClient.connect(this.house.url, place);
    this.clients[index] = client;
    await this.settle();
    return client;
  }
}

function personOf({ people }: House, index: number): Person {
  const person = people[index];
  if (person === undefined) throw new Error(`there is no person ${index}`);
  return person;
}

/** Throws at a refusal. */
export async function asked<T>(person: Person, path: string, body: object): Promise<T> {
  const answer = await person.post<T>(path, body);
  if (answer.status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
