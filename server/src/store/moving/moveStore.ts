/**
 * Moves the data of a server to another place. The copy becomes durable, then the old data is marked, then servers may open
 * the copy: whenever a move is cut off, at most one of both can be opened.
 */
import { randomBytes } from 'node:crypto';
import { nameOf } from '../engine/postgres/openPostgres.ts';
import { admit, isUrl, openArriving } from './arriving.ts';
import { type Copied, checkRecords, copyTables, MoveProblem, type Side } from './copyTables.ts';
import { type Leaving, openLeaving } from './leaving.ts';

/** Folders, or urls of PostgreSQL. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** Returns nothing if it only finished a move that was cut off. */
export async function moveStore({ from, to }: Move): Promise<Copied | undefined> {
  if (from === to) throw new MoveProblem('Both places are the same. Name another one to move to.');
  const source = await openLeaving(from);
  try {
    if (source.left === undefined) return await moved(source, to);
    if (await admit(to, source.left.move)) return undefined;
    throw new MoveProblem(`The data of ${source.side.name} was moved to ${source.left.to} already.`);
  } finally {
    await source.close();
  }
}

async function moved(source: Leaving, to: string): Promise<Copied> {
  const move = randomBytes(8).toString('hex');
  const copied = await arrived(source, to, move);
  try {
    await source.leave({ move, to: isUrl(to) ? nameOf(to) : to, at: Date.now() });
    await admit(to, move);
  } catch (cause) {
    throw new MoveProblem(
      `All is copied, but the move did not finish: ${(cause as Error).message}. Run the same command again.`,
      { cause },
    );
  }
  return copied;
}

async function arrived({ side }: Leaving, to: string, move: string): Promise<Copied> {
  try {
    return await copiedTo(to, side, move);
  } catch (cause) {
    throw new MoveProblem(`The move did not finish, and ${side.name} is as it was: ${(cause as Error).message}`, {
      cause,
    });
  }
}

async function copiedTo(to: string, source: Side, move: string): Promise<Copied> {
  const target = await openArriving(to);
  try {
    await checkRecords(source);
    const copied = await copyTables(source, target.side);
    await target.arrive(move);
    return copied;
  } finally {
    await target.close().catch(() => {}); // a connection that broke is closed
  }
}
