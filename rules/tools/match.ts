/** Arguments that all tools which play matches share: the game and its options. */

import { refuse } from '@flower-war/protocol/command-line';
import { type Entry, GAMES } from '../src/catalogue/games.ts';
import type { OptionSpec, Options, OptionValue } from '../src/contract/optionSpec.ts';
import { resolveOptions } from '../src/contract/resolveOptions.ts';

/** The game with this id; the first game if there is no id. */
export function chosenGame(id: string | undefined): Entry {
  const [first] = GAMES.values();
  const chosen = id === undefined ? first : GAMES.get(id);
  return chosen ?? refuse(`there is no game "${id}"; there are: ${[...GAMES.keys()].join(', ')}`);
}

/** The options of a preset with changes such as `board=F7,mayPass=true`. */
export function chosenOptions({ game }: Entry, preset: string | undefined, text: string): Options {
  const pairs = text
    .split(',')
    .filter(Boolean)
    .map((pair) => pair.split('='));
  const given = pairs.map(([name = '', value = '']) => [
    name,
    read(
      game.options.find((spec) => spec.name === name),
      value,
    ),
  ]);
  const resolved = resolveOptions(game, preset, Object.fromEntries(given));
  if (resolved.ok) return resolved.options;
  return refuse(`${resolved.reason}: ${resolved.option}; allowed: ${JSON.stringify(resolved.allowed)}`);
}

/** Reads the value of an option. An unreadable value stays a text, which the option then refuses. */
function read(spec: OptionSpec | undefined, text: string): OptionValue {
  if (spec?.type === 'flag' && (text === 'true' || text === 'false')) return text === 'true';
  return spec?.type === 'integer' && text !== '' ? Number(text) : text;
}
