/** What temples bring to a match by themselves: what they count, and the offerings that are made of it. */
import { concernsTurnSeat } from '@flower-war/protocol';
import { templeDueIn, templeFor } from './beadReports.ts';
import type { Body } from './entries/body.ts';
import { isMovePending, isShownLate, type MatchParts } from './parts.ts';

/** Counts what temples told, or makes the offering that is due, as an entry of its own; says whether it did either. */
export async function tendTemples(parts: MatchParts, at: number): Promise<boolean> {
  if (isMovePending(parts) && isShownLate(parts)) return false;
  const { reports, writer } = parts;
  try {
    const body = nextReport(parts, at) ?? nextOffering(parts, at);
    if (body === undefined) return false;
    const { kind } = await writer.commit(body);
    if (kind === 'refused') reports.clear();
    return kind === 'done';
  } catch (error) {
    reports.clear();
    writer.reportFailure(error);
    return false;
  }
}

/** A player who taps what the temple takes would pay twice. Where nothing is counted any more, tapping is all that is left. */
export function mustUseTemple({ writer, tools }: MatchParts, turn: { seat: number; move: string }): boolean {
  if (writer.isForMovesAlone) return false;
  const temple = templeFor(writer.engine, writer.position, turn);
  return temple !== undefined && tools.isTempleFresh?.(temple) === true;
}

/** Beads wait while what becomes of them would tell of a hidden window. */
function nextReport(parts: MatchParts, at: number): Body | undefined {
  const { reports, writer } = parts;
  if (writer.isForMovesAlone) return undefined;
  const { engine, position } = writer;
  const sensed = { kind: 'temple', at, what: 'sensed', epoch: 1, war: 0, rain: 0 } as const;
  const mayCount = (temple: string) =>
    !isMovePending(parts) || !concernsTurnSeat(engine, position, { ...sensed, temple });
  return reports.next(position, at, mayCount);
}

function nextOffering(parts: MatchParts, at: number): Body | undefined {
  const { engine, position } = parts.writer;
  return isMovePending(parts) ? undefined : templeDueIn(engine, position, at);
}
