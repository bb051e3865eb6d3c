/**
 * Twin matches in which a move is pending: the viewer must be told the same in both, for every request that players
 * make meanwhile. With a delay both twins have moved, and only one has a window open. Without a delay the second twin
 * still thinks, because a plain move would have been shown. There the mover, who can tell this, is not a viewer.
 */
import { type ActionName, type AgreementKind, PHRASES } from '@flower-war/protocol';
import { type Chance, fastChance, type Seat, SEATS, type Viewer } from '@flower-war/rules';
import { type Followed, followed, looksAlike, type Lucky, NO_CHANCE, played, type Rules, rulesOf } from './oracle.ts';
import { compare, lookAround } from './pair.ts';
import { gameOf, type Plan, type PlayStep, type Twins, type Two } from './plan.ts';
import { type Stage, Table } from './table.ts';

const REACT_DELAY_SECONDS = 10;
const MOST_COMMANDS = 5;
const THINKING_MS = 3000;

/** A move that opens a window in the first of two matches that look alike, and the states before the move. */
interface Pending {
  readonly twins: Twins;
  readonly step: PlayStep;
  readonly isLate: boolean;
}

/** How much was compared, and how often each command was sent. */
type SeenPending = ReturnType<typeof nothingPending>;
export const nothingPending = () => ({
  pairs: 0,
  frames: 0,
  commands: {} as Partial<Record<CommandName, number>>,
});

/** Each move that opens a window in one twin alone, once with a delay and once without. */
export function pendingIn({ twins, steps }: Plan): readonly Pending[] {
  const { windows } = rulesOf(gameOf(twins));
  return steps.flatMap(({ step, after }, i): readonly Pending[] => {
    // A viewer who is asked after the other seats is asked at a different time in each twin.
    if (after.some((state) => windows?.open(state) !== undefined)) return [];
    if (step.kind !== 'play' || step.answers[step.first].length === 0) return [];
    if (step.answers[1 - step.first]?.length !== 0) return [];
    const starts = steps[i - 1]?.after ?? twins.starts;
    const ordered: Two<Lucky> = step.first === 0 ? starts : [starts[1], starts[0]];
    const from = { twins: { ...twins, seed: twins.seed * 100 + i, starts: ordered }, step };
    const isMover = step.seat === twins.viewer;
    return [{ ...from, isLate: true }, ...(isMover ? [] : [{ ...from, isLate: false }])];
  });
}

export async function playPending(stage: Stage, pending: Pending, seen: SeenPending): Promise<void> {
  const { twins, isLate } = pending;
  const clock = clockOf(pending);
  const settings = { clock, ...(isLate ? { reactDelaySeconds: REACT_DELAY_SECONDS } : { reactSeconds: 600 }) };
  const set = (start: Lucky) => Table.set(stage, { ...twins, settings }, start);
  const tables: Two<Table> = [await set(twins.starts[0]), await set(twins.starts[1])];
  try {
    await new PendingPair(stage, pending, tables).play(seen);
  } finally {
    for (const table of tables) table.close();
  }
}

const CLOCKS = [
  { kind: 'none' },
  { kind: 'turn', seconds: 60 },
  { kind: 'bank', seconds: 90, increment: 2 },
  { kind: 'days', days: 1 },
] as const;

const clockOf = ({ twins }: Pending) => fastChance(-twins.seed).pick(CLOCKS);

class PendingPair {
  private readonly stage: Stage;
  private readonly pending: Pending;
  private readonly tables: Two<Table>;
  private when = 'the beginning';

  constructor(stage: Stage, pending: Pending, tables: Two<Table>) {
    this.stage = stage;
    this.pending = pending;
    this.tables = tables;
  }

  async play(seen: SeenPending): Promise<void> {
    const { isLate, step } = this.pending;
    const [windowed, plain] = this.tables;
    this.compare();
    this.when = `seat ${step.seat} plays ${step.move}${isLate ? ', late' : ''}`;
    await windowed.act(step.seat, step.move);
    if (isLate) await plain.act(step.seat, step.move);
    this.compare();
    this.stage.pass(THINKING_MS);
    const isOver = await this.command(seen);
    // Without a delay, a clock that stood still in the window shows it when the window is over.
    const isComparable = isLate || clockOf(this.pending).kind === 'none';
    if (!isOver && isComparable) await this.resolve();
    await this.lookAround();
    seen.pairs++;
    seen.frames += Object.values(windowed.seen).flat().length;
  }

