/** Parts that are loaded when they are needed. The network may be gone in that moment: they come once it is back. */
import { type ComponentType, lazy } from 'react';

const FIRST_REST_MS = 1000;
const LONGEST_REST_MS = 30_000;
/** As often is a whole page asked for while no server answers: then it is told that it does not come. */
const TRIES_OF_PAGE = 5;

/** A part of a page that is there without it: it is asked for until it comes. */
export function late<Part>(load: () => Promise<ComponentType<Part>>) {
  return lazy(async () => ({ default: await comes(load) }));
}

export const latePage = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await comes(load, mayStillCome) }));

/** Where a server answers, the page itself is missing: the server has another one by now, or a network wants a login. */
const mayStillCome = async (tried: number): Promise<boolean> =>
  tried < 2 || (tried < TRIES_OF_PAGE && !(await isAnswered()));

const isAnswered = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', redirect: 'manual' }).then(
    ({ status }) => status < 500, // a proxy says more while the server behind it starts
    () => false,
  );

type GoingOn = (tried: number) => boolean | Promise<boolean>;

export async function comes<T>(load: () => Promise<T>, goesOn: GoingOn = () => true): Promise<T> {
  for (let tried = 1, rest = FIRST_REST_MS; ; tried++, rest = Math.min(2 * rest, LONGEST_REST_MS)) {
    try {
      return await load();
    } catch (error) {
      if (!(await goesOn(tried))) throw error;
      await rested(rest);
      askForSheets();
    }
  }
}

/** Until so much time has passed, or the network is back. */
const rested = (ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });

/** What a part loads asks for its sheet of styles once. Those that did not come are asked for here. */
const missing = new Set<HTMLLinkElement>();

/** The page calls it once, before it loads a part. */
export function noteMissingSheets(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target);
  };
  document.addEventListener('error', note, true);
}

function askForSheets(): void {
  for (const link of missing) link.replaceWith(link.cloneNode());
  missing.clear();
}
