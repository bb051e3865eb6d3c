/** Something that the person at the terminal can put right: said without a stack. */
export class Problem extends Error {}

export function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
