/** A match of two players with a temple, from a hand-written position. Entries follow as a server writes them. */
import { type BeadAccount, NEW_ACCOUNT, SLOTS, type Slot, type Tally, templeDue, verify } from '@flower-war/protocol';
import { type AnyGame, engine, fastChance, type Options, resolveOptions, type Seat } from '@flower-war/rules';
import { type Body, engineOf, Scribe } from '../protocol/scribe.ts';

export const TEMPLE = 'templo-7f3a';

export interface Given {
  readonly game?: string;
  readonly options?: Options;
  /** By seat. Seat 0 is to move, or to offer. */
  readonly skulls?: readonly number[];
  /** How many cards of war each seat holds. */
  readonly cards?: readonly number[];
  readonly phase?: 'moving' | 'offering';
  /** The discs in force. */
  readonly omens?: readonly number[];
  /** Whether no skulls lie on the days. */
  readonly barren?: boolean;
  /** Whether there is a pile with a card of war. */
  readonly pile?: boolean;
  readonly table?: object;
  readonly bots?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: hand-written positions of two games
type Json = any;
type TempleBody = Extract<Body, { kind: 'temple' }>;
type Said = TempleBody extends infer B
  ? B extends { kind: unknown; temple: unknown }
    ? Omit<B, 'kind' | 'temple'>
    : never
  : never;

export class TempleTable {
  readonly scribe: Scribe;
  private readonly game: AnyGame;
  private id = 1000;
  private told = { war: 0, rain: 0 };
  /** The gods of all offerings by beads, in order. */
  readonly offered: Slot[] = [];

  constructor(given: Given = {}, from: 'by hand' | 'plain' = 'by hand') {
    this.game = engineOf(given.game ?? 'flower-war');
    const origin = from === 'plain' ? {} : { from: { match: 'PARENT', seq: 1, state: stateOf(this.game, given) } };
    this.scribe = new Scribe(given.options, 1, this.game, { ...origin, ...(given.table && { table: given.table }) });
    this.scribe.sit(0, 'player').sit(1, given.bots ? 'bot' : 'player');
  }

  start(): this {
    return this.add({ kind: 'started' });
  }

  /** Starts the match and binds the temple to a seat, or to the table. */
  bound(seat: number | 'table' = 0): this {
    return this.start().bind(seat);
  }

  bind(seat: number | 'table' = 0, account: BeadAccount = NEW_ACCOUNT): this {
    const whose = seat === 'table' ? { by: 'p-0' } : { by: `p-${seat}`, seat };
    return this.say({ what: 'bound', ...whose, account: { ...account, rev: account.rev + 1 } as never });
  }

  /** Drops this many more beads into each slot. */
  drop(war: number, rain = 0, more: { ages?: [Slot, number, number][]; doubtful?: true } = {}): this {
    this.told = { war: this.told.war + war, rain: this.told.rain + rain };
    return this.say({ what: 'sensed', epoch: 7, ...this.told, ...more });
  }

  /** Adds an entry about the temple, then the entries that a match adds by itself. */
  say(said: Said): this {
    return this.add({ kind: 'temple', temple: TEMPLE, ...said } as TempleBody);
  }

  by(seat: number, what: string, more: object = {}): this {
    return this.say({ what, seat, ...more, id: this.id++ } as never);
  }

  play(seat: Seat, ...moves: readonly string[]): this {
    for (const move of moves) {
      this.add({ kind: 'move', seat, by: 'player', move, id: this.id++ });
    }
    return this;
  }

  /** The seat ends its offerings, then its cards, until the other seat is to move. */
  endTurn(seat: Seat = 0): this {
    while (this.state.turn.seat === seat && this.state.phase.kind !== 'over') this.play(seat, 'done');
    return this;
  }

  /** Plays without offering, up to the step of offerings. */
  toOffering(): this {
    return this.playUntil(({ phase }) => phase.kind === 'offering');
  }

  /** Plays up to the step of cards. */
  toCards(): this {
    return this.playUntil(({ phase }) => phase.kind === 'playing');
  }

  abort(): this {
    this.scribe.abort();
    return this;
  }

  agree(what: 'pause' | 'resume' | 'takeback', more: object = {}): this {
    const agreement = { kind: 'agreement', what } as const;
    this.add({ ...agreement, seat: 0, is: 'offered', ...more, id: this.id++ } as Body);
    return this.add({ ...agreement, seat: 1, is: 'accepted', id: this.id++ } as Body);
  }

  legal(seat: Seat): readonly string[] {
    return this.game.legalMoves(this.state, seat).map((move) => this.game.format(move));
  }

