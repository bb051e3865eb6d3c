/** The players of a data folder come back to a later server and go on with their matches. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { type RecordVerdict, verify } from '@flower-war/protocol';
import { type Chance, engine } from '@flower-war/rules';
import { linesOf, playSome } from './hosting.ts';
import type { Kept, KeptMatch } from './kept.ts';

export class Returned {
  private readonly url: string;
  private readonly kept: Kept;
  private readonly clients = new Map<string, Promise<FlowerWarClient>>();

  constructor(url: string, kept: Kept) {
    this.url = url;
    this.kept = kept;
  }

  /** Signs in with the recovery code of the person. */
  client(name: string): Promise<FlowerWarClient> {
    const { recoveryCode = '' } = this.kept.people.find((one) => one.name === name) ?? {};
    const known = this.clients.get(name) ?? FlowerWarClient.recover({ url: this.url }, recoveryCode);
    this.clients.set(name, known);
    return known;
  }

  join({ match, game, seats }: KeptMatch): Promise<readonly LiveMatch[]> {
    return Promise.all(seats.map(async ({ person }) => (await this.client(person)).join({ match, game })));
  }

  /** Eve, who has no seat there yet, takes the free seat, and the match begins. */
  async fill({ match, game, code }: KeptMatch): Promise<LiveMatch> {
    return (await this.client('Eve')).join({ match, game }, { ...(code !== undefined && { code }) });
  }
}

/** Waits until the seat may move, or may not, as before. Returns what the seat shows. */
export async function lookAt(live: LiveMatch, isAsked: boolean) {
  await live.until(({ legal }) => legal.length > 0 === isAsked);
  return { seat: live.seat, legal: [...live.legal].sort(), said: linesOf(live) };
}

export async function endPause([one, other]: readonly LiveMatch[]): Promise<void> {
  await one?.offer('resume');
  await other?.until(({ table }) => table.offer.what === 'resume');
  await other?.reply(true);
  await one?.until(({ table }) => table.pausedUntil === 0);
}

/** Plays some more moves, then all players of an unfinished match resign. Returns how many moves were accepted. */
export async function playOut(lives: readonly LiveMatch[], moves: number, chance: Chance): Promise<number> {
  const budget = { moves, chance };
  await playSome(lives, budget);
  for (const live of lives) if (!live.isOver) await live.resign();
  await lives[0]?.until(({ isOver }) => isOver);
  for (const live of lives) live.close();
  return moves - budget.moves;
}

export async function proofOf(client: FlowerWarClient, match: string): Promise<RecordVerdict> {
  const record = await client.history.record(match);
  const [first = ''] = record.split('\n');
  const { from } = JSON.parse(first) as { from?: { match: string } };
  const parent = from === undefined ? {} : { parent: await client.history.record(from.match) };
  return verify(record, engine, parent);
}
