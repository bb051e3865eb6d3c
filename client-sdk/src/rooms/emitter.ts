/** Typed events, and waiting until something holds. */
import { limited, type Waiting } from '../waiting/limited.ts';

type Listener<T> = (value: T) => void;

/** The same listener may listen several times, and each time ends by itself. */
type Listening = readonly [listener: Listener<never>, isOnce: boolean];

/** Typed events. `on` and `once` return a function that stops listening. */
export class Emitter<Events extends object> {
  private readonly listeners = new Map<keyof Events, Set<Listening>>();

  /** Listens until the returned function is called. */
  on<K extends keyof Events>(name: K, listener: Listener<Events[K]>): () => void {
    return this.listen(name, listener, false);
  }

  /** Listens to the next event alone. */
  once<K extends keyof Events>(name: K, listener: Listener<Events[K]>): () => void {
    return this.listen(name, listener, true);
  }

  /** Stops listening with `on` or `once`. */
  off<K extends keyof Events>(name: K, listener: Listener<Events[K]>): void {
    const all = this.listeners.get(name);
    for (const one of all ?? []) if (one[0] === listener) all?.delete(one);
  }

  protected emit<K extends keyof Events>(name: K, value: Events[K]): void {
    const all = this.listeners.get(name);
    for (const one of [...(all ?? [])]) {
      const [listener, isOnce] = one;
      if (isOnce) all?.delete(one);
      call(listener as Listener<Events[K]>, value);
    }
  }

  private listen<K extends keyof Events>(name: K, listener: Listener<Events[K]>, isOnce: boolean): () => void {
    const listeners = this.listeners.get(name) ?? new Set<Listening>();
    this.listeners.set(name, listeners);
    const own: Listening = [listener as Listener<never>, isOnce];
    listeners.add(own);
    return () => listeners.delete(own);
  }
}

interface Condition<Events> {
  /** The events after which the condition may hold. */
  readonly names: readonly (keyof Events)[];
  readonly holds: () => boolean;
  /** Why the condition will never hold, once that is so. */
  readonly ending: () => Error | undefined;
}

/** Resolves as soon as the condition holds, also if it holds already. Rejects if it will never hold. */
export function waitFor<Events extends object>(
  emitter: Emitter<Events>,
  { names, holds, ending }: Condition<Events>,
  waiting: Waiting,
): Promise<void> {
  const stops: (() => void)[] = [];
  const held = () =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        try {
          const end = ending();
          if (end !== undefined) reject(end);
          else if (holds()) resolve();
        } catch (error) {
          reject(error);
        }
      };
      stops.push(...names.map((name) => emitter.on(name, check)));
      check();
    });
  return limited(waiting, held).finally(() => {
    for (const stop of stops) stop();
  });
}

/** Calls a listener. Its error is reported as uncaught, and the others still hear. */
export function call<T>(listener: Listener<T>, value: T): void {
  try {
    listener(value);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
