/** Reads the lines of a record page by page, so that a long record never lies in memory as a whole. */
import type { Journal } from './journal.ts';

/** About 20 KB, read in less than a millisecond. With lines of the greatest length a page has a few megabytes. */
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
