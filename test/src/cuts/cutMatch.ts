/**
 * One match whose viewers lose their connection again and again: at every step, the line of one socket and of all
 * streams is cut. What each viewer showed is compared with the record.
 */
import { FlowerWarClient, type LiveMatch, type NewMatch } from '@flower-war/client';
import type { Chance } from '@flower-war/rules';
import type { Person } from '../support/sockets/rawClient.ts';
import { CUTS, CuttableLine } from './cuttable.ts';
import { differences } from './differences.ts';
import { SocketViewer, StreamViewer, type Viewer } from './viewers.ts';

export interface CutRun {
  /** The server itself, without a line that is cut. */
  readonly url: string;
  readonly wanted: NewMatch<string>;
  readonly chance: Chance;
  /** After so many moves of its own a player gives up. */
  readonly mostMoves: number;
}

export interface CutTally {
  readonly moves: number;
  readonly shown: number;
  readonly compared: number;
  readonly cuts: Readonly<Record<(typeof CUTS)[number], number>>;
  readonly problems: readonly string[];
}

const SOCKETS = 3;

export async function cutMatch({ url, wanted, chance, mostMoves }: CutRun): Promise<CutTally> {
  const lines: CuttableLine[] = [];
  const newLine = async () => {
    const line = await CuttableLine.to(url);
    lines.push(line);
    return line;
  };
  const newClient = async () => new FlowerWarClient({ url: (await newLine()).url });
  const [red, blue, eve] = [await newClient(), await newClient(), await newClient()];
  for (const client of [red, blue, eve]) await client.signIn();
  const match = await red.create(wanted);
  const [redLive, blueLive] = [await red.join(match), await blue.join(match)];
  const sockets = [redLive, blueLive, await eve.watch(match)].map((live) => new SocketViewer(live));
  const streams = [
    new StreamViewer(personOf(red, await newLine()), match.match, redLive.seat),
    new StreamViewer(personOf(eve, await newLine()), match.match),
  ];
  const viewers: readonly Viewer[] = [...sockets, ...streams];
  for (const [index, viewer] of viewers.entries()) cutAtSteps(viewer, { index, line: lines[index], chance });
  const moves = await Promise.all([redLive, blueLive].map((live) => playOn(live, { chance, mostMoves })));
  await Promise.all(viewers.map((viewer) => viewer.over()));
  const found = await Promise.all(
    viewers.map((viewer, i) => differences(at(url, i === 1 ? blue : red), match.match, viewer)),
  );
  for (const viewer of viewers) viewer.close();
  for (const line of lines) line.close();
  const cut = (kind: (typeof CUTS)[number]) => lines.reduce((sum, { cuts }) => sum + cuts[kind], 0);
  return {
    moves: moves.reduce((sum, one) => sum + one, 0),
    shown: viewers.reduce((sum, { moments }) => sum + moments.length, 0),
    compared: found.reduce((sum, { compared }) => sum + compared, 0),
    cuts: { now: cut('now'), down: cut('down'), up: cut('up') },
    problems: found.flatMap(({ problems }) => problems),
  };
}

interface Cutting {
  readonly index: number;
  readonly line: CuttableLine | undefined;
  readonly chance: Chance;
}

/** Cuts the line of a viewer when it is shown a step for the first time: a socket at each third step, a stream at each. */
function cutAtSteps(viewer: Viewer, { index, line, chance }: Cutting): void {
  let last = 0;
  viewer.onMoment = (step) => {
    const isItsTurn = index >= SOCKETS || step % SOCKETS === index;
    if (!isItsTurn || step <= last) return;
    last = step;
    line?.cut(chance.pick(CUTS), chance.die(100) / 101);
  };
}

/** A client with the same session and a line that is not cut. */
function at(url: string, { session }: FlowerWarClient): FlowerWarClient {
  return new FlowerWarClient({ url, ...(session && { session }) });
}

function personOf({ session }: FlowerWarClient, { url }: CuttableLine): Person {
  if (session === undefined) throw new Error('a client that is signed in has a session');
  const notNeeded = () => Promise.reject(new Error('a viewer only reads'));
  return { url, session, post: notNeeded, renew: notNeeded };
}

async function playOn(
  live: LiveMatch<string>,
  { chance, mostMoves }: Pick<CutRun, 'chance' | 'mostMoves'>,
): Promise<number> {
  for (let moves = 0; ; moves++) {
    await live.until(({ isOver, legal }) => isOver || legal.length > 0);
    if (live.isOver) return moves;
    const answer = await (moves < mostMoves ? live.play(chance.pick(live.legal)) : live.resign());
    // Another decision may have followed while the line was cut; the match itself may be over.
    const isLate = answer.kind === 'rejected' && ['stale-decision', 'match-over'].includes(answer.code);
    if (answer.kind !== 'accepted' && !isLate)
      throw new Error(`${live.id}: a move was answered ${JSON.stringify(answer)}`);
  }
}
