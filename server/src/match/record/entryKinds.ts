/** What the server must know of each kind of entry. A new kind does not compile until every switch here has it. */
import type { ActionId, Entry, EntryOf } from '@flower-war/protocol';

/**
 * Whether an entry shows while a window is open. Moves, wishes and habits there stay hidden. Other entries have nothing to do
 * with the window and show at once. A temple entry that opens a window counts as a move.
 */
type InWindow = 'hidden' | 'hidden-if-it-opens-one' | 'shown';

export function inWindow(kind: Entry['kind']): InWindow {
  switch (kind) {
    case 'move':
    case 'clock':
    case 'asks':
    case 'habits':
      return 'hidden';
    case 'temple':
      return 'hidden-if-it-opens-one';
    case 'created':
    case 'seated':
    case 'started':
    case 'agreement':
    case 'absence':
    case 'vacation':
    case 'resumed':
    case 'restored':
    case 'ended':
      return 'shown';
  }
}

/** The seat whose action the entry is. A move by wish or by habit is none, and a return answers no question. */
export function actorOf(entry: Entry): number | undefined {
  switch (entry.kind) {
    case 'move':
      return entry.by === 'wish' || entry.by === 'habit' ? undefined : entry.seat;
    case 'absence':
      return entry.what === 'returned' ? undefined : entry.seat;
    case 'clock':
      return entry.seat;
    case 'created':
    case 'seated':
    case 'started':
    case 'agreement':
    case 'asks':
    case 'habits':
    case 'vacation':
    case 'temple':
    case 'resumed':
    case 'restored':
    case 'ended':
      return undefined;
  }
}

type WithId<E> = E extends unknown ? ('id' extends keyof E ? E : never) : never;
type OfSeat<B> = B extends unknown ? Omit<B, 'seat' | 'id'> & { readonly seat: number; readonly id: ActionId } : never;

/** The answer to the open offer, of any kind. */
export interface Reply {
  readonly kind: 'agreement';
  readonly at: number;
  readonly seat: number;
  readonly is: 'accepted' | 'declined';
  readonly id: ActionId;
}

/** What a player's action may ask for: any entry that can have an action id. */
export type AskedBody = OfSeat<WithId<Body>>;

/** A reply does not name its subject: that follows from the offer. */
export function isReply(body: AskedBody | Reply): body is Reply {
  return body.kind === 'agreement' && !('what' in body);
}

type WithoutHead<E> = E extends unknown ? Omit<E, 'seq' | 'at' | 'check' | 'seat' | 'id'> : never;
export type ActionContent = WithoutHead<WithId<Entry> | Reply>;

/**
 * What an action asks for, in a few words. The text is the same for the action and for its entry. Every entry that can
 * have an action id has its text here, so that no accepted action stays unanswered.
 */
export function whatIsAsked(asked: ActionContent): string {
  switch (asked.kind) {
    case 'move':
      return asked.move;
    case 'asks':
      return `asks ${asked.what}`;
    case 'habits':
      return `habits ${asked.keeps}`;
    case 'agreement':
      return asked.is === 'offered' ? `offer ${asked.what} ${asked.minutes ?? ''}` : `reply ${asked.is}`;
    case 'absence':
      return `absence ${asked.what}`;
    case 'temple':
      return `beads ${asked.what} ${asked.temple} ${beadsIn(asked)}`;
  }
}

function beadsIn(asked: Extract<ActionContent, { kind: 'temple' }>): string {
  switch (asked.what) {
    case 'confirmed':
    case 'unbound':
      return '';
    case 'by-hand':
      return `${asked.is}`;
    case 'disputed':
      return asked.slot;
    case 'returned':
    case 'claimed':
      return `${asked.slot} ${asked.n}`;
    case 'settled':
      return `${asked.slot} ${asked.n} ${asked.as}`;
  }
}

/** How much of a player's id is shown, enough to tell players apart. */
export const ID_SHOWN = 6;

/** The entry as `npm run do -- replay` prints it. */
export function wordsOf(entry: Entry): string {
  switch (entry.kind) {
    case 'created':
      return `created: ${entry.game} version ${entry.rulesVersion}, ${entry.preset}, ${entry.seats} seats, match ${entry.match}`;
    case 'seated':
      return entry.by === 'bot' ? 'sits down (bot)' : `sits down and adds ${entry.contribution}`;
    case 'started':
      return 'started';
    case 'move':
      return entry.by === 'wish' || entry.by === 'habit' ? `${entry.move} (by ${entry.by})` : entry.move;
    case 'clock':
      return `${entry.move} (by the clock)`;
    case 'asks':
      return `asks ${entry.what}`;
    case 'habits':
      return `keeps habits: ${entry.keeps}`;
    case 'absence':
      return [entry.what, entry.bot, entry.player?.slice(0, ID_SHOWN)].filter(Boolean).join(' ');
    case 'agreement':
      return `${entry.what}${entry.minutes === undefined ? '' : ` of ${entry.minutes} minutes`} ${entry.is}`;
    case 'vacation':
      return entry.until > entry.at
        ? `on vacation until ${new Date(entry.until).toISOString()}`
        : 'ends the vacation before its time';
    case 'temple':
      return templeText(entry);
    case 'resumed':
      return `resumed after ${entry.lost} ms`;
    case 'restored':
      return `restored from a backup: what is drawn from here on is new, by ${entry.entropy}`;
    case 'ended':
      return `ended: the secret was ${entry.secret}`;
  }
}

/** Such as `templo-7f3a sensed epoch=1 war=3 rain=0`. Of an account it prints only the counts. */
function templeText(entry: EntryOf<'temple'>): string {
  const { seq: _, at: __, kind: ___, temple, what, ...fields } = entry;
  const told = Object.entries(fields).filter(([field]) => !['id', 'check', 'account', 'seat'].includes(field));
  const counted = entry.what === 'bound' ? [`sensed=${compact(entry.account.sensed)}`] : [];
  return [temple, what, ...told.map(([field, value]) => `${field}=${compact(value)}`), ...counted].join(' ');
}

export function compact(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

// An entry as a command asks for it.

/** The fields of an entry that a command gives. The record adds the rest. */
export type Body = DistributiveOmit<Exclude<Entry, { kind: 'ended' | 'created' }>, 'seq' | 'check'>;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A move by a player, a bot, a wish, a habit or the clock. */
export type Turn = Extract<Body, { kind: 'move' | 'clock' }>;
