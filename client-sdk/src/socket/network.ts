/** Browsers say when the device loses its network or gets it back. Elsewhere nothing is ever said. */

interface Page {
  addEventListener?(name: string, listener: () => void): void;
  removeEventListener?(name: string, listener: () => void): void;
}

/** Calls the listener until the returned function is called. */
export function onNetwork(change: 'online' | 'offline', listener: () => void): () => void {
  const page = globalThis as Page;
  page.addEventListener?.(change, listener);
  return () => page.removeEventListener?.(change, listener);
}
