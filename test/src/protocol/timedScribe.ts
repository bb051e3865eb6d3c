/** Writes the record of a match of two players with a clock, at times that the test chooses. */
import {
  type AgreementKind,
  advance,
  begin,
  type Entry,
  type Folding,
  type Position,
  peopleAtTable,
  type TableSettings,
  tableSettings,
} from '@flower-war/protocol';
import { type AnyGame, type Chance, fastChance, type Seat } from '@flower-war/rules';
import { createdEntry, engineOf, SECRET } from './scribe.ts';

type Bare = Entry extends infer E ? (E extends Entry ? Omit<E, 'seq' | 'at'> : never) : never;

export class TimedScribe {
  readonly folding: Folding;
  position: Position;
  now = 1_760_000_000_000;
  private seq = 1;
  private id = 0;
  private readonly chance: Chance;

  constructor(settings: Partial<TableSettings>, game: AnyGame = engineOf('tieqchieq'), seed = 1) {
    this.folding = { engine: game, secret: SECRET };
    this.position = begin({ ...createdEntry({}, game), table: tableSettings.parse(settings) });
    this.chance = fastChance(seed);
  }

  get asked(): Seat {
    const [seat] = this.folding.engine.toMove(this.position.state);
    if (seat === undefined) throw new Error('no seat is to move');
    return seat;
  }

  wait(milliseconds: number): this {
    this.now += milliseconds;
    return this;
  }

  add(body: Bare): this {
    const outcome = advance(this.folding, this.position, { seq: this.seq, at: this.now, ...body } as Entry);
    if (!outcome.ok) throw new Error(`${body.kind} cannot follow: ${outcome.reason}`);
    this.position = outcome.position;
    this.seq++;
    return this;
  }

  start(): this {
    for (let seat = 0; seat < this.position.created.seats; seat++)
      this.add({ kind: 'seated', seat, by: 'player', player: `p-${seat}`, contribution: `0${seat}`.repeat(16) });
    return this.add({ kind: 'started' });
  }

  play(seat: Seat, move: string): this {
    const isBot = this.position.occupants.get(seat)?.bot !== undefined;
    return this.add({ kind: 'move', seat, by: isBot ? 'bot' : 'player', move, ...(!isBot && { id: this.id++ }) });
  }

  /** Tosses, which draws chance. */
  toss(): this {
    return this.play(this.asked, 'toss');
  }

  clock(seat: Seat): this {
    const { engine } = this.folding;
    return this.add({ kind: 'clock', seat, move: engine.format(engine.fallback(this.position.state, seat)) });
  }

  /** Plays a move of this seat that draws no chance, if it has one now. */
  playPlainMoveOf(seat: Seat): this {
    const plain = this.legal(seat).find((move) => move !== 'toss');
    return plain === undefined ? this : this.play(seat, plain);
  }

  playSomething(seat: Seat): this {
    return this.play(seat, this.chance.pick(this.legal(seat)));
  }

  /** Plays at once until another seat is asked. */
  playTurn(seat: Seat): this {
    while (this.position.status === 'running' && this.asked === seat) this.playSomething(seat);
    return this;
  }

  playTurnsUntil(seat: Seat): this {
    while (this.position.status === 'running' && this.asked !== seat) this.playSomething(this.asked);
    return this;
  }

  /** The clock moves for this seat, as early as it may, until another seat is asked. */
  missTurn(seat: Seat): this {
    while (this.asked === seat) {
      const { since = 0, left = 0 } = this.position.clocks[seat] ?? {};
      this.now = Math.max(this.now, since + left);
      this.clock(seat);
    }
    return this;
  }

  agree(what: AgreementKind, minutes?: number): this {
    const [first = 0, ...others] = peopleAtTable(this.position);
    this.add({ kind: 'agreement', seat: first, what, is: 'offered', ...(minutes && { minutes }), id: this.id++ });
    for (const seat of others) this.add({ kind: 'agreement', seat, what, is: 'accepted', id: this.id++ });
    return this;
  }

  /** Leaves the seat to a bot or comes back, at random, as far as the rules allow. */
  comeAndGo(chance: Chance, seat: number): void {
    for (let times = chance.die(4); times > 1; times--) {
      const isStoodInFor = this.position.occupants.get(seat)?.bot !== undefined;
      if (isStoodInFor) this.add({ kind: 'absence', seat, what: 'returned' });
      else if ((this.position.clocks[seat]?.missed ?? 0) > 0)
        this.add({ kind: 'absence', seat, what: 'bot', bot: 'greedy' });
    }
  }

  private legal(seat: Seat): readonly string[] {
    const { engine } = this.folding;
    return engine.legalMoves(this.position.state, seat).map((move) => engine.format(move));
  }
}
