/** What the browser remembers. A browser that remembers nothing still plays. */
import type { SignedIn } from '@flower-war/client';

const SESSION = 'flower-war-session';
const LANGUAGE = 'flower-war-language';

export function read(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined; // the person forbids it
  }
}

export function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {} // the next visit begins anew
}

export function keptSession(): SignedIn | undefined {
  try {
    return (JSON.parse(read(SESSION) ?? 'null') as SignedIn | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepSession(session: SignedIn | undefined): void {
  keep(SESSION, session && JSON.stringify(session));
}

export const keptLanguage = (): string => read(LANGUAGE) ?? navigator.language;

export const keepLanguage = (language: string): void => keep(LANGUAGE, language);
