/** The generated files from which `words/` makes the rulebooks. */
import { resolve } from 'node:path';
import { facts } from './facts.ts';
import { positions } from './scenes.ts';

const FOLDER = resolve(import.meta.dirname, '../../../words/src/rulebook/data');

/** The text of each file, by its path. */
export const files = (): Readonly<Record<string, string>> => ({
  [resolve(FOLDER, 'facts.json')]: textOf(facts()),
  [resolve(FOLDER, 'positions.json')]: textOf(positions()),
});

/** A line for each part of a game, so that a difference shows where it is. */
function textOf(games: Readonly<Record<string, object>>): string {
  const lines = Object.entries(games).map(([game, parts]) => {
    const inner = Object.entries(parts).map(([part, value]) => `    ${JSON.stringify(part)}: ${JSON.stringify(value)}`);
    return `  ${JSON.stringify(game)}: {\n${inner.join(',\n')}\n  }`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
