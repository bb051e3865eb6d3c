/** Judges entries about the temples at the table. */
import type { AnyGame, Seat, Slot } from '@flower-war/rules';
import {
  type BeadAccount,
  type Coming,
  heldAgain,
  isBalanced,
  marked,
  newBeads,
  type Run,
  sensed,
  settled,
  takenOut,
} from './beadAccount.ts';
import type { EntryOf } from './entry/entries.ts';
import {
  accepted,
  advanced,
  type BoundTemple,
  chanceOf,
  endTemple,
  type Folding,
  isReady,
  type JudgedEntry,
  liveTemples,
  type Position,
  readyBeads,
  refused,
  slotsInOrder,
  templeOfSeat,
  windowOf,
  withTemple,
} from './position.ts';

type Entry = EntryOf<'temple'>;
type Of<W extends Entry['what']> = Extract<Entry, { what: W }>;

export function templeEntry({ engine }: Folding, position: Position, entry: Entry): JudgedEntry {
  if (engine.temple === undefined) return refused('no-temple');
  if (position.status !== 'open' && position.status !== 'running') return refused('match-over');
  const judgement = judge(engine, position, entry);
  // This comes last: an entry that is refused anyway is refused at once, also while a window is open.
  const mustWait = judgement.ok && windowOf(engine, position) !== undefined && waitsForWindows(engine, position, entry);
  return mustWait ? refused('window-open') : judgement;
}

function judge(engine: AnyGame, position: Position, entry: Entry): JudgedEntry {
  if (entry.what === 'bound') return bind(position, entry);
  if (entry.what === 'by-hand') return switchHand(position, entry);
  const bound = position.temples.all.get(entry.temple);
  if (bound === undefined || bound.isOver) return refused('not-bound');
  switch (entry.what) {
    case 'sensed':
      return sense(engine, position, { entry, bound });
    case 'offered':
      return (isDue(engine, position, entry) && offerNext(engine, position, entry.seq)) || refused('nothing-to-offer');
    case 'drawn':
      return isDue(engine, position, entry) ? drawGift(engine, position, entry.seq) : refused('nothing-to-draw');
    case 'unbound':
      return put(position, entry, endTemple(bound, 'no-match'));
    case 'claimed':
    case 'confirmed':
    case 'disputed':
    case 'returned':
    case 'settled':
      return decide(position, entry, bound);
  }
}

function isDue(engine: AnyGame, position: Position, { what, temple }: Of<'offered' | 'drawn'>): boolean {
  const due = templeDue(engine, position);
  return due?.what === what && due.temple === temple;
}

const isAtTable = ({ occupants, gone }: Position, seat: number): boolean =>
  occupants.get(seat)?.kind === 'player' && !gone.includes(seat);

/** Judges what a player says about beads. */
function decide(
  position: Position,
  entry: Of<'returned' | 'confirmed' | 'claimed' | 'disputed' | 'settled'>,
  bound: BoundTemple,
): JudgedEntry {
  if (!isAtTable(position, entry.seat)) return refused('no-player-there');
  if (!mayDecide(bound, entry)) return refused('not-your-temple');
  switch (entry.what) {
    case 'returned':
      return judged(position, entry, isDisputed(bound, entry.slot) ? 'disputed' : takeOut(bound, entry));
    case 'confirmed':
      return judged(position, entry, confirm(bound));
    case 'claimed':
      return judged(position, entry, claim(bound, entry));
    case 'disputed':
      return judged(position, entry, dispute(bound, entry));
    case 'settled':
      return isHost(position, entry.seat) ? judged(position, entry, settle(bound, entry)) : refused('not-the-host');
  }
}

/** Whether a seat may say this. At the temple of a seat, only that seat may, and the host who settles a dispute. */
const mayDecide = ({ seat }: BoundTemple, { seat: by, what }: Entry & { readonly seat: number }): boolean =>
  seat === undefined || seat === by || what === 'settled' || what === 'claimed';

const isDisputed = ({ disputes }: BoundTemple, slot: Slot): boolean => disputes.some((one) => one.slot === slot);

/**
 * Whether this seat settles disputes: the host, or the remaining player who sat down first. So disputes can always end.
 */
function isHost(position: Position, seat: number): boolean {
  const people = [...position.occupants].filter(([at]) => isAtTable(position, at));
  const host = people.find(([, one]) => one.kind === 'player' && one.player === position.host);
  return (host ?? people[0])?.[0] === seat;
}

