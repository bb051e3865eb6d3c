/** A connection that the page of the match replaces by its own. Both may be open for a while. */
interface Open {
  readonly id: string;
  close(): void;
}

/** A seat stays taken as long as any connection is there. The page has its own by then. */
const REPLACED_WITHIN_MS = 5000;

export function handOver(live: Open): string {
  setTimeout(() => live.close(), REPLACED_WITHIN_MS);
  return live.id;
}
