/** A choice of the person that this browser remembers. All parts of the page that show it change at once. */
import { useSyncExternalStore } from 'react';
import { keep, read } from './kept.ts';

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
