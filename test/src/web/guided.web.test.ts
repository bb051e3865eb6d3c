/**
 * A guided match against bots: in twin matches that differ only in what the seat does not see, the page shows the same at each step, with
 * what is explained and with the hints that are asked for.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { MatchSummary } from '@flower-war/protocol';
import { type Seat, SEATS } from '@flower-war/rules';
import { english } from '@flower-war/words';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Plan, plansFrom, type Step, type Two } from '../secrecy/wire/plan.ts';
import { Stage } from '../secrecy/wire/table.ts';
import { type RawClient, takeSeat } from '../support/sockets/rawClient.ts';
import { inBrowser } from './inBrowser.ts';
import { RESTLESS, RESTS, RESTS_MS } from './people.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const EDITIONS = ['flower-war', 'mexica', 'space-aztecs'].map((game) => ({ game, preset: game }));
const MOST_PLANS = 6;
const ARRIVES_MS = 10_000;
const HINT = /^A strong player would look at: \S/;
const ENOUGH = { steps: 4, notes: 1, hints: 1 };

let stage: Stage;
let actions = 0;
/** The bots wait as long as they can: the test plays for them. */
const openStage = async () => {
  stage = await Stage.open({ WEB: 'on', BOT_DELAY_MS: '60000' });
  return { address: stage.server.address, stop: () => stage.stop() };
};

/** How much was compared. */
type Compared = Record<keyof typeof ENOUGH, number>;

