/**
 * All that players and their temples may ask of a match, beside the moves of the plan. The list is closed: a new action
 * of the protocol does not compile until it is drawn here.
 */
import { type ActionName, type AgreementKind, PHRASES } from '@flower-war/protocol';
import type { Chance, Seat, Viewer } from '@flower-war/rules';
import type { Table } from './table.ts';

/** Requests that are not actions: over HTTP, by a device, or by several players together. */
type Deed = 'bind' | 'unbind' | 'drop' | 'agree' | 'come';
export type CommandName = ActionName | Deed;

/** What a command is drawn from, the same for both twins. */
export interface Scene {
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

export interface Command {
  readonly name: CommandName;
  /** Carries out the command at one table. */
  readonly on: (table: Table) => Promise<void>;
  /** Whether the command may end or stop the match, so that the twins can no longer be compared. */
  readonly isLast?: boolean;
}

const KINDS: readonly AgreementKind[] = ['abort', 'takeback', 'resume', 'pause'];
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

export function drawCommand(scene: Scene): Command {
  const name = scene.chance.pick(COMMAND_NAMES);
  return { name, ...COMMANDS[name](scene) };
}
