/** A choice of the person that this browser remembers. All parts of the page that show it change at once. */
import type { SignedIn } from '@flower-war/client';
import { useSyncExternalStore } from 'react';

export interface Setting<T> {
  readonly value: () => T;
  readonly choose: (value: T) => void;
  readonly listen: (listener: () => void) => () => void;
}

interface Form<T> {
  /** Reads what is kept, which may be missing or of another version of the page. */
  readonly read: (text: string | undefined) => T;
  readonly write: (value: T) => string;
}

export function setting<T>(name: string, form: Form<T>): Setting<T> {
  const listeners = new Set<() => void>();
  let value = form.read(read(name));
  return {
    value: () => value,
    choose(chosen) {
      value = chosen;
      keep(name, form.write(chosen));
      for (const listener of [...listeners]) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useSetting = <T>({ listen, value }: Setting<T>): T => useSyncExternalStore(listen, value);

// What the browser remembers. A browser that remembers nothing still plays.

const SESSION = 'flower-war-session';
const LANGUAGE = 'flower-war-language';

function read(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined; // the person forbids it
  }
}

function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {} // the next visit begins anew
}

/** The same for what is kept as JSON, which may be of another version of the page. */
export function readJson<T>(name: string): T | undefined {
  try {
    return (JSON.parse(read(name) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export const keepJson = (name: string, value: unknown): void =>
  keep(name, value === undefined ? undefined : JSON.stringify(value));

export const keptSession = (): SignedIn | undefined => readJson(SESSION);
export const keepSession = (session: SignedIn | undefined): void => keepJson(SESSION, session);
export const keptLanguage = (): string => read(LANGUAGE) ?? navigator.language;
export const keepLanguage = (language: string): void => keep(LANGUAGE, language);
