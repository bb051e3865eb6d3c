/** The help during a match: the goal of the game, and a line or two for each command. */
import type { Screen } from '@flower-war/words';
import { goalOf } from '../words/names.ts';

const COLUMN = 11;

export function helpLines({ help, match, goals }: Screen, game: string): readonly string[] {
  const goal = goalOf({ goals }, game);
  return [
    ...(goal === undefined ? [] : [match.help(goal), '']),
    ...help.introduction,
    ...help.commands.flatMap(([command, meaning]) => commandLines(`  ${command}`, meaning)),
  ];
}

/** A short command stands beside its meaning, a long one above it. */
function commandLines(command: string, meaning: string): readonly string[] {
  return command.length <= COLUMN - 2
    ? [`${command.padEnd(COLUMN)}${meaning}`]
    : [command, `${' '.repeat(COLUMN)}${meaning}`];
}