  /** Returns whether a command ended the comparison. */
  private async command({ commands }: SeenPending): Promise<boolean> {
    const scene = this.scene();
    for (let left = scene.chance.die(MOST_COMMANDS); left > 0; left--) {
      const { name, on, isLast = false } = drawCommand(scene);
      this.when += `, ${name}`;
      commands[name] = (commands[name] ?? 0) + 1;
      for (const table of this.tables) await on(table);
      this.compare();
      await this.lookAround();
      if (isLast && !this.pending.isLate) return true;
    }
    return false;
  }

  /** Each seat that is asked passes. Then the second twin makes its move, or both moves are shown. */
  private async resolve(): Promise<void> {
    const { isLate, step } = this.pending;
    const [windowed, plain] = this.tables;
    for (const { seat, move } of step.answers[step.first]) if (windowed.asks(seat)) await windowed.act(seat, move);
    if (!isLate) await plain.act(step.seat, step.move);
    this.compare();
    if (!isLate) return;
    this.when += ', shown';
    this.stage.pass(REACT_DELAY_SECONDS * 1000);
    for (const table of this.tables) await table.settle();
    this.compare();
  }

  private scene(): Scene {
    const { twins, step, isLate } = this.pending;
    const rules = rulesOf(gameOf(twins));
    const seats = SEATS.slice(0, twins.seats);
    const busy = [step.seat, ...step.answers[step.first].map(({ seat }) => seat)];
    const turn = rules.temple?.standing(twins.starts[0])?.seat;
    const free = seats.filter((seat) => !busy.includes(seat));
    const idle = seats.filter((seat) => seat !== turn);
    return {
      chance: fastChance(twins.seed),
      viewer: twins.viewer,
      seats,
      free,
      idle,
      isLate,
      leavesAlike: isLate && leavesAlike(rules, { twins, step }),
    };
  }

  private lookAround(): Promise<void> {
    return lookAround(this.pending.twins, this.when, this.tables);
  }

  private compare(): void {
    compare(this.pending.twins, this.when, [this.tables[0].seen, this.tables[1].seen]);
  }
}

/**
 * Whether both twins still look alike once the viewer has left right after the move. Who leaves may have to draw a card first, and the decks
 * of the twins differ.
 */
function leavesAlike(rules: Rules, { twins, step }: { readonly twins: Twins; readonly step: PlayStep }): boolean {
  const { viewer, starts } = twins;
  const move = rules.parse(step.move);
  if (typeof viewer !== 'number' || move === undefined) return false;
  const after = starts.map((state): Followed => {
    const { state: moved, events } = played(rules, { state, events: [] }, { seat: step.seat, move });
    const left = rules.leave(moved, viewer as Seat, NO_CHANCE);
    return followed(rules, { state: left.state, events: [...events, ...left.events] }, viewer);
  });
  return looksAlike(rules, after as unknown as Two<Followed>, viewer);
}

// All that players and their temples may ask of a match, beside the moves of the plan. The list is closed: a new action of the protocol
// does not compile until it is drawn here.

/** Requests that are not actions: over HTTP, by a device, or by several players together. */
type Deed = 'bind' | 'unbind' | 'drop' | 'agree' | 'come';
type CommandName = ActionName | Deed;

/** What a command is drawn from, the same for both twins. */
interface Scene {
  readonly chance: Chance;
  readonly viewer: Viewer;
  readonly seats: readonly Seat[];
  /** Seats that may act without answering a window. */
  readonly free: readonly Seat[];
  /** Seats whose beads are not an offering now. */
  readonly idle: readonly Seat[];
  /** Whether outcomes are shown some time after the move. */
  readonly isLate: boolean;
  /** Whether the viewer may leave, and both twins still look alike. */
  readonly leavesAlike: boolean;
}

interface Command {
  readonly name: CommandName;
  /** Carries out the command at one table. */
  readonly on: (table: Table) => Promise<void>;
  /** Whether the command may end or stop the match, so that the twins can no longer be compared. */
  readonly isLast?: boolean;
}

const KINDS: readonly AgreementKind[] = ['abort', 'takeback', 'resume', 'pause', 'undo'];
const TEXTS = ['pass', 'roll', 'done', 'no such move', 'offer war', 'play W10'];
const templeOf = (seat: Seat | 'table'): string => `templo-000${seat === 'table' ? 9 : seat}`;

