type Listener<T> = (value: T) => void;

/** Typed events; `on` returns the way to stop listening. */
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

/** A listener that throws is reported as uncaught, but keeps nobody else from hearing. */
function call<T>(listener: Listener<T>, value: T): void {
  try {
    listener(value);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
