/** The element on a page of others: positions, records and matches, what it tells, and what it says when something is wrong. */
import { hasChromium } from '@flower-war/packaging/browser';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { duel, hosted, house, pair, person, playOn, serveThisFile } from '../sdk/house.ts';
import { OPERATOR_TOKEN, operatorOf } from '../support/api.ts';
import { graveIn, positionOf, withBoards } from './boards.ts';

const textIn = (page: Page) =>
  page.evaluate<string>("document.querySelector('flower-war-board').shadowRoot.textContent");

/** Whether pictures are seen, and each that is drawn lies in the element. */
const PAINTED = `(() => {
  const { shadowRoot: tree } = document.querySelector('flower-war-board');
  const used = [...tree.querySelectorAll('.frame use')];
  return used.some((use) => use.getBoundingClientRect().width > 0) && used.every((use) => tree.querySelector(use.getAttribute('href')));
})()`;

/** Counts who listens to the signals that end a waiting: those that stayed would be more and more while a match is followed. */
const COUNT_LISTENERS = `{
  globalThis.listening = 0;
  const { prototype } = EventTarget;
  for (const [name, by] of [['addEventListener', 1], ['removeEventListener', -1]]) {
    const own = prototype[name];
    prototype[name] = function (...all) {
      if (this instanceof AbortSignal) listening += by;
      return own.apply(this, all);
    };
  }
}`;

/** What the element tells comes just after what it shows. */
const told = (page: Page) => page.evaluate<readonly (readonly [string, Record<string, unknown>])[]>('told');
const namesTold = (page: Page) => told(page).then((all) => all.map(([name]) => name));

