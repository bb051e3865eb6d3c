/** Tests run the files that people copy. Only ports, addresses and folders differ, and each must stand there. */

export type Changes = Readonly<Record<string, string>>;

/** The text with each of these parts replaced wherever it stands. Fails if a part is missing, so that no test runs on the wrong file. */
export function adapted(text: string, changes: Changes): string {
  return Object.entries(changes).reduce((before, [part, replacement]) => {
    if (!before.includes(part)) throw new Error(`the file does not contain ${JSON.stringify(part)}`);
    return before.replaceAll(part, () => replacement);
  }, text);
}
