/** Browsers say whether a page is in sight. Elsewhere it always is. */

interface Page {
  readonly document?: {
    readonly visibilityState?: string;
    addEventListener(name: string, listener: () => void): void;
    removeEventListener(name: string, listener: () => void): void;
  };
}

/** Waits until the page is in sight, or until the signal ends the waiting. */
export async function wokenBySight(stop: AbortSignal): Promise<void> {
  const { document } = globalThis as Page;
  const isHidden = () => document?.visibilityState === 'hidden' && !stop.aborted;
  if (document === undefined || !isHidden()) return;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (isHidden()) return;
      document.removeEventListener('visibilitychange', look);
      stop.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    stop.addEventListener('abort', look);
  });
}
