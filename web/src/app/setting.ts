/** What this browser remembers. When the person chooses anew, all parts of the page that show the choice change at once. */
import type { LiveMatch, SignedIn } from '@flower-war/client';
import { useEffect, useSyncExternalStore } from 'react';

export interface Setting<T> {
  /** As it is now: another tab of this browser may have chosen since. */
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
  let text = read(name);
  let value = form.read(text);
  return {
    value() {
      const kept = read(name);
      if (kept !== text) value = form.read(kept);
      text = kept;
      return value;
    },
    choose(chosen) {
      value = chosen;
      keep(name, form.write(chosen));
      text = read(name); // what was there before, if the browser keeps nothing
      for (const listener of [...listeners]) listener();
    },
    listen(listener) {
      listeners.add(listener);
      addEventListener('storage', listener); // another tab
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
  };
}

/** On or off. */
export const flag = (name: string, usual = false): Setting<boolean> =>
  setting(name, {
    read: (text) => (usual ? text !== 'off' : text === 'on'),
    write: (isOn) => (isOn ? 'on' : 'off'),
  });

/** Ids, the newest where they are put. */
export const list = (name: string): Setting<readonly string[]> =>
  setting(name, {
    read: (text = ''): readonly string[] => text.split(' ').filter(Boolean),
    write: (ids) => ids.join(' '),
  });

export const useSetting = <T>({ listen, value }: Setting<T>): T => useSyncExternalStore(listen, value);

/** How fast things move on the table; 0: they do not. */
export const SPEEDS = [0, 0.5, 1, 2] as const;

type Speed = (typeof SPEEDS)[number];
const USUAL: Speed = 1;

export const SPEED: Setting<Speed> = setting('flower-war-speed', {
  read: (text) => SPEEDS.find((speed) => String(speed) === text) ?? USUAL,
  write: String,
});

/** That of the browser, until the person chooses one. */
export const LANGUAGE: Setting<string> = setting('flower-war-language', {
  read: (text = navigator.language) => text,
  write: String,
});

// How it is kept. A browser that remembers nothing still plays.

const SESSION = 'flower-war-session';

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
export const readJson = <T>(name: string): T | undefined => parsed(read(name));

export function parsed<T>(text = 'null'): T | undefined {
  try {
    return (JSON.parse(text) as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export const keepJson = (name: string, value: unknown): void =>
  keep(name, value === undefined ? undefined : JSON.stringify(value));

export const keptSession = (): SignedIn | undefined => readJson(SESSION);
export const keepSession = (session: SignedIn | undefined): void => keepJson(SESSION, session);

// What this browser saw and added before its matches began, so that a proof can look for it in their records.

interface KeptDice {
  readonly match: string;
  /** What the server had committed to when the player sat down. */
  readonly commitment: string;
  /** The random bytes that this browser added. */
  readonly contribution: string;
}

const DICE = 'flower-war-dice';
const MOST_KEPT = 50;

const allKept = (): readonly KeptDice[] => readJson(DICE) ?? [];

export const keptDice = (match: string): KeptDice | undefined => allKept().find((kept) => kept.match === match);

/** The matches of long ago are forgotten. */
function keepDice(dice: KeptDice): void {
  const others = allKept().filter(({ match }) => match !== dice.match);
  keepJson(DICE, [dice, ...others].slice(0, MOST_KEPT));
}

/** Remembers the dice of a match in which the player has just sat down. A player who comes back has added nothing more. */
export function useKeptDice(live: LiveMatch | undefined): void {
  useEffect(() => {
    if (live?.fairness.contribution === undefined) return;
    const { commitment, contribution } = live.fairness;
    keepDice({ match: live.id, commitment, contribution });
  }, [live]);
}
