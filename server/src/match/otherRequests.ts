/** Writes words, which are all requests that are not moves: at once, or when no move is pending any more. */
import { concernsTurnSeat } from '@flower-war/protocol';
import { type Committed, refused } from '../base/refused.ts';
import type { Body } from './entries/entryKinds.ts';
import { isMovePending, isShownLate, type MatchParts } from './matchParts.ts';
import type { PendingWord } from './pendingList.ts';
import { judgedWord, type Writer } from './record/writer.ts';

/**
 * Whether a word must wait, because it would reveal a hidden window. Where outcomes are shown late, almost all words
 * wait for a pending move. Elsewhere only temple words about the seat to move wait: other waits would reveal a window.
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

/** Writes the word that has waited longest, if no move is pending. Returns whether there was one. */
export function sayNext(parts: MatchParts): false | Promise<boolean> {
  const word = isMovePending(parts) ? undefined : parts.pending.nextWord;
  return word !== undefined && sayWaiting(parts, word);
}

async function sayWaiting({ pending, writer }: MatchParts, word: PendingWord): Promise<true> {
  // A throw is a bug: the word is refused, so that it does not block the words behind it.
  const said = await say(writer, word.body).catch((error: unknown) => {
    writer.reportFailure(error);
    return refused('internal');
  });
  pending.settle(word, said);
  return true;
}

/** Words that never reveal a window: what a player wants to be asked, and a player's return. */
function isAboutOneSeat(body: Body): boolean {
  return body.kind === 'asks' || body.kind === 'habits' || (body.kind === 'absence' && body.what === 'returned');
}

function isRefusedAnyway({ writer }: MatchParts, body: Body): boolean {
  const draft = writer.judge(body);
  return 'reason' in draft && draft.reason !== 'window-open';
}