function put(position: Position, { temple }: Entry, bound: BoundTemple): JudgedEntry {
  return accepted({ ...position, temples: withTemple(position, temple, bound) });
}

function judged(position: Position, entry: Entry, changed: BeadAccount | BoundTemple | string): JudgedEntry {
  const bound = position.temples.all.get(entry.temple);
  if (typeof changed === 'string' || bound === undefined) return refused(String(changed));
  return put(position, entry, 'account' in changed ? changed : { ...bound, account: changed });
}

const UNCLAIMED = { why: 'unclaimed' } as const;

function bind(position: Position, entry: Of<'bound'>): JudgedEntry {
  const { by, seat, account } = entry;
  const occupants = [...position.occupants];
  const sits = occupants.some(([at, one]) => one.kind === 'player' && one.player === by && (seat ?? at) === at);
  const isTaken = liveTemples(position).some(
    ([, bound]) => bound.seat === undefined || seat === undefined || bound.seat === seat,
  );
  const was = position.temples.all.get(entry.temple);
  if (!sits) return refused('not-seated');
  if (seat !== undefined && position.gone.includes(seat)) return refused('has-left');
  if (isTaken || (was !== undefined && !was.isOver)) return refused('temple-there');
  if (!isBalanced(account) || account.rev < (was?.account.rev ?? 0)) return refused('bad-account');
  const isOfSeat = seat !== undefined && { seat };
  const own =
    seat === undefined ? marked(account, { isMeant: ({ why }) => why !== 'implausible' }, UNCLAIMED) : account;
  return put(position, entry, { by, ...isOfSeat, account: own, disputes: [], isOver: false });
}

/** The seat makes its offerings on the screen, or with the temple again. */
function switchHand(position: Position, { temple, seat, is }: Of<'by-hand'>): JudgedEntry {
  const { temples } = position;
  if (!isAtTable(position, seat)) return refused('no-player-there');
  if (templeOfSeat(position, seat) !== temple) return refused('not-your-temple');
  if (temples.byHand.includes(seat) === is) return refused('nothing-changes');
  const byHand = is ? [...temples.byHand, seat].sort() : temples.byHand.filter((one) => one !== seat);
  return accepted({ ...position, temples: { ...temples, byHand } });
}

interface Sensing {
  readonly entry: Of<'sensed'>;
  readonly bound: BoundTemple;
}

/** Moves the cursor, holds the new beads, and makes the first offering that they allow, all in one entry. */
function sense(engine: AnyGame, position: Position, { entry, bound }: Sensing): JudgedEntry {
  const beads = newBeads(bound.account, entry);
  if (beads.war + beads.rain === 0) return refused('nothing-new');
  const account = sensed(bound.account, entry, { at: entry.at, as: whoseAndWhy(engine, position, { entry, bound }) });
  const next = { ...position, temples: withTemple(position, entry.temple, { ...bound, account }) };
  const offered = offerNext(engine, next, entry.seq);
  return offered?.ok ? offered : accepted(next);
}

function whoseAndWhy(engine: AnyGame, position: Position, { entry, bound }: Sensing): Coming['as'] {
  if (entry.doubtful) return () => ({ why: 'implausible' });
  if (bound.seat !== undefined) {
    const why = whyOf(engine, position, bound.seat);
    return () => ({ why });
  }
  return (slot, ordinal) => {
    const seat = seatThen(position, dropped(entry, slot, ordinal));
    return seat === undefined ? { why: 'unclaimed' } : { seat, why: whyOf(engine, position, seat) };
  };
}

/** Why a bead of this seat waits, if it does. */
function whyOf(engine: AnyGame, position: Position, seat: number): Run['why'] {
  if (position.status !== 'running') return 'wrong-phase';
  return engine.temple?.standing(position.state)?.seat === seat ? 'wrong-phase' : 'not-your-turn';
}

/** When a bead was dropped; `undefined` if the report tells ages, but not that of this bead. */
function dropped({ at, ages }: Of<'sensed'>, slot: Slot, ordinal: number): number | undefined {
  if (ages === undefined || ages.length === 0) return at;
  const age = ages.find(([of, n]) => of === slot && n === ordinal)?.[2];
  return age === undefined ? undefined : at - age;
}

function seatThen({ temples }: Position, at: number | undefined): number | undefined {
  if (at === undefined) return undefined;
  return temples.steps.findLast(({ from, until = Number.POSITIVE_INFINITY }) => from <= at && at <= until)?.seat;
}

