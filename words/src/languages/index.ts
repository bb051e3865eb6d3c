/** The languages that are a file in `words/languages/`. `npm run do -- language` writes this. */

interface Further {
  /** As its own speakers call it. */
  readonly name: string;
  readonly load: () => Promise<{ readonly default: Readonly<Record<string, string>> }>;
}

export const FURTHER: Readonly<Record<string, Further>> = {
  de: { name: 'Deutsch', load: () => import('./de.json', { with: { type: 'json' } }) },
};
