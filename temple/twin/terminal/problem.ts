/** An error that the person at the terminal can mend. It is shown without a stack trace. */
export class Problem extends Error {}

export function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
