/** Plays legal moves at random, for every seat at once. */
import type { Answer } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import type { Connection } from '../wire/connection.ts';
import { STANDING } from '../wire/standing.ts';
import type { Checking, Game } from './table.ts';

/** A move that the server accepted. */
export interface Played {
  readonly seat: number;
  readonly id: number;
  readonly move: string;
}

const AGAIN_MS = 250;

export async function playRandomly({ report, seed }: Checking, { seats }: Game): Promise<readonly Played[]> {
  const played: Played[] = [];
  const chance = fastChance(seed);
  let ids = 1000;
  const play = async (connection: Connection): Promise<void> => {
    for (let answered = 0; ; ) {
      const isAsked = () => connection.isShown && ![undefined, answered].includes(connection.own?.decision);
      await connection.until('a turn or the end', () => connection.isOver || isAsked());
      if (connection.isOver || connection.own === undefined) return;
      const { decision = 0, legal, seat } = connection.own;
      const [id, move] = [ids++, chance.pick(legal)];
      const answer = await finalAnswer(connection, [id, decision, move]);
      if (!connection.isClosed) await connection.settle();
      answered = decision;
      const isAccepted = answer.kind === 'accepted';
      // Another seat may have acted meanwhile; then this one is asked anew, or not at all.
      const isLate = answer.kind === 'rejected' && ['stale-decision', 'match-over'].includes(answer.code);
      const isRight = isAccepted || (isLate && connection.own.decision !== decision);
      report.expect(STANDING.accepted, isRight, () => `${move} of ${legal.join(', ')}: ${JSON.stringify(answer)}`);
      if (isAccepted) played.push({ seat, id, move });
    }
  };
  await Promise.all(seats.map(play));
  return played;
}

/** Asks again while the server says that it does not know, or that it is asked too fast. */
async function finalAnswer(connection: Connection, action: readonly unknown[]): Promise<Answer> {
  for (;;) {
    const answer = await connection.request('act', action);
    const isPassing = answer.kind === 'retry' || (answer.kind === 'rejected' && answer.code === 'too-many');
    if (!isPassing) return answer;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
