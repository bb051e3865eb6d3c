/** Moves between pages without loading anything again. */
import type { MouseEvent, ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { type Route, routeOf } from './route.ts';

const CHANGED = 'popstate';

export function navigate(href: string): void {
  history.pushState(null, '', href);
  dispatchEvent(new PopStateEvent(CHANGED));
}

/** Closes what lies above the page, such as the rules. */
export function closeLayer(): void {
  navigate(`${location.pathname}${location.search}`);
}

export function useRoute(): Route {
  useSyncExternalStore(subscribe, () => location.href);
  return routeOf(location);
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}

/** A part of the address after `?`. */
export function useQuery(name: string): string | undefined {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return new URLSearchParams(search).get(name) ?? undefined;
}

interface LinkProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A link that also opens in a new tab, if the person wants that. */
export function Link({ to, children, className }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  );
}
