/** Writes what players and temples ask for that is no move: at once, or when no move is pending any more. */
import { concernsTurnSeat } from '@flower-war/protocol';
import { type Committed, refused } from '../base/outcome.ts';
import type { Body } from './entries/body.ts';
import { isMovePending, isShownLate, type MatchParts } from './parts.ts';
import { judgedWord } from './record/draft.ts';
import type { Writer } from './record/writer.ts';

/**
 * Whether it would tell of a hidden window if it were written now. Where outcomes are shown late, everything waits
 * for what is pending, window or not. Elsewhere nothing may wait: without a window nothing would have to.
 */
export function mustWait(parts: MatchParts, body: Body): boolean {
  if (isAboutOneSeat(body) || !isMovePending(parts)) return false;
  if (isShownLate(parts)) return true;
  const { engine, position } = parts.writer;
  return body.kind === 'temple' && concernsTurnSeat(engine, position, body) && !isRefusedAnyway(parts, body);
}

/** Writes a word now. */
export async function say(writer: Writer, body: Body): Promise<Committed> {
  const { status } = writer.position;
  if (status === 'over' || status === 'ended') return refused('match-over');
  const isBinding = body.kind === 'temple' && body.what === 'bound';
  if (isBinding && writer.isForMovesAlone) return refused('no-temple-here', 'too-long');
  const said = await writer.commit(body);
  return said.kind === 'refused' ? judgedWord(body, said.reason ?? said.code) : said;
}

/** Says the word that has waited longest, if no move is pending; says whether there was one. */
export async function sayNext(parts: MatchParts): Promise<boolean> {
  const { pending, writer } = parts;
  const word = isMovePending(parts) ? undefined : pending.nextWord;
  if (word === undefined) return false;
  // A throw is a bug: the word is refused, and those behind it are not kept waiting.
  const said = await say(writer, word.body).catch((error: unknown) => {
    writer.reportFailure(error);
    return refused('internal');
  });
  pending.settle(word, said);
  return true;
}

/** What a player wants to be asked, and that a player is back, tells nobody of a window. */
function isAboutOneSeat(body: Body): boolean {
  return body.kind === 'asks' || (body.kind === 'absence' && body.what === 'returned');
}

function isRefusedAnyway({ writer }: MatchParts, body: Body): boolean {
  const draft = writer.judge(body);
  return 'reason' in draft && draft.reason !== 'window-open';
}
