import { useEffect } from 'react';

/** Keeps the screen lit, where the browser can and the page came by https. A page that was hidden must ask again. */
export function useAwake(): void {
  useEffect(() => {
    let held: WakeLockSentinel | undefined;
    const hold = async () => {
      if (document.visibilityState === 'visible' && 'wakeLock' in navigator)
        held = await navigator.wakeLock.request('screen').catch(() => undefined);
    };
    const again = () => void hold();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      document.removeEventListener('visibilitychange', again);
      void held?.release();
    };
  }, []);
}
