/** The recorded match that plays by itself on the first page: the last part of a match among bots, as spectators see it. */
import { resolve } from 'node:path';
import { at, fastChance, type Seat } from '../src/index.ts';
import { movesFrom } from '../src/tools/matches.ts';
import { chosenGame, chosenOptions, namedBot } from './series.ts';

const FILE = resolve(import.meta.dirname, '../../web/src/lobby/data/showcase.json');

const GAME = 'flower-war';
const LENGTH = 'short';
const BOT = 'greedy';
const SEATS = 4;
const SEED = 18;
/** It begins this many moves before the last ones: tribes meet often by then, and the world ends within it. */
const SHOWN_MOVES = 160;

type Json = null | boolean | number | string | readonly Json[] | { readonly [field: string]: Json };
type Fields = { readonly [field: string]: Json };

interface Moment {
  readonly view: Fields;
  readonly events: readonly Fields[];
}

/** The text of the generated file, by its path. A line for each moment, so that a difference shows where it is. */
export function showcaseFiles(): Readonly<Record<string, string>> {
  const [first, ...later] = momentsOf();
  if (first === undefined) throw new Error('the match of the first page has no moments');
  const steps = later.map(({ view, events }, index) => ({
    change: changeBetween(at([first, ...later], index).view, view) ?? {},
    events,
  }));
  const lines = steps.map((step) => `    ${JSON.stringify(step)}`).join(',\n');
  const head = `  "game": ${JSON.stringify(GAME)},\n  "first": ${JSON.stringify(first.view)}`;
  return { [FILE]: `{\n${head},\n  "steps": [\n${lines}\n  ]\n}\n` };
}

/** Moves of which a spectator sees nothing belong to the next one. */
export function momentsOf(): readonly Moment[] {
  const moments: Moment[] = [];
  for (const moment of allMoments().slice(-SHOWN_MOVES))
    if (moment.events.length > 0 || moments.length === 0) moments.push(moment);
  return moments;
}

function allMoments(): readonly Moment[] {
  const entry = chosenGame(GAME);
  const { game } = entry;
  const bot = namedBot(entry, BOT);
  const options = chosenOptions(entry, { length: LENGTH });
  const chance = fastChance(SEED);
  const answer = (state: ReturnType<typeof game.setup>) => {
    const seat: Seat = at(game.toMove(state), 0);
    return {
      seat,
      move: bot({ view: game.view(state, seat), seat, options, legal: game.legalMoves(state, seat) }, chance),
      chance,
    };
  };
  const moments: Moment[] = [];
  for (const { after, events } of movesFrom(game, game.setup(options, SEATS, chance), answer)) {
    const seen = events.flatMap((event) => game.viewEvent(event, 'spectator') ?? []);
    moments.push({ view: plain(game.view(after, 'spectator')), events: seen.map(plain) });
  }
  return moments;
}

const plain = (value: object): Fields => JSON.parse(JSON.stringify(value));

/**
 * What of a value is another than before: fields of objects, and places of lists that keep their length; everything else whole. Nothing
 * if they are equal.
 */
function changeBetween(before: Json | undefined, now: Json): Json | undefined {
  if (JSON.stringify(before) === JSON.stringify(now)) return undefined;
  if (!isAlike(before, now)) return now;
  const [then, later] = [before as Fields, now as Fields];
  const changes = Object.keys(later).map((field) => [field, changeBetween(then[field], later[field] as Json)] as const);
  return Object.fromEntries(changes.flatMap(([field, change]) => (change === undefined ? [] : [[field, change]])));
}

/** Whether a change of one into the other can name single fields or places. */
function isAlike(before: Json | undefined, now: Json): boolean {
  if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null) return false;
  if (Array.isArray(before) !== Array.isArray(now)) return false;
  return Object.keys(before).join() === Object.keys(now).join();
}