inBrowser(openStage, ({ visit }) => {
  test.each(EDITIONS)(
    `$game: what is explained follows from what the seat sees, from seed ${SEED} on`,
    async (edition) => {
      const seen: Compared = { steps: 0, notes: 0, hints: 0 };
      const isEnough = () => Object.entries(ENOUGH).every(([part, least]) => seen[part as keyof Compared] >= least);
      for (const plan of plansFrom(edition, { seed: SEED, count: MOST_PLANS })) {
        if (isEnough() || typeof plan.twins.viewer !== 'number') continue;
        const twins: Two<Guided> = [await guided(plan, 0), await guided(plan, 1)];
        await look(twins, seen, `seed ${plan.twins.seed}, the beginning`);
        for (const [i, step] of playable(plan).entries()) {
          for (const twin of [0, 1] as const) await take(step, twins[twin], twin);
          await look(twins, seen, `seed ${plan.twins.seed}, step ${i}, ${step.kind}`);
          seen.steps++;
        }
        for (const { client, page } of twins) {
          client.close();
          await page.close();
        }
      }
      expect(isEnough(), JSON.stringify(seen)).toBe(true);
    },
  );

  interface Guided {
    readonly match: string;
    readonly viewer: Seat;
    readonly client: RawClient;
    readonly page: Page;
    /** How many frames the page has got. */
    readonly frames: () => number;
  }

  /** The viewer at the table, and bots on all other seats. */
  async function guided({ twins }: Plan, twin: 0 | 1): Promise<Guided> {
    const { game, preset, seats, starts } = twins;
    const viewer = twins.viewer as Seat;
    const [person] = stage.people;
    if (person === undefined) throw new Error('there is no person');
    const others = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => seat !== viewer);
    const bots = others.map((seat) => ({ bot: 'random', seat }));
    const { status, body } = await person.post<MatchSummary>('/api/matches', { game, preset, seats, bots });
    if (status !== 200) throw new Error(`no match was made: ${JSON.stringify(body)}`);
    stage.prepare(starts[twin]);
    const client = await takeSeat(person, body, viewer);
    const session = JSON.stringify(person.session);
    const localStorage = [{ name: 'flower-war-session', value: session }];
    const storageState = { cookies: [], origins: [{ origin: new URL(person.url).origin, localStorage }] };
    const { page } = await visit('/about', { baseURL: person.url, storageState });
    await page.addInitScript(RESTLESS);
    let frames = 0;
    page.on('websocket', (socket) => socket.on('framereceived', () => frames++));
    await page.goto(`/?match=${body.match}`);
    await page.locator('.playing').waitFor();
    return { match: body.match, viewer, client, page, frames: () => frames };
  }

  /** The moves before the first window and before the first seat leaves: bots do not leave. */
  function playable({ steps }: Plan): readonly Step[] {
    const all = steps.map(({ step }) => step).filter(({ kind }) => kind !== 'try' && kind !== 'come');
    const end = all.findIndex((step) =>
      step.kind === 'play' ? step.answers.some((answers) => answers.length > 0) : step.kind !== 'secrets',
    );
    return end < 0 ? all : all.slice(0, end);
  }

  async function take(step: Step, guided: Guided, twin: 0 | 1): Promise<void> {
    const all = step.kind === 'play' ? [step] : step.kind === 'secrets' ? (step.moves[twin] ?? []) : [];
    const match = await stage.server.services.matches.open(guided.match);
    if (match === undefined) throw new Error('the match is not there');
    for (const { seat, move } of all) {
      const before = guided.frames();
      if (seat !== guided.viewer) await match.playBot(seat, () => match.engine.parse(move), stage.now);
      else await match.act(seat, [++actions, match.decisionOf(seat) ?? 0, move], stage.now);
      // A page that has not heard of it yet rests, too.
      await expect.poll(guided.frames, { timeout: ARRIVES_MS }).toBeGreaterThan(before);
    }
  }

  /** Compares the pages as they are, with each note that waits, and with the hint if one can be asked for. */
  async function look(twins: Two<Guided>, seen: Compared, when: string): Promise<void> {
    for (let n = 0; ; n++) {
      const [one, other] = [await shownBy(twins[0]), await shownBy(twins[1])];
      expect(differenceOf(one, other), `${when}, look ${n}`).toBe('');
      const notes = await pressed(twins, /Got it|Next/);
      const hints = notes === 0 ? await pressed(twins, 'What would a strong player look at?', HINT) : 0;
      seen.notes += notes;
      seen.hints += hints;
      if (notes + hints === 0) return;
    }
  }

  /** Presses the button on both pages, one after the other; on neither if there is none. */
  async function pressed(twins: Two<Guided>, name: string | RegExp, until?: RegExp): Promise<number> {
    const buttons = twins.map(({ page }) => page.locator('.guide').getByRole('button', { name }));
    const counts = await Promise.all(buttons.map((button) => button.count()));
    expect(counts[1]).toBe(counts[0]);
    if (counts[0] === 0) return 0;
    for (const [twin, button] of buttons.entries()) {
      await button.click();
      // The server thinks about one hint at a time.
      if (until !== undefined) await twins[twin as 0 | 1].page.getByText(until).waitFor();
    }
    return 1;
  }

  /** Names of buttons and states are for screen readers, so that all of the page is compared. A bot is named after its match. */
  async function shownBy({ page, match }: Guided): Promise<string> {
    do await wait(RESTS_MS / 3);
    while (!(await page.evaluate<boolean>(RESTS)));
    const shown = await page.evaluate<string>(SHOWN);
    const names = SEATS.map((seat) => english.botAt('random', { match, seat }).split(' ')[0] ?? '');
    return names.reduce((text, name, seat) => text.replaceAll(name, `BOT ${seat}`), shown.replaceAll(match, 'MATCH'));
  }
});

/** What stands where two pages begin to differ; empty if they do not. */
function differenceOf(one: string, other: string): string {
  if (one === other) return '';
  const at = [...one].findIndex((letter, i) => letter !== other[i]);
  const near = (text: string) => text.slice(Math.max(0, at - 80), at + 120);
  return `${near(one)}\n  and\n${near(other)}`;
}

/** Runs in the page: its elements, with attributes in the order of their names, since a page that has just loaded adds some later. */
const SHOWN = `(() => {
  const named = ({ name, value }) => ' ' + name + '=' + value;
  const shown = (node) =>
    node.nodeType === 1
      ? '<' + node.localName + [...node.attributes].map(named).sort().join('') + '>' + [...node.childNodes].map(shown).join('')
      : node.nodeType === 3 ? node.textContent : '';
  return shown(document.body);
})()`;
