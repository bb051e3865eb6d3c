/** The widest names that players may choose: no page with them is wider than a small phone. */
import { FlowerWarClient } from '@flower-war/client';
import { beforeAll, expect, test } from 'vitest';
import { person } from '../../support/api.ts';
import { inBrowser } from '../inBrowser.ts';
import { startTempleServer } from '../pageServer.ts';
import { DESK } from '../people.ts';
import { type Scene, type Scenes, setScenes, show, windowFor } from '../scenes.ts';

const WIDE = 'W'.repeat(24);
const SMALLEST = { width: 320, height: 640 };
const SMALL = { width: 360, height: 740 };
/** How many clocks take several lines, and how many seats leave their frame. */
const BROKEN = `(() => {
  const count = (parts, isBroken) => [...document.querySelectorAll(parts)].filter(isBroken).length;
  return {
    clocks: count('.seats [role="timer"]', (clock) => clock.getClientRects().length > 1),
    frames: count('.seats li', ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  };
})()`;
const TIEQCHIEQ = { game: 'tieqchieq', seats: 2 } as const;

inBrowser(startTempleServer, ({ address, browser, server }) => {
  let scenes: Scenes;
  let more: readonly Scene[];
  beforeAll(async () => {
    scenes = await setScenes(server(), { own: WIDE, other: WIDE });
    more = await sceneOfTwo(
      new FlowerWarClient({ url: address(), session: scenes.session }),
      await person(address(), WIDE),
    );
    return () => scenes.close();
  });

  test('a name of the widest letters makes no page wider than the screen', async () => {
    const context = await windowFor(browser(), scenes, { baseURL: address() });
    const page = await context.newPage();
    const wide: string[] = [];
    for (const scene of [...scenes.all, ...more]) {
      await page.setViewportSize(SMALLEST);
      await show(page, scene);
      for (const viewport of [SMALLEST, SMALL]) {
        await page.setViewportSize(viewport);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (width > viewport.width) wide.push(`${scene.name}: ${width} of ${viewport.width}`);
      }
    }
    await context.close();
    expect(wide).toEqual([]);
  });

  test('beside the widest name the clock stays in one line, and both in the frame of the seat', async () => {
    const context = await windowFor(browser(), scenes, { baseURL: address(), viewport: DESK.viewport });
    const page = await context.newPage();
    await show(page, scenes.all.find(({ name }) => name === 'tieqchieq')!);
    await page.locator('.seats [role="timer"]').first().waitFor();
    expect(await page.evaluate(BROKEN)).toEqual({ clocks: 0, frames: 0 });
    await context.close();
  });
});

/** What two players see of each other: a match, its replay, a table that waits, a tournament. */
async function sceneOfTwo(one: FlowerWarClient, other: FlowerWarClient): Promise<readonly Scene[]> {
  const { match } = await one.create(TIEQCHIEQ);
  const lives = [await one.join(match), await other.join(match)];
  await lives[1]?.resign();
  await lives[0]?.until(() => lives[0]?.isOver === true);
  for (const live of lives) live.close();
  const { match: open } = await other.create(TIEQCHIEQ);
  const startsAt = Date.now() + 3_600_000;
  const cup = await other.tournaments.create({ name: WIDE, kind: 'round-robin', game: 'tieqchieq', startsAt });
  for (const each of [one, other]) await each.tournaments.enter(cup.tournament);
  await other.tournaments.steer(cup.tournament, 'begin');
  const player = other.session?.player ?? '';
  await other.people.challenge(one.session?.player ?? '', { game: 'mexica' });
  return [
    { name: 'player of two', path: `/player?id=${player}`, ready: 'main h1' },
    { name: 'result of two', path: `/?match=${match}`, ready: '.result h2' },
    { name: 'replay of two', path: `/replay?match=${match}&open`, ready: 'input[type="range"]' },
    { name: 'proof of two', path: `/proof?match=${match}`, ready: '.verdict' },
    { name: 'open table', path: `/?match=${open}`, ready: 'main button, .match button' },
    { name: 'lobby', path: '/', ready: `text=${WIDE}` },
    { name: 'tournament', path: `/tournaments?id=${cup.tournament}`, ready: 'main h1' },
    { name: 'embedded', path: `/embed/tournaments/${cup.tournament}`, ready: 'h1, h2' },
  ];
}