/** Takes out refused beads first, because they wait to be taken out. */
function takeOut({ account }: BoundTemple, { slot, n }: Pick<Of<'returned'>, 'slot' | 'n'>): BeadAccount | string {
  if (n > account.toTake[slot] + account.held[slot]) return 'not-so-many';
  const refusedOnes = Math.min(n, account.toTake[slot]);
  const isMeant = (run: Run) => run.slot === slot;
  return settled(takenOut(account, slot, refusedOnes), { isMeant, most: n - refusedOnes }, 'returned');
}

function confirm({ seat, account }: BoundTemple): BeadAccount | string {
  const isMeant = ({ why }: Run) => why === 'implausible';
  if (!account.waiting.some(isMeant)) return 'nothing-to-confirm';
  return marked(account, { isMeant }, { why: seat === undefined ? 'unclaimed' : 'wrong-phase' });
}

function claim(bound: BoundTemple, { seat, slot, n }: Of<'claimed'>): BeadAccount | string {
  if (bound.seat !== undefined) return 'not-the-tables';
  const isMeant = (run: Run) => run.slot === slot && run.why === 'unclaimed';
  const there = bound.account.waiting.reduce((sum, run) => sum + (isMeant(run) ? run.n : 0), 0);
  return n > there ? 'not-so-many' : marked(bound.account, { isMeant, most: n }, { why: 'wrong-phase', seat });
}

function dispute(bound: BoundTemple, { seat, slot }: Of<'disputed'>): BoundTemple | string {
  const { account, disputes } = bound;
  if (account.toTake[slot] + account.held[slot] === 0) return 'nothing-to-dispute';
  if (isDisputed(bound, slot)) return 'disputed-already';
  return { ...bound, disputes: [...disputes, { slot, seat }] };
}

function settle(bound: BoundTemple, { slot, n, as }: Of<'settled'>): BoundTemple | string {
  const dispute = bound.disputes.find((one) => one.slot === slot);
  if (dispute === undefined) return 'no-dispute';
  const account = as === 'returned' ? takeOut(bound, { slot, n }) : count(bound, { slot, n, seat: dispute.seat });
  if (typeof account === 'string') return account;
  return { ...bound, account, disputes: bound.disputes.filter((one) => one !== dispute) };
}

/**
 * Makes doubted, refused or another seat's beads count: for the seat of the temple, or else for the seat that disputed.
 */
function count(bound: BoundTemple, { slot, n, seat }: { slot: Slot; n: number; seat: number }): BeadAccount | string {
  const { account } = bound;
  const owner: Pick<Run, 'seat'> = bound.seat === undefined ? { seat } : {};
  if (n > account.toTake[slot] + account.held[slot]) return 'not-so-many';
  const refusedOnes = Math.min(n, account.toTake[slot]);
  const again = refusedOnes > 0 ? heldAgain(account, { slot, n: refusedOnes, ...owner }) : account;
  const isMeant = (run: Run) => run.slot === slot && (run.why === 'implausible' || run.seat !== owner.seat);
  return marked(again, { isMeant, most: n - refusedOnes }, { why: 'wrong-phase', ...owner });
}

// Which entries about temples may be written while a hidden window is open.

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What happens to a temple, without its place in a record. */
type TempleDeed = DistributiveOmit<EntryOf<'temple'>, 'seq' | 'at' | 'check'>;

/**
 * Whether a deed tells of beads of the seat whose turn it is. Without a window these beads might be offered at once, so
 * the deed without the offering would reveal the window. Beads without an owner may belong to any seat.
 */
export function concernsTurnSeat(engine: AnyGame, { state, temples }: Position, deed: TempleDeed): boolean {
  const turn = state === undefined ? undefined : engine.temple?.standing(state)?.seat;
  if (turn === undefined) return false;
  const bound = temples.all.get(deed.temple);
  switch (deed.what) {
    case 'bound':
      return deed.seat === turn && deed.account.waiting.length > 0;
    case 'unbound':
    case 'returned':
    case 'disputed':
      return false;
    case 'by-hand':
    case 'claimed':
    case 'confirmed':
      return (bound?.seat ?? deed.seat) === turn;
    case 'sensed':
    case 'settled':
    case 'offered':
    case 'drawn':
      return (bound?.seat ?? turn) === turn;
  }
}

/**
 * Whether a deed waits until no window is open. A server makes all deeds wait at a table that shows outcomes late;
 * older records may still have temples that came or went in a window.
 */
