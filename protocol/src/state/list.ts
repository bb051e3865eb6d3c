/**
 * A list in a schema, without an instance until its first item comes: an empty one would cost memory at every table.
 * Its type stays that of a list, because readers see an empty list where there is none (plainState.ts).
 */
import { t } from '@colyseus/schema';

export const list = ((item: 'string') => t.array(item).optional()) as unknown as typeof t.array;
