type Listener<T> = (value: T) => void;

/** Typed events. `on` returns a function that stops listening. */
export class Emitter<Events extends object> {
  private readonly listeners = new Map<keyof Events, Set<Listener<never>>>();

  on<K extends keyof Events>(name: K, listener: Listener<Events[K]>): () => void {
    const set = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, set);
    set.add(listener as Listener<never>);
    return () => set.delete(listener as Listener<never>);
  }

  emit<K extends keyof Events>(name: K, value: Events[K]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) call(listener as Listener<Events[K]>, value);
  }
}

interface Waiting<Events> {
  /** The events after which the condition may hold. */
  readonly names: readonly (keyof Events)[];
  readonly holds: () => boolean;
  /** Why the condition will never hold, once that is so. */
  readonly ending: () => Error | undefined;
}

/** Resolves as soon as the condition holds, also if it holds already. Rejects if it will never hold. */
export function waitFor<Events extends object>(
  emitter: Emitter<Events>,
  { names, holds, ending }: Waiting<Events>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const end = ending();
      if (end === undefined && !holds()) return;
      for (const stop of stops) stop();
      if (end === undefined) resolve();
      else reject(end);
    };
    const stops = names.map((name) => emitter.on(name, check));
    check();
  });
}

/** An error of a listener is reported as uncaught. The other listeners still hear. */
function call<T>(listener: Listener<T>, value: T): void {
  try {
    listener(value);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
