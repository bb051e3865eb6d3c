/** Types that run times have and the language has not: a program may have been told of none of them. */

/** What every implementation has in common. */
const COMMON: Readonly<Record<string, string>> = {
  AbortSignal: `{
    readonly aborted: boolean;
    readonly reason?: unknown;
    addEventListener(name: 'abort', listener: () => void): void;
    removeEventListener(name: 'abort', listener: () => void): void;
  }`,
};

/** Declares those that the text names: as the program knows them, or else by what they have in common. */
export function declareGlobals(text: string): string {
  const named = Object.entries(COMMON).filter(([name]) => new RegExp(`\\b${name}\\b`).test(text));
  const lines = named.map(
    ([name, common]) =>
      `type ${name} = typeof globalThis extends { ${name}: { prototype: infer Own } } ? Own : ${common};\n`,
  );
  return lines.join('') + text;
}