  private playUntil(isThere: (state: Json) => boolean): this {
    for (let moves = 0; !isThere(this.state) && moves < 50; moves++) {
      const [seat] = this.game.toMove(this.state);
      if (seat === undefined) break;
      const legal = this.legal(seat);
      this.play(seat, legal.find((move) => move === 'done' || move === 'pass') ?? legal[0] ?? '');
    }
    return this;
  }

  add(body: Body): this {
    this.put(body);
    return this.settle();
  }

  private put(body: Body): void {
    const was = this.applied;
    this.scribe.add(body);
    for (const slot of SLOTS) for (let n = was[slot]; n < this.applied[slot]; n++) this.offered.push(slot);
  }

  private get applied(): Tally {
    return this.scribe.position.temples.all.get(TEMPLE)?.account.applied ?? { war: 0, rain: 0 };
  }

  settle(): this {
    for (let due = this.due; due !== undefined; due = this.due)
      this.put({ kind: 'temple', temple: due.temple, what: due.what });
    return this;
  }

  get due() {
    return templeDue(this.game, this.scribe.position);
  }

  get state(): Json {
    return this.scribe.position.state;
  }

  get skulls(): readonly number[] {
    return this.state.tribes.map(({ skulls }: Json) => skulls);
  }

  get cards(): readonly number[] {
    return this.state.tribes.map(({ hand }: Json) => hand.length);
  }

  get account(): BeadAccount {
    const bound = this.scribe.position.temples.all.get(TEMPLE);
    if (bound === undefined) throw new Error('no temple is bound');
    return bound.account;
  }

  /** The totals of both slots, applied, held and refused, and the last verdict. */
  get fate(): readonly (number | string)[] {
    const { applied, held, refused, last } = this.account;
    const sum = ({ war, rain }: { war: number; rain: number }) => war + rain;
    return [sum(applied), sum(held), sum(refused), ...(last ? [`${last.verdict} ${last.why}`] : [])];
  }

  /** Why each waiting bead waits, and for which seat. */
  get waits(): readonly string[] {
    return this.account.waiting.map(
      ({ slot, n, why, seat }) => `${n} ${slot} ${why}${seat === undefined ? '' : ` ${seat}`}`,
    );
  }

  get entries(): readonly Json[] {
    return this.scribe.lines.map((line) => JSON.parse(line));
  }

  verify() {
    return TempleTable.verdictOn(this.scribe.text);
  }

  static verdictOn(record: string) {
    return verify(record, engine);
  }

  resigned(): this {
    return this.add({ kind: 'absence', seat: 0, what: 'resigned', id: this.id++ });
  }

  /** The reason why an entry cannot follow. */
  refusal(body: Body): string {
    try {
      this.scribe.add(body);
    } catch (error) {
      return (error as Error).message.replace(/.*: /, '');
    }
    return 'none';
  }
}

function stateOf(game: AnyGame, { options = {}, skulls = [3, 3], cards = [0, 0], ...given }: Given) {
  const resolved = resolveOptions(game, undefined, options);
  if (!resolved.ok) throw new Error(resolved.reason);
  const state: Json = game.setup(resolved.options, 2, fastChance(5));
  const war: readonly string[] = state.decks.war;
  const hands = cards.map((n, seat) => war.slice(seat * 5, seat * 5 + n));
  const dealt = new Set(hands.flat());
  const tribes = state.tribes.map((tribe: Json, seat: number) => ({
    ...tribe,
    skulls: skulls[seat],
    hand: hands[seat],
  }));
  const before = state.tribes.reduce((sum: number, tribe: Json) => sum + tribe.skulls, 0);
  const after = tribes.reduce((sum: number, tribe: Json) => sum + tribe.skulls, 0);
  const lying = state.days.reduce((sum: number, n: number) => sum + n, 0);
  const { phase = 'offering', omens = [], barren = false, pile = false } = given;
  const [card] = war.slice(-1);
  if (pile) dealt.add(card ?? '');
  return {
    ...state,
    tribes,
    pool: state.pool + before - after + (barren ? lying : 0),
    phase: { kind: phase, seat: 0 },
    agenda: [],
    decks: { ...state.decks, war: war.filter((card) => !dealt.has(card)) },
    ...(omens.length > 0 && { omens }),
    ...(barren && { days: state.days.map(() => 0) }),
    ...(pile && {
      piles: state.piles.map((_: Json, day: number) => (day === 3 ? [{ card, owner: 1, live: false }] : [])),
    }),
  };
}
