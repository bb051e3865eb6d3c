/** The lines of a record, a page at a time: however long it is, only a page of it is in memory. */
import type { Journal } from './journal.ts';

/** Some 20 KB: read in less than a millisecond, and at most a few megabytes where every line is as long as a line can be. */
const PAGE_LINES = 128;

export async function* pagesOf(
  journal: Pick<Journal, 'linesOf'>,
  id: string,
  from = 0,
): AsyncGenerator<readonly string[]> {
  for (let seq = from; ; seq += PAGE_LINES) {
    const page = await journal.linesOf(id, { from: seq, to: seq + PAGE_LINES });
    if (page.length > 0) yield page;
    if (page.length < PAGE_LINES) return;
  }
}
