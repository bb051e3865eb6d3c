/** Changes the server's own classes while a leak is planted. */
type Method = (...args: never[]) => unknown;

/** Replaces a method. Returns a function that restores it. */
export function replaced<M extends Method>(owner: object, name: string, wrap: (real: M) => M): () => void {
  const prototype: Record<string, Method> = Object.getPrototypeOf(owner);
  const real = prototype[name] as M;
  prototype[name] = wrap(real);
  return () => {
    prototype[name] = real;
  };
}
