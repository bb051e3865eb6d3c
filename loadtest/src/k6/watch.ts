/** One match of four that all others watch. */
import type { MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import { measuredTo, SEATS } from '../loads.ts';
import { Connection, textOf } from './connection.ts';
import { Table } from './table.ts';
import {
  arrivalOf,
  at,
  count,
  fail,
  LAST_ANSWERS_MS,
  moveSent,
  now,
  Person,
  PLAN,
  pause,
  playersHere,
  tableShown,
  userIndex,
} from './user.ts';

const LOOK_AGAIN_MS = 200;

export async function watch(): Promise<void> {
  await Promise.all([spectate(), ...(userIndex() === 0 ? [play()] : [])]);
}

/** The players sit down when all spectators are there. */
async function play(): Promise<void> {
  const people = await Promise.all(Array.from({ length: SEATS }, () => Person.signUp()));
  const table = new Table(people);
  table.onMove = moveSent;
  const match = await table.create();
  await at((PLAN.arriveSeconds + PLAN.settleSeconds / 2) * 1000);
  await table.seatAll(match);
  await at(measuredTo(PLAN) + LAST_ANSWERS_MS);
  table.close();
}

async function spectate(): Promise<void> {
  const audience = new Audience(await theMatch());
  const spectators = playersHere() - (userIndex() === 0 ? SEATS : 0);
  const come = async (nth: number) => {
    await at(arrivalOf(nth, spectators));
    await audience.enter();
  };
  await Promise.all(Array.from({ length: spectators }, (_, nth) => come(nth).catch(fail)));
  await at(measuredTo(PLAN) + LAST_ANSWERS_MS);
}

/** There is one match on this server. */
async function theMatch(): Promise<string> {
  for (; now() < measuredTo(PLAN); await pause(LOOK_AGAIN_MS)) {
    const { matches } = await Person.ask<{ readonly matches: readonly MatchSummary[] }>('/api/matches?status=open');
    if (matches[0] !== undefined) return matches[0].match;
  }
  throw new Error('the match to watch is not in the list');
}

interface TableState {
  readonly step: number;
}

interface Patch {
  readonly text: string;
  /** How many spectators have it. */
  had: number;
}

/**
 * The spectators of one virtual user. The server sends all spectators the same patches, so the first of them reads each patch,
 * and the others check that they got the same bytes: k6 could not read thousands of patches for each move.
 */
class Audience {
  private readonly match: string;
  private readonly patches: Patch[] = [];
  /** The step of the table after each patch. */
  private readonly steps: number[] = [];
  private spectators = 0;
  private told = 0;

  constructor(match: string) {
    this.match = match;
  }

  /** Resolves when the spectator sees the table. All must come before the match begins. */
  async enter(): Promise<void> {
    const person = await Person.signUp();
    const place = await person.post<Pick<SeatedAnswer, 'connection'>>(`/api/matches/${this.match}/watch`);
    await new Promise<void>((resolve) => this.watch(place, resolve));
    if (this.patches.length > 0) fail('a spectator came after the match had begun');
    count('joined');
  }

  private watch(place: Pick<SeatedAnswer, 'connection'>, onWhole: () => void): void {
    const isReader = this.spectators++ === 0;
    let patches = 0;
    let isWhole = false;
    const shown = ({ step }: TableState) => {
      if (isWhole) this.steps.push(step);
      isWhole = true;
      onWhole();
    };
    const patch = (bytes: Uint8Array, read: () => void) => {
      if (isReader) read();
      this.take(patches++, bytes);
    };
    new Connection<TableState>(place.connection, { shown, patch, message: () => {}, answer: () => {}, lost: fail });
  }

  private take(nth: number, bytes: Uint8Array): void {
    const text = textOf(bytes);
    const patch = this.patches[nth] ?? { text, had: 0 };
    this.patches[nth] = patch;
    if (patch.text !== text) return fail('two spectators got different patches');
    patch.had++;
    const step = this.steps[nth] ?? 0;
    if (patch.had < this.spectators || step <= this.told) return;
    this.told = step;
    tableShown(step);
  }
}
