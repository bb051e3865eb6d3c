/** Each game with its bots, loaded alone: a browser loads no game but the one that is played. */
import { type BotName, random } from '../contract/game.ts';
import type { Playable } from './matches.ts';
import type { AnyBot, AnyGame } from '../catalogue/games.ts';
import type { GameId } from '../catalogue/gameTypes.ts';

type Loaded = readonly [game: AnyGame, quick: Readonly<Record<'easy' | 'greedy', AnyBot>>, strong: AnyBot];

/** The parts of a game come at once, because each way there and back takes time. */
const LOADS: { readonly [G in GameId]: () => Promise<Loaded> } = {
  'flower-war': () =>
    Promise.all([
      import('../flower-war/index.ts').then(({ flowerWar }) => flowerWar),
      import('../flower-war/bot/greedy.ts').then(({ easy, greedy }) => ({ easy, greedy })),
      import('../flower-war/bot/strong.ts').then(({ strong }) => strong),
    ]),
  mexica: () =>
    Promise.all([
      import('../mexica/index.ts').then(({ mexica }) => mexica),
      import('../mexica/bot/greedy.ts').then(({ easy, greedy }) => ({ easy, greedy })),
      import('../mexica/bot/strong.ts').then(({ strong }) => strong),
    ]),
  'space-aztecs': () =>
    Promise.all([
      import('../space-aztecs/index.ts').then(({ spaceAztecs }) => spaceAztecs),
      import('../space-aztecs/bot/greedy.ts').then(({ easy, greedy }) => ({ easy, greedy })),
      import('../space-aztecs/bot/strong.ts').then(({ strong }) => strong),
    ]),
  tieqchieq: () =>
    Promise.all([
      import('../tieqchieq/index.ts').then(({ tieqchieq }) => tieqchieq),
      import('../tieqchieq/bot/greedy.ts').then(({ easy, greedy }) => ({ easy, greedy })),
      import('../tieqchieq/bot/strong.ts').then(({ strong }) => strong),
    ]),
};

/** The game with this id as the rules are today. It throws for a game that there is not. */
export async function playable(id: string): Promise<Playable<BotName>> {
  if (!Object.hasOwn(LOADS, id)) throw new Error(`there is no game ${JSON.stringify(id)}`);
  const [game, { easy, greedy }, strong] = await LOADS[id as GameId]();
  return { game, bots: { greedy, random, strong, easy } };
}

/** What it takes to begin a match, without the list of all games. */
export { fastChance } from '../contract/chance.ts';
export { type Options, resolveOptions } from '../contract/optionSpec.ts';
