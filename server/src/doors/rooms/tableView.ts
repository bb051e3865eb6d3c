/** The public table as a synced schema, the same for all viewers in a room. */
import type { Schema } from '@colyseus/schema';
import type { Occupant, Position, StreamTable, TableClass, TableJson, TempleJson } from '@flower-war/protocol';
import type { People } from '../../features/people/people.ts';
import { type TempleSeen, templesJson } from '../../features/temples/tableTemples.ts';
import type { Own, PublicTable } from '../../match/shown/viewerProgress.ts';
import type { Sighted } from '../plain/lines.ts';
import { project } from './project.ts';

type SeatJson = TableJson<unknown>['seats'][number];

export interface Sight {
  readonly table: PublicTable;
  readonly publicStep: number;
}

/** A table as plain data. It has a result only at the end. */
export type ShownTable = Omit<TableJson<object>, 'result' | 'behind'> & {
  readonly behind: number;
  readonly result?: NonNullable<PublicTable['result']>;
};

export interface Surroundings {
  readonly seats: number;
  /** How many seconds after the players the viewers of this room see the match. */
  readonly behind: number;
  readonly people: People;
  /** The seats whose players are connected. */
  readonly seatsPresent: () => ReadonlySet<number | undefined>;
  readonly templeSeen: TempleSeen;
}

export class TableView {
  readonly schema: Schema;
  private readonly pack: TableClass['packed'];
  private readonly surroundings: Surroundings;
  /** The table that was shown last, and the JSON that the schema shows of it. */
  private last: { readonly table: ShownTable; readonly packed: object } | undefined;
  private standing: { readonly temples: PublicTable['temples']; readonly json: readonly TempleJson[] } | undefined;
  private seated: { readonly occupants: Position['occupants']; readonly json: readonly SeatJson[] } | undefined;

  constructor(Table: TableClass, surroundings: Surroundings) {
    this.schema = new Table();
    this.pack = Table.packed;
    this.surroundings = surroundings;
  }

  show(sight: Sight): void {
    const table = this.json(sight);
    const packed = { ...table, view: this.packed(sight.table.view) };
    project(this.schema, packed, this.last?.packed);
    this.last = { table, packed };
  }

  /** The table that was shown last. */
  get shown(): ShownTable {
    if (this.last === undefined) throw new Error('a table is shown before its first viewer comes');
    return this.last.table;
  }

  /** The table of a moment, with names and presence as they are now. */
  json({ publicStep: step, table: shown }: Sight): ShownTable {
    const { status, result, occupants, clocks, offer, pause, byHand } = shown;
    const view = (shown.view ?? {}) as object;
    const { behind } = this.surroundings;
    const table = {
      status,
      step,
      behind,
      seats: this.seatsOf(occupants),
      clocks,
      offer: offer === undefined ? NO_OFFER : { ...NO_OFFER, ...offer },
      pausedUntil: pause?.until ?? 0,
      temples: this.templesOf(shown.temples),
      byHand,
      view,
    };
    return result === undefined ? table : { ...table, result };
  }

  private packed(view: unknown): unknown {
    if (view === undefined) return {};
    return this.pack === undefined ? view : this.pack(view as never);
  }

  /** Drops the cached seats and temples, after presence or names changed. */
  lookAgain(): void {
    this.seated = undefined;
    this.standing = undefined;
  }

  private templesOf(temples: PublicTable['temples']): readonly TempleJson[] {
    if (this.standing?.temples !== temples)
      this.standing = { temples, json: templesJson(temples, this.surroundings.templeSeen) };
    return this.standing.json;
  }

  /** The seats with names and presence. Cached, because they change only when occupants or presence change. */
  private seatsOf(occupants: Position['occupants']): readonly SeatJson[] {
    if (this.seated?.occupants !== occupants)
      this.seated = { occupants, json: seatsJson(occupants, this.surroundings) };
    return this.seated.json;
  }
}

/** The table as a line of a stream tells it, beside the view and the step. */
export function sightOf({ view, step, ...table }: ShownTable, own: Own | undefined): Sighted {
  const told = own?.private;
  return { step: told?.step ?? step, table: table as StreamTable, view: { ...view, ...told?.view }, own };
}

const NO_OFFER: TableJson<unknown>['offer'] = { what: '', by: 0, minutes: 0, accepted: [] };

/** The players by seat. Undefined for a free seat or a bot. */
export function playersIn(occupants: Position['occupants'], seats: number): readonly (string | undefined)[] {
  return bySeat(occupants, seats).map((occupant) => (occupant?.kind === 'player' ? occupant.player : undefined));
}

function bySeat(occupants: Position['occupants'], seats: number): readonly (Occupant | undefined)[] {
  return Array.from({ length: seats }, (_, seat) => occupants.get(seat));
}

function seatsJson(occupants: Position['occupants'], { people, seats, seatsPresent }: Surroundings): SeatJson[] {
  const names = people.namesOf(playersIn(occupants, seats));
  const here = seatsPresent();
  return bySeat(occupants, seats).map((occupant, seat) => {
    if (occupant === undefined) return { kind: 'free', name: '', present: false, bot: '' };
    if (occupant.kind === 'bot') return { kind: 'bot', name: occupant.bot, present: true, bot: '' };
    return { kind: 'player', name: names[seat] ?? '', present: here.has(seat), bot: occupant.bot ?? '' };
  });
}
