/** When a notice may go: in hours that are not quiet, once a day, or some time before a decision runs out. */
import type { DailyDigest, PushKeys, QuietHours, ReminderHours } from '@flower-war/protocol';

/** What the player wishes of a webhook, beside its events. Kept as JSON. */
export interface Wishes {
  readonly language?: string;
  readonly quiet?: QuietHours;
  readonly digest?: DailyDigest;
  readonly reminder?: ReminderHours;
  /** Of a browser's subscription. */
  readonly keys?: PushKeys;
}

/** All zones of today change their hour at a quarter of an hour. */
const QUARTER_MS = 15 * 60 * 1000;
const HOUR_MS = 4 * QUARTER_MS;
/** Every hour comes within two days, also if a day skips it. No zone makes a search longer than this. */
const LONGEST_SEARCH_MS = 72 * HOUR_MS;
/** What is due at the last moment before quiet hours would come too late: the sender sends it a little later. */
const MINUTE_MS = 60 * 1000;

const quarterAfter = (at: number) => (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS;

/** A zone of a place. An offset such as `+05:37` is none, for it knows no summer time. */
export const isZone = (zone: string): boolean => /^[A-Za-z]/.test(zone) && clockIn(zone) !== undefined;

function clockIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone });
  } catch {
    return undefined;
  }
}

/** A stored zone that this process does not know counts as UTC: the notice matters more than its hour. */
function hourIn(zone: string): (at: number) => number {
  const clock = clockIn(zone);
  return (at) => (clock === undefined ? new Date(at).getUTCHours() : Number(clock.format(at)));
}

function isQuietIn({ from, to, zone }: QuietHours): (at: number) => boolean {
  const hourOf = hourIn(zone);
  return (at) => {
    const hour = hourOf(at);
    return from < to ? hour >= from && hour < to : hour >= from || hour < to;
  };
}

/** The first moment from this one on that is not quiet. */
export function afterQuiet(at: number, { quiet }: Wishes): number {
  if (quiet === undefined) return at;
  const isQuiet = isQuietIn(quiet);
  let when = at;
  while (isQuiet(when) && when < at + LONGEST_SEARCH_MS) when = quarterAfter(when);
  return when;
}

/** The last moment up to this one that is not quiet, and is not for a minute. */
function beforeQuiet(at: number, { quiet }: Wishes): number {
  if (quiet === undefined) return at;
  const isQuiet = isQuietIn(quiet);
  const isQuietSoon = (when: number) => isQuiet(when) || isQuiet(when + MINUTE_MS - 1);
  let when = at;
  while (isQuietSoon(when) && when > at - LONGEST_SEARCH_MS)
    when = Math.floor(when / QUARTER_MS) * QUARTER_MS - MINUTE_MS;
  return when;
}

/** When the next digest goes: at the first quarter of its hour. On the day on which a zone skips this hour, there is none. */
function nextDigest(at: number, { hour, zone }: DailyDigest): number {
  const hourOf = hourIn(zone);
  const isFirst = (when: number) => hourOf(when) === hour && hourOf(when - QUARTER_MS) !== hour;
  let when = quarterAfter(at);
  while (!isFirst(when) && when < at + LONGEST_SEARCH_MS) when = quarterAfter(when);
  return when;
}

/** When this webhook is told of what has just happened. */
export function tellAt(at: number, wishes: Wishes): number {
  return afterQuiet(wishes.digest === undefined ? at : nextDigest(at, wishes.digest), wishes);
}

interface Decision {
  /** Now. */
  readonly at: number;
  /** When its time is over. */
  readonly until: number;
}

/**
 * When the player is reminded of a decision. Quiet hours make it earlier, or else later, if there is still time then. Undefined if the
 * decision has no such time.
 */
export function remindAt({ at, until }: Decision, wishes: Wishes): number | undefined {
  if (wishes.reminder === undefined) return undefined;
  const wanted = until - wishes.reminder * HOUR_MS;
  if (wanted <= at) return undefined;
  const early = beforeQuiet(wanted, wishes);
  if (early > at) return early;
  const late = afterQuiet(wanted, wishes);
  return late < until ? late : undefined;
}

/** For people: less than this many hours are left. */
export const hoursUntil = (until: number, now: number): number => Math.max(1, Math.ceil((until - now) / HOUR_MS));

/** For people: in this many minutes. */
export const minutesUntil = (until: number, now: number): number =>
  Math.max(1, Math.round((until - now) / (HOUR_MS / 60)));
