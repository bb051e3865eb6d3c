/** What became of what a player, an operator or a device asked of a temple. */
import type { Code } from '@flower-war/protocol';

export type Done =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: Code; readonly reason?: string }
  | { readonly kind: 'retry' };

export const DONE: Done = { kind: 'done' };
export const RETRY: Done = { kind: 'retry' };

export function refused(code: Code, reason?: string): Done {
  return { kind: 'refused', code, ...(reason !== undefined && { reason }) };
}
