/** Names for new temples. */
import { randomBytes } from 'node:crypto';

export function newIds(count: number, known: readonly string[]): readonly string[] {
  const ids = new Set<string>();
  while (ids.size < count) {
    const id = `templo-${randomBytes(4).toString('hex')}`;
    if (!known.includes(id)) ids.add(id);
  }
  return [...ids];
}
