/** A record may claim to be full only when it is. Records from a time with larger limits still verify. */
import { TOO_LONG, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { createdEntry, Scribe } from './scribe.ts';

const MOST_ENTRIES = 20_000;

/** Format 1 did not count wishes. */
function wishing(entries: number): Scribe {
  const scribe = new Scribe({}, 1, undefined, { format: 1 }).start('player', 'player');
  for (let seq = scribe.lines.length; seq < entries; seq++)
    scribe.add({ kind: 'asks', seat: seq % 2, what: seq % 4 < 2 ? 'none' : 'all', id: seq });
  return scribe.end(TOO_LONG);
}

test('a full record verifies, and one with room for one entry more does not', async () => {
  expect(await verify(wishing(MOST_ENTRIES).text, engine)).toMatchObject({ ok: true, entries: MOST_ENTRIES + 1 });
  const { lines, text } = wishing(MOST_ENTRIES - 1);
  expect(await verify(text, engine)).toMatchObject({
    ok: false,
    line: lines.length,
    problem: expect.stringContaining('but the record has only'),
  });
});

test.each([['tieqchieq', { turnCap: 100_000 }]])(
  'a record of %s that was begun when more was allowed still verifies',
  async (_, options) => {
    const scribe = new Scribe({}, 1, undefined, { options: { ...createdEntry().options, ...options } });
    expect(await verify(scribe.start('player', 'player').play(40).abort().text, engine)).toMatchObject({ ok: true });
  },
);