describe.skipIf(!hasChromium)(`a board${hasChromium ? '' : ': chromium is not installed'}`, () => {
  serveThisFile({ OPERATOR_TOKEN });
  const boards = withBoards();
  const withPosition = (position: unknown, attributes = '') =>
    boards.open(`<flower-war-board ${attributes}></flower-war-board>`, {
      script: `board.position = ${JSON.stringify(position)}`,
    });

  test.each([
    ['flower-war', '.day', 20],
    ['mexica', '.day', 20],
    ['space-aztecs', '.heap', 8],
    ['tieqchieq', '.square', 21],
  ])('a position of %s is drawn, with its pictures', async (game, thing, least) => {
    const page = await withPosition(positionOf(game));
    await page.locator(thing).first().waitFor();
    expect(await page.locator(thing).count()).toBeGreaterThanOrEqual(least);
    await expect.poll(() => page.evaluate(PAINTED)).toBe(true);
    await expect.poll(() => namesTold(page)).toEqual(['ready']);
  });

  test.each([
    ['no position', 7, 'This is not a position'],
    ['a position without a view', { game: 'mexica' }, 'This is not a position'],
    ['a damaged view', { game: 'mexica', view: { tribes: [null] } }, 'This board cannot show that'],
    ['a view of a newer version', { game: 'flower-war', view: { tribes: [{}] } }, 'This board cannot show that'],
  ])('%s is told, and the next position is shown', async (_, position, words) => {
    const page = await withPosition(position);
    await expect.poll(() => textIn(page)).toContain(words);
    await expect.poll(() => namesTold(page)).toContain('error');
    await page.evaluate(
      `document.querySelector('flower-war-board').position = ${JSON.stringify(positionOf('tieqchieq'))}`,
    );
    await page.locator('.square').first().waitFor();
    expect(await textIn(page)).not.toContain(words);
  });

  test('a game that it does not know is shown field by field, and as text', async () => {
    const page = await withPosition({ game: 'chess', view: { turn: '<img src=x onerror=alert(1)>', whiteKing: 'e1' } });
    await expect.poll(() => textIn(page)).toContain('white king');
    expect(await page.locator('flower-war-board img').count()).toBe(0);
  });

  test('without anything to show it says so, in the language that is asked for', async () => {
    const page = await boards.open('<flower-war-board lang="de-AT"></flower-war-board>');
    await expect.poll(() => textIn(page)).toBe('Hier gibt es noch nichts zu sehen.');
    await page.evaluate("document.querySelector('flower-war-board').lang = 'es'");
    await expect.poll(() => textIn(page)).toBe('Aquí no hay nada que mostrar todavía.');
  });

  test('in the shadow of another element it speaks as the page around that does', async () => {
    const page = await boards.open('<div lang="de"><p></p></div><flower-war-board></flower-war-board>', {
      script: "document.querySelector('p').attachShadow({ mode: 'open' }).append(board)",
    });
    await page.locator('flower-war-board', { hasText: 'Hier gibt es noch nichts zu sehen.' }).waitFor();
  });

  test('on a page that is read from the right its table lies as on all others', async () => {
    const page = await boards.open('<div dir="rtl"><flower-war-board></flower-war-board></div>', {
      script: `board.position = ${JSON.stringify(positionOf('flower-war'))}`,
    });
    await page.locator('.day').first().waitFor();
    // The days begin at the mark of the east, which is drawn at the right.
    const [first, middle] = await Promise.all([
      page.locator('.day').first().boundingBox(),
      page.locator('.frame').boundingBox(),
    ]);
    expect(first?.x).toBeGreaterThan((middle?.x ?? 0) + (middle?.width ?? 0) / 2);
  });

  test('of two languages that are asked for at once, the last one stays', async () => {
    const page = await boards.open('<flower-war-board></flower-war-board><flower-war-board></flower-war-board>');
    await expect.poll(() => textIn(page)).toContain('nothing to show');
    await page.evaluate(`{
      const [first, second] = document.querySelectorAll('flower-war-board');
      first.lang = 'de';
      first.lang = 'en';
      second.lang = 'de';
    }`);
    await page.locator('flower-war-board', { hasText: 'Hier gibt es noch nichts' }).last().waitFor();
    expect(await textIn(page)).toContain('nothing to show');
  });

  test.each(['null', "''", 'undefined'])('what a framework takes away by %s is shown no more', async (nothing) => {
    const page = await withPosition(positionOf('tieqchieq'));
    await page.locator('.square').first().waitFor();
    await page.evaluate(`{
      const board = document.querySelector('flower-war-board');
      board.record = board.position = ${nothing};
      board.setAttribute('record', '');
    }`);
    await expect.poll(() => textIn(page)).toContain('There is nothing to show here yet.');
    expect(await namesTold(page)).not.toContain('error');
  });

  test('an attribute that is set to what it was begins nothing anew', async () => {
    const { game, view } = positionOf('tieqchieq');
    const address = boards.write('again.json', JSON.stringify({ game, steps: [{ view }, { view: { turn: 1 } }] }));
    const page = await boards.open(`<flower-war-board record="${address}"></flower-war-board>`);
    await page.locator('.steps button').last().click();
    await expect.poll(() => textIn(page)).toContain('Step 2 of 2');
    await page.evaluate(`new Promise((resolve) => {
      document.querySelector('flower-war-board').setAttribute('record', ${JSON.stringify(address)});
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    })`);
    expect(await textIn(page)).toContain('Step 2 of 2');
  });

  test('a record is gone through by buttons and keys', async () => {
    const { game, view } = positionOf('tieqchieq');
    const shown = [{ view, events: [] }, { view: { turn: 1 } }, { view: { extra: 2 } }, { view: {}, gone: ['extra'] }];
    const address = boards.write('record.json', JSON.stringify({ game, steps: shown }));
    const page = await boards.open(`<flower-war-board record="${address}"></flower-war-board>`);
    const place = page.locator('.steps span');
    await expect.poll(() => place.textContent()).toBe('Step 1 of 4');
    await page.locator('.steps button').nth(2).click();
    await expect.poll(() => place.textContent()).toBe('Step 2 of 4');
    for (const [key, at] of [
      ['End', 4],
      ['ArrowRight', 4],
      ['ArrowLeft', 3],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => place.textContent()).toBe(`Step ${at} of 4`);
    }
    const steps = () => told(page).then((all) => all.flatMap(([name, { index }]) => (name === 'step' ? [index] : [])));
    await expect.poll(steps).toEqual([0, 1, 3, 2, 0]);
  });

  test.each([
    ['moves.jsonl', '{"kind":"created","seq":0}\n{"kind":"started"}', 'This record holds moves alone'],
    ['broken.json', '{', 'This is not a record of steps'],
    ['none.json', '{"game":"mexica","steps":[]}', 'This record has no step'],
    ['missing.json', undefined, 'The record could not be loaded'],
  ])('the record %s is told', async (name, text, words) => {
    if (text !== undefined) boards.write(name, text);
    const page = await boards.open(`<flower-war-board record="./${name}"></flower-war-board>`);
    await expect.poll(() => textIn(page)).toContain(words);
  });

  test('a live match is followed without a player, until its end', async () => {
    const { match, live, other } = await pair();
    const page = await boards.open(
      `<flower-war-board server="${house.url}" match="${match.match}"></flower-war-board>`,
    );
    await page.locator('.square').first().waitFor();
    await expect.poll(() => textIn(page)).toContain('You see the match as it is played.');
    expect(await textIn(page)).toContain('Ana');
    await Promise.all([playOn(live), playOn(other)]);
    await expect.poll(() => textIn(page)).toMatch(/wins\.|A draw/);
    await expect.poll(() => namesTold(page)).toContain('end');
  });

  test('a match that may be watched no more says so below what was shown last', async () => {
    const { match } = await pair();
    const page = await boards.open(
      `<flower-war-board server="${house.url}" match="${match.match}"></flower-war-board>`,
    );
    await page.locator('.square').first().waitFor();
    const body = JSON.stringify({ code: 'watching-off', message: 'This match has no spectators' });
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
    await page.route(/steps/, (route) => route.fulfill({ status: 403, headers, body }));
    await expect.poll(() => namesTold(page)).toContain('error');
    expect(await page.locator('.square').count()).toBeGreaterThan(0);
    expect(await textIn(page)).not.toContain('comes back by itself');
  });

  test('a match with a delay says how late it is shown, also before its first step is due', async () => {
    const { match, live } = await pair({ table: { watching: 'delayed', watchDelaySeconds: 5 } });
    const page = await boards.open(
      `<flower-war-board server="${house.url}" match="${match.match}"></flower-war-board>`,
    );
    await expect.poll(() => textIn(page)).toBe('You see the match 5 seconds later than its players.');
    await page.locator('.square').first().waitFor();
    expect(await page.locator('.steps small').textContent()).toContain('5 seconds later');
    await live.resign();
    await expect.poll(() => textIn(page)).toContain('wins');
    expect((await namesTold(page)).filter((name) => name === 'end')).toEqual(['end']);
  });

  test.each([
    ['a spectator', () => ''],
    ['a player', (token: string) => `token="${token}"`],
  ])('%s sees that a match was given up before it began', async (_, attribute) => {
    const { ana, match } = await hosted();
    const { secret } = await ana.tokens.create({ name: 'Board', scopes: ['play', 'read'], days: 1 });
    const page = await boards.open(
      `<flower-war-board server="${house.url}" match="${match.match}" ${attribute(secret)}></flower-war-board>`,
    );
    await expect.poll(() => textIn(page)).toContain('has not begun yet');
    await operatorOf(() => house.url)(`POST /matches/${match.match}/end`);
    await expect.poll(() => textIn(page)).toContain('given up');
    await page.reload();
    await expect.poll(() => textIn(page)).toContain('given up');
  });

  test('an ended match is a replay from its first step, and its last step tells the end', async () => {
    const { match } = await duel({ people: [await person('Ana'), await person('Ben')] });
    const page = await boards.open(`<flower-war-board server="${house.url}" match="${match}"></flower-war-board>`);
    await expect.poll(() => textIn(page)).toMatch(/Step 1 of \d+/);
    expect(await page.locator('[part=result]').count()).toBe(0);
    await page.locator('.steps button').last().click();
    await expect.poll(() => page.locator('[part=result]').textContent()).toMatch(/wins/);
    const once = (await namesTold(page)).filter((name) => name === 'end' || name === 'ready');
    expect(once.toSorted()).toEqual(['end', 'ready']);
  });

  test('a part of a long match that does not come at once leaves no gap', async () => {
    const { ana, match, live, other } = await pair();
    await Promise.all([playOn(live), playOn(other)]);
    const steps = [];
    for await (const { status } of ana.history.replay(match)) if (status !== 'open') steps.push(status);
    const page = await withPosition(positionOf('tieqchieq'));
    await page.locator('.square').first().waitFor();
    await page.evaluate(COUNT_LISTENERS);
    let broken = 2; // the client asks for each part twice
    await page.route(/from=[1-9]/, (route) => (broken-- > 0 ? route.abort() : route.continue()));
    await page.evaluate(`{
      const board = document.querySelector('flower-war-board');
      board.position = undefined;
      board.setAttribute('server', ${JSON.stringify(house.url)});
      board.setAttribute('match', ${JSON.stringify(match.match)});
    }`);
    await expect.poll(() => textIn(page)).toMatch(/Step 1 of \d+/);
    expect(await textIn(page)).toContain(`Step 1 of ${steps.length}`);
    expect(broken).toBeLessThanOrEqual(0);
    await expect.poll(() => page.evaluate('listening')).toBe(0);
  });

  test.each([
    ['no such match', (): string => house.url, 'nonsense', /no match|no such match/i, 0],
    ['no server', (): string => 'http://127.0.0.1:9', 'any', /does not answer/, 1],
    ['no address', (): string => 'http://[', 'any', /./, 1],
  ] as const)('%s is told, with what to do', async (_, server, match, words, retries) => {
    const page = await boards.open(`<flower-war-board server="${server()}" match="${match}"></flower-war-board>`);
    await page.locator('[role=alert]').waitFor();
    expect(await textIn(page)).toMatch(words);
    expect(await page.locator('[role=alert] button').count()).toBe(retries);
  });

  test('a private match stays private', async () => {
    const { match } = await duel({
      people: [await person('Ana'), await person('Ben')],
      table: { visibility: 'private' },
    });
    const page = await boards.open(`<flower-war-board server="${house.url}" match="${match}"></flower-war-board>`);
    await page.locator('[role=alert]').waitFor();
    expect(await page.locator('.square').count()).toBe(0);
  });

  /** Ana plays in the element, Ben by the SDK. The token may play and read, and nothing else. */
  async function seated(more: object = {}) {
    const { ana, match, live, other } = await pair(more);
    live.close();
    const { secret } = await ana.tokens.create({ name: 'a page', scopes: ['read', 'play'], days: 1 });
    const page = await boards.open(
      `<flower-war-board server="${house.url}" match="${match.match}"></flower-war-board>`,
      {
        script: `board.token = ${JSON.stringify(secret)}`,
      },
    );
    await page.locator('[part=players]').waitFor();
    return { page, match, other };
  }

  test('a player plays in their seat, and each move is told, and the end', async () => {
    const { page, other } = await seated();
    const others = playOn(other).catch(() => {});
    const move = page.locator('[part=move]:not([aria-disabled=true])').first();
    const moves = async () => (await namesTold(page)).filter((name) => name === 'move').length;
    await expect
      .poll(async () => {
        await move.click({ timeout: 1000 }).catch(() => {}); // it is the turn of the other, or the question has just changed
        return moves();
      })
      .toBeGreaterThanOrEqual(4);
    await other.resign();
    await page.locator('[part=result]').waitFor();
    await others;
    await expect.poll(() => namesTold(page)).toContain('end');
    const names = await namesTold(page);
    expect(names.filter((name) => name === 'end')).toHaveLength(1);
    expect(names).not.toContain('error');
  });

  test('keys alone play: a thing on the board, and a move in the list', async () => {
    const { page, other } = await seated();
    const others = playOn(other).catch(() => {});
    const isFocused = (part: string) =>
      `document.querySelector('flower-war-board').shadowRoot.activeElement?.matches('${part}') ?? false`;
    expect(await graveIn(page)).toEqual([]);
    const moves = async () => (await namesTold(page)).filter((name) => name === 'move').length;
    for (const target of ['.thing.open', '[part=move]']) {
      const before = await moves();
      await expect
        .poll(async () => {
          await page
            .locator(target)
            .first()
            .focus({ timeout: 1000 })
            .catch(() => {});
          if (await page.evaluate(isFocused(target))) await page.keyboard.press('Enter');
          return moves();
        })
        .toBeGreaterThan(before);
    }
    other.close();
    await others;
  });

  test('a token that is none is refused, and says so', async () => {
    const page = await boards.open(
      `<flower-war-board server="${house.url}" match="any" token="none"></flower-war-board>`,
    );
    await page.locator('[role=alert]').waitFor();
    await expect.poll(() => namesTold(page)).toEqual(['error']);
  });
});