type Draw = (scene: Scene) => Omit<Command, 'name'>;

const NOTHING: Omit<Command, 'name'> = { on: () => Promise.resolve() };

const said =
  (name: ActionName, payload: (scene: Scene) => readonly unknown[], who: 'free' | 'seats' = 'seats'): Draw =>
  (scene) => {
    if (scene[who].length === 0) return NOTHING;
    const [seat, rest] = [scene.chance.pick(scene[who]), payload(scene)];
    return { on: (table) => table.ask(seat, name, rest) };
  };

const offered = (what: AgreementKind): readonly unknown[] => (what === 'pause' ? [what, 5] : [what]);
const temple = ({ chance, seats }: Scene): string => templeOf(chance.pick([...seats, 'table']));

const COMMANDS: Readonly<Record<CommandName, Draw>> = {
  act: (scene) => {
    if (scene.free.length === 0) return NOTHING;
    const [seat, text, isStale] = [scene.chance.pick(scene.free), scene.chance.pick(TEXTS), scene.chance.coin()];
    return { on: (table) => table.tryMove(seat, text, isStale ? 1 : 0) };
  },
  resign: (scene) => {
    // Without a delay the rules of the ring show a resignation only when the window closes. Leaving shows a hand, and only the viewer's hand
    // is the same in both twins.
    const { viewer, seats, isLate, leavesAlike } = scene;
    if (!isLate || !leavesAlike || typeof viewer !== 'number' || seats.length === 2) return NOTHING;
    return { on: (table) => table.ask(viewer, 'resign', []) };
  },
  asks: said('asks', ({ chance }) => [chance.pick(['all', 'attacks'])], 'free'),
  offer: said('offer', ({ chance }) => offered(chance.pick(KINDS))),
  reply: said('reply', () => [false]),
  back: said('back', () => []),
  beads: said('beads', (scene) => {
    const [slot, n] = [scene.chance.pick(['war', 'rain']), scene.chance.die(2)];
    const beads = { temple: temple(scene), slot, n };
    return [
      scene.chance.pick<object>([
        { what: 'returned', ...beads },
        { what: 'confirmed', temple: beads.temple },
        { what: 'claimed', ...beads },
        { what: 'by-hand', temple: beads.temple, is: scene.chance.coin() },
        { what: 'disputed', temple: beads.temple, slot },
        { what: 'settled', ...beads, as: scene.chance.pick(['counts', 'returned']) },
      ]),
    ];
  }),
  say: said('say', ({ chance }) => [`line ${chance.die(100)}`]),
  phrase: said('phrase', ({ chance }) => [chance.pick(Object.keys(PHRASES))]),
  silence: said('silence', () => ['p-NOBODY', true]),
  /** Folded matches have plans of their own. */
  habits: said('habits', ({ chance }) => [chance.pick<unknown>(['none', [], ['no-such-habit']])], 'free'),
  bind: ({ chance, seats }) => {
    const place = chance.pick<Seat | 'table'>([...seats, 'table']);
    return { on: (table) => table.bind(templeOf(place), place) };
  },
  unbind: (scene) => {
    const id = temple(scene);
    return { on: (table) => table.unbind(id) };
  },
  drop: ({ chance, seats, idle, isLate }) => {
    const seat = chance.pick(isLate || idle.length === 0 ? seats : idle);
    const [war, rain] = [chance.die(3) - 1, chance.die(3) - 1];
    return {
      async on(table) {
        await table.bind(templeOf(seat), seat);
        await table.drop(templeOf(seat), { war, rain });
      },
    };
  },
  agree: ({ chance, seats }) => {
    const [by, what] = [chance.pick(seats), chance.pick(KINDS)];
    return {
      isLast: true,
      async on(table) {
        await table.ask(by, 'offer', offered(what));
        for (const seat of seats) if (seat !== by) await table.ask(seat, 'reply', [true]);
      },
    };
  },
  come: ({ chance, seats }) => {
    const seat = chance.pick(seats);
    return { on: (table) => table.visit(seat) };
  },
};

const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];

function drawCommand(scene: Scene): Command {
  const name = scene.chance.pick(COMMAND_NAMES);
  return { name, ...COMMANDS[name](scene) };
}