function waitsForWindows(engine: AnyGame, position: Position, entry: TempleDeed): boolean {
  switch (entry.what) {
    case 'offered':
    case 'drawn':
      return true;
    case 'bound':
    case 'unbound':
      return false;
    case 'by-hand':
    case 'claimed':
    case 'confirmed':
    case 'disputed':
    case 'returned':
    case 'sensed':
    case 'settled':
      return position.created.table.reactDelaySeconds > 0 || concernsTurnSeat(engine, position, entry);
  }
}

// Makes offerings of beads. The rules judge them like a tap on a screen.

interface Next {
  readonly temple: string;
  readonly seat: Seat;
  readonly slot: Slot;
  readonly price: number;
  readonly moves: readonly unknown[];
}

/** What a match must do by itself now: draw a card that is owed, or make an offering of waiting beads. */
export function templeDue(
  engine: AnyGame,
  position: Position,
): { readonly what: 'drawn' | 'offered'; readonly temple: string } | undefined {
  const { gift } = position.temples;
  if (gift !== undefined && position.status === 'running' && position.pause === undefined)
    return { what: 'drawn', temple: gift.temple };
  const next = nextOffering(engine, position);
  return next && { what: 'offered', temple: next.temple };
}

/** The seat that is in its offering step now, if it uses a temple. */
function offeringSeat(engine: AnyGame, { status, state, pause, temples }: Position): Seat | undefined {
  if (status !== 'running' || pause !== undefined || engine.temple === undefined) return undefined;
  const standing = engine.temple.standing(state);
  return standing?.step === 'now' && !temples.byHand.includes(standing.seat) ? standing.seat : undefined;
}

/** The offering that is made next, if the beads for it are there. */
function nextOffering(engine: AnyGame, position: Position): Next | undefined {
  const seat = offeringSeat(engine, position);
  if (seat === undefined || position.temples.gift !== undefined) return undefined;
  for (const [temple, bound] of liveTemples(position))
    for (const slot of slotsInOrder(bound, seat)) {
      const offering = engine.temple?.offering(position.state, seat, slot);
      if (typeof offering !== 'object' || readyBeads(bound, slot, seat) < offering.price) continue;
      return { temple, seat, slot, ...offering };
    }
  return undefined;
}

/**
 * Makes the next offering; `undefined` if none can be made. Each is an entry of its own, since its outcome may be
 * hidden.
 */
function offerNext(engine: AnyGame, position: Position, seq: number): JudgedEntry | undefined {
  const next = nextOffering(engine, position);
  const bound = next && position.temples.all.get(next.temple);
  if (next === undefined || bound === undefined) return undefined;
  const { temple, seat, slot, price } = next;
  const isMeant = isReady(bound, slot, seat);
  const paid = { ...bound, account: settled(bound.account, { isMeant, most: price }, 'ok') };
  const temples = withTemple(position, temple, paid);
  const played = playAll(engine, { ...position, temples }, { ...next, seq });
  if (!played.ok || played.position.status !== 'running') return played;
  const isOwed = engine.temple?.gift(played.position.state, seat) !== undefined;
  return isOwed ? { ...played, position: withGift(played.position, { temple, seat }) } : played;
}

/** Draws the card of the last offering. */
function drawGift(engine: AnyGame, position: Position, seq: number): JudgedEntry {
  const seat = position.temples.gift?.seat;
  const draw: unknown = seat === undefined ? undefined : engine.temple?.gift(position.state, seat);
  if (seat === undefined || draw === undefined) return refused('nothing-to-draw');
  return playAll(engine, withGift(position, undefined), { seat, moves: [draw], seq });
}

function withGift(position: Position, gift: Position['temples']['gift']): Position {
  return { ...position, temples: { ...position.temples, gift } };
}

interface Played {
  readonly seat: Seat;
  readonly moves: readonly unknown[];
  readonly seq: number;
}

/** Plays moves that the rules themselves named. A refusal of one is a bug in the rules. */
function playAll(engine: AnyGame, position: Position, { seat, moves, seq }: Played): JudgedEntry {
  const { chance, drew } = chanceOf(position, seq);
  let { state } = position;
  const events: unknown[] = [];
  for (const move of moves) {
    const applied = engine.apply(state, seat, move, chance);
    if (!applied.ok) return refused(applied.reason);
    state = applied.state;
    events.push(...applied.events);
  }
  return { ...advanced(engine, { ...position, state }, events), drew: drew(), actor: seat };
}
