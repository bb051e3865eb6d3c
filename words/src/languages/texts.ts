/** The texts of those languages, for a program that wants all at once. `npm run do -- language` writes this. */
import de from './de.json' with { type: 'json' };

export const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = { de };
