import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** Prints what is wrong with the arguments and ends with exit code 2. */
export function usage(problem: string): never {
  console.error(problem);
  process.exit(2);
}

/** Reads the command line. If it is wrong, prints the problem and ends. */
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
