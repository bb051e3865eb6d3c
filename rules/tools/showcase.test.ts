import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { momentsOf, showcaseFiles } from './showcase.ts';

test.each(Object.entries(showcaseFiles()))('%s is as the rules have it (npm run docs)', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('the match of the first page fights, feeds the gods and ends, and shows no hidden card', () => {
  const moments = momentsOf();
  const kinds = new Set(moments.flatMap(({ events }) => events.map(({ kind }) => kind)));
  for (const kind of ['battle-won', 'sacrificed', 'card-played', 'disc-taken', 'apocalypse', 'ended'])
    expect([...kinds]).toContain(kind);
  for (const { view } of moments) expect(view).toMatchObject({ hand: [], looked: [], pending: [] });
  const drawn = moments.flatMap(({ events }) => events.filter(({ kind }) => kind === 'card-drawn'));
  expect(drawn.filter(({ card, isOpen }) => card !== undefined && isOpen !== true)).toEqual([]);
});
