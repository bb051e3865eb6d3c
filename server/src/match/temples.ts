/** What temples do in a match by themselves: they report beads, and beads become offerings. */
import { concernsTurnSeat } from '@flower-war/protocol';
import { templeDueIn, templeFor } from './beadReports.ts';
import type { Body } from './entries/entryKinds.ts';
import { isMovePending, isShownLate, type MatchParts } from './matchParts.ts';

/** Writes the next temple report or the offering that is due. Returns whether it wrote an entry. */
export function tendTemples(parts: MatchParts, at: number): false | Promise<boolean> {
  const isWithout = parts.writer.position.temples.all.size === 0 && parts.reports.isEmpty;
  return !isWithout && !(isMovePending(parts) && isShownLate(parts)) && writeDue(parts, at);
}

async function writeDue(parts: MatchParts, at: number): Promise<boolean> {
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

/** Whether a move must be paid in the temple: tapping would pay twice. Not once the record is too full for beads. */
export function mustUseTemple({ writer, tools }: MatchParts, turn: { seat: number; move: string }): boolean {
  if (writer.isForMovesAlone) return false;
  const temple = templeFor(writer.engine, writer.position, turn);
  return temple !== undefined && tools.isTempleFresh?.(temple) === true;
}

/** The next report. Beads wait while counting them would reveal a hidden window. */
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
