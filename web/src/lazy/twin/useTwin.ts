/** Runs a temple as long as its page is open, and draws it as often as its lights move. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type BrowserTwin, type Hardware, startBrowserTwin, USUAL } from './device/browserTwin.ts';
import type { Login } from './device/login.ts';

export interface Running {
  readonly now: BrowserTwin;
  /** What is chosen for the next start. */
  readonly hardware: Hardware;
  readonly build: (hardware: Hardware) => void;
  readonly powerOn: () => void;
}

/** Lights that run need no more pictures than this. */
const SHOW_EVERY_MS = 60;

/** Nothing before the temple has begun to start. */
export function useTwin(login: Login): Running | undefined {
  const [hardware, build] = useState(USUAL);
  const [now, setNow] = useState<BrowserTwin>();
  const current = useRef<BrowserTwin>(undefined);
  useTicks(now);

  const start = useCallback(
    (wanted: Hardware) => {
      const before = current.current;
      void before?.twin.stop();
      const begun = startBrowserTwin(login, wanted, before);
      current.current = begun;
      setNow(begun);
    },
    [login],
  );
  useEffect(() => {
    start(USUAL);
    return () => void current.current?.twin.stop();
  }, [start]);
  // Other hardware is another device with the same flash.
  const powerOn = () => (now?.hardware === hardware ? now.twin.powerOn() : start(hardware));
  return now && { now, hardware, build, powerOn };
}

function useTicks(now: BrowserTwin | undefined): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const draw = () => setTick((tick) => tick + 1);
    const timer = setInterval(draw, SHOW_EVERY_MS);
    const unwatch = now?.twin.watch(draw);
    return () => {
      clearInterval(timer);
      unwatch?.();
    };
  }, [now]);
}
