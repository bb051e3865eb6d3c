/** Compares what players were told with the records of their matches. */
import type { Told } from '../plan.ts';

/** How many of the moves that the server accepted are in no record. */
export async function unrecorded(
  told: readonly Pick<Told, 'accepted'>[],
  linesOf: (match: string) => Promise<readonly string[]>,
): Promise<number> {
  const byMatch = Map.groupBy(
    told.flatMap(({ accepted }) => accepted),
    ([match]) => match,
  );
  let missing = 0;
  for (const [match, moves] of byMatch) {
    const lines = await linesOf(match);
    const recorded = new Set(lines.map((line) => (JSON.parse(line) as { readonly id?: unknown }).id));
    missing += moves.filter(([, id]) => !recorded.has(id)).length;
  }
  return missing;
}
