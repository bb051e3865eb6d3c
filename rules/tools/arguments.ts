import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Wrong arguments: a word to whoever typed them, and exit code 2. */
export function usage(problem: string): never {
  console.error(problem);
  process.exit(2);
}

/** The command line, or a word about what is wrong with it. */
export function commandLine<T extends ParseArgsOptionsConfig>(options: T) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
}

export function wholeNumber(name: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return usage(`--${name} must be a whole number, not "${text}"`);
}
