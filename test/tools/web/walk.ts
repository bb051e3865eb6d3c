/**
 * npm run do -- web-walk [--only NAME] [--game GAME] [--questions 12] [--lang es] [--theme dark]: looks at every page, and at the
 * questions of all games with two and with most seats, on phones, desks and walls, at three zooms. It tells what scrolls sideways,
 * is too small to tap, lies off the screen or is cut, and lists of moves without a whole move.
 */

import { FlowerWarClient } from '@flower-war/client';
import { launch } from '@flower-war/packaging/browser';
import { commandLine } from '@flower-war/protocol/command-line';
import { GAMES } from '@flower-war/rules';
import { startTempleServer, untilBuilt } from '../../src/web/pageServer.ts';
import { SCENE_NAMES, setScenes } from '../../src/web/scenes.ts';
import type { Fault } from '../../src/web/walk.ts';
import { LEFT_OUT, type Look, walkMatch, walkPages } from '../../src/web/walk.ts';

const THEMES = ['light', 'dark'] as const;
/** Each language in one of the two themes, as long as none is asked for. */
const LOOKS = [
  { lang: 'en', locale: 'en-GB', usual: 'light' },
  { lang: 'es', locale: 'es-MX', usual: 'dark' },
] as const;

const { values } = commandLine({
  name: 'do -- web-walk',
  does: 'looks at every page and at the questions of all games, on many screens',
  flags: {
    only: { kind: 'text', among: SCENE_NAMES, tells: 'this page alone' },
    game: { kind: 'text', among: [...GAMES.keys()], tells: 'this game alone' },
    questions: { kind: 'whole', usual: 12, least: 1, tells: 'questions of each match' },
    lang: { kind: 'text', among: LOOKS.map(({ lang }) => lang), tells: 'this language alone' },
    theme: { kind: 'text', among: THEMES, tells: 'this theme, in every language' },
  },
});
const { questions } = values;

const server = await startTempleServer();
const [browser] = await Promise.all([launch(), untilBuilt(server)]);
const scenes = await setScenes(server);
const games = await new FlowerWarClient({ url: server.address }).games();
const found = new Map<string, { readonly first: string; times: number }>();
let looks = 0;
for (const { lang, locale, usual } of LOOKS) {
  if ((values.lang ?? lang) !== lang) continue;
  const look: Look = { browser, server, scenes, locale, colorScheme: values.theme ?? usual, onFault };
  if (values.game === undefined) looks += await walkPages(look, values.only);
  if (values.only !== undefined) continue;
  for (const { id: game, seats: ends } of games)
    if (values.game === undefined || values.game === game)
      for (const seats of new Set([2, ends[1]])) looks += await walkMatch(look, { game, seats, questions });
}
for (const [fault, { first, times }] of found) console.log(`${times} × ${fault}\n  ${first}`);
console.log(`${looks} looks, ${found.size} faults; ${LEFT_OUT}`);
scenes.close();
await browser.close();
await server.stop();
process.exit(found.size > 0 || looks === 0 ? 1 : 0);

/** One line for what looks alike: the kind, and the element without its text. */
function onFault({ kind, what }: Fault, where: string): void {
  const fault = `${kind}: ${what.split(' "')[0]}`;
  const known = found.get(fault);
  if (known === undefined) found.set(fault, { first: `${what}: ${where}`, times: 1 });
  else known.times += 1;
}
