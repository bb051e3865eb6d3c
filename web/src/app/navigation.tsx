/** Moves between pages without loading anything again. */
import { type AnyGame, type MatchSummaryOf, readInviteLink } from '@flower-war/client';
import { framedIn, type PagePath, PAGES } from '@flower-war/protocol/pages';
import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';

const CHANGED = 'popstate';

export function navigate(href: string, how: 'pushState' | 'replaceState' = 'pushState'): void {
  history[how](null, '', href);
  dispatchEvent(new PopStateEvent(CHANGED));
}

/** For an answer that may come late: it leads on from this page, unless the person has left the page meanwhile. */
export function onward(go: (href: string) => void = navigate): (href: string) => void {
  const here = placeNow();
  return (href) => {
    if (placeNow() === here) go(href);
  };
}

/** To a page of another site. */
export const outward = (): ReturnType<typeof onward> => onward((href) => location.assign(href));

/** What lies above the page does not count. */
const placeNow = (): string => `${location.pathname}${location.search}`;

/** Closes the rules above the page: the step back does not open them again. */
export function closeLayer(): void {
  navigate(RULES_PATH.test(location.pathname) ? PAGES.home : placeNow(), 'replaceState');
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

/** A link that also opens in a new tab, if the person wants that. In a frame of another site it always does. */
export function Link({
  to,
  children,
  className,
  label,
}: {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** What screen readers say, where several links read alike. */
  readonly label?: string | undefined;
}) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(to);
  };
  const outside =
    framedIn(location.pathname) === undefined ? { onClick: follow } : { target: '_blank', rel: 'noopener' };
  return (
    <a href={to} className={className} aria-label={label} {...outside}>
      {children}
    </a>
  );
}

interface WayProps {
  readonly to: string;
  readonly text: string;
  readonly look?: 'main' | 'quiet' | undefined;
  readonly label?: string;
}

/** A link that looks like a button. */
export const Way = ({ text, look, ...link }: WayProps) => (
  <Link {...link} className={`button ${look ?? ''}`}>
    {text}
  </Link>
);

// Which page an address shows. Invitation links lead to a match: `/?match=ID&code=CODE`. The rules lie in the part after `#`, so that a
// match stays open behind them.

export interface Route {
  /** The page, where no match is open. */
  readonly page: PagePath;
  /** There is nothing at this address. */
  readonly isLost?: true;
  /** A table without a match of the server fills the page: that of a lesson or a puzzle. Or the page is a wall. */
  readonly isTable?: true;
  /** The tournament that another site shows in a frame. */
  readonly framed?: string;
  /** The match that is open, if one is. */
  readonly match?: { readonly id: string; readonly code?: string; readonly wall?: true };
  /** The rulebook that lies above everything else. `name` is a game or one of its editions. */
  readonly rules?: { readonly name: string; readonly anchor?: string };
}

export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

const RULES_PATH = /^\/rules(?:\/([a-z0-9-]+))?\/?$/;
const RULES = /^#\/rules(?:\/([a-z0-9-]+))?(?:\/([a-z0-9-]+))?$/;

/** The game whose rules are shown when the address names none. */
export const FIRST_BOOK = 'flower-war';

const PATHS: readonly PagePath[] = Object.values(PAGES);

export function routeOf({ pathname, search, hash }: Address): Route {
  const page = PATHS.find((path) => path === pathname || `${path}/` === pathname);
  const [isBook, book = FIRST_BOOK] = RULES_PATH.exec(pathname) ?? [];
  if (isBook !== undefined) return { page: PAGES.home, rules: { name: book } };
  const framed = framedIn(pathname);
  if (framed !== undefined) return { page: PAGES.tournaments, framed };
  if (page === undefined) return { page: PAGES.home, isLost: true };
  const { match: id, code } = (page === PAGES.home && readInviteLink(`/${search}`)) || {};
  const [isRules, name = FIRST_BOOK, anchor] = RULES.exec(hash) ?? [];
  return {
    page,
    ...(hasTable(page, search) && { isTable: true as const }),
    ...(id !== undefined && {
      match: { id, ...(code !== undefined && { code }), ...(isWall(search) && { wall: true }) },
    }),
    ...(isRules !== undefined && { rules: { name, ...(anchor !== undefined && { anchor }) } }),
  };
}

/** What opens a table at a page that otherwise lists all of them. Other sites add parameters of their own to a link. */
const TABLES: { readonly [page in PagePath]?: readonly string[] } = {
  [PAGES.learn]: ['course'],
  [PAGES.puzzles]: ['id', 'day', 'row'],
};

/** A wall has no header either. */
const hasTable = (page: PagePath, search: string): boolean =>
  page === PAGES.wall || TABLES[page]?.some((name) => new URLSearchParams(search).has(name)) === true;

/** `&wall`: for a screen on a wall, which many people see and no person touches. */
const isWall = (search: string): boolean => new URLSearchParams(search).has('wall');

/** The address of a match: the invitation link, without the server. */
export function matchHref(id: string, code?: string): string {
  return `${PAGES.home}?${new URLSearchParams({ match: id, ...(code !== undefined && { code }) })}`;
}

export const wallHref = (id: string, code?: string): string => `${matchHref(id, code)}&wall`;
export const learnHref = (at?: Readonly<Record<string, string>>): string =>
  at === undefined ? PAGES.learn : `${PAGES.learn}?${new URLSearchParams(at)}`;
export const proofHref = (id: string): string => `${PAGES.proof}?${new URLSearchParams({ match: id })}`;

/** The address of a past match, from a step on and through the eyes of a viewer. */
export function replayHref(id: string, at?: { readonly step: number; readonly as: string }): string {
  return `${PAGES.replay}?${new URLSearchParams({ match: id, ...(at && { step: `${at.step}`, as: at.as }) })}`;
}

/** For a person who knows how the match ended: its replay hides nothing. */
export const openly = (href: string): string => `${href}&open`;

/** The same of a match that was played on this device, and its proof. */
export const deviceReplayHref = (id: number, step = 0): string =>
  `${PAGES.device}?replay=${id}${step > 0 ? `&step=${step}` : ''}`;
export const deviceProofHref = (id: number): string => `${PAGES.proof}?replay=${id}`;

/** Only the part after `#`: what lies behind the rules stays. */
export function rulesHref(name: string, anchor?: string): string {
  return `#/rules/${name}${anchor === undefined ? '' : `/${anchor}`}`;
}

// The match behind the rules, whose numbers the rulebook tells.

export type Behind = Pick<MatchSummaryOf<AnyGame>, 'game' | 'preset' | 'options'>;
export const BehindRules = createContext<(match: Behind | undefined) => void>(() => {});

/** A page that shows a match lays it behind the rules. */
export function useBehindRules(match: Behind | undefined): void {
  const lay = useContext(BehindRules);
  useEffect(() => {
    lay(match);
    return () => lay(undefined);
  }, [lay, match]);
}
