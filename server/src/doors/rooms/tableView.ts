/** The public table as a synced schema, the same for all viewers in a room. */
import { ArraySchema, MapSchema, type Schema } from '@colyseus/schema';
import type { Occupant, Position, StreamTable, TableClass, TableJson, TempleJson } from '@flower-war/protocol';
import type { People } from '../../features/people/people.ts';
import { type TempleSeen, templesJson } from '../../features/temples/templeMessages.ts';
import type { Own, PublicTable } from '../../match/record/viewerProgress.ts';
import type { Sighted } from './readers.ts';

type SeatJson = TableJson<unknown>['seats'][number];

export interface Sight {
  readonly table: PublicTable;
  readonly publicStep: number;
}

/** A table as plain data. It has a result only at the end. */
type ShownTable = Omit<TableJson<object>, 'result' | 'behind'> & {
  readonly behind: number;
  readonly result?: NonNullable<PublicTable['result']>;
};

interface Surroundings {
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
  private resting: { readonly vacations: PublicTable['vacations']; readonly json: readonly number[] } | undefined;
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
      vacations: this.vacationsOf(shown.vacations),
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

  /** By seat, as a list. Cached, because a list is compared item by item only if it is another one. */
  private vacationsOf(vacations: PublicTable['vacations']): readonly number[] {
    const { seats } = this.surroundings;
    if (this.resting?.vacations !== vacations) {
      const json = Array.from({ length: vacations.size === 0 ? 0 : seats }, (_, seat) => vacations.get(seat) ?? 0);
      this.resting = { vacations, json };
    }
    return this.resting.json;
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

// View -> schema: copies plain JSON into a synced schema, and changes only fields that differ from the last copy. It compares plain values,
// since every access to a schema's list goes through a proxy.

type Plain = string | number | boolean | undefined | readonly Plain[] | { readonly [field: string]: Plain };
type Fields = Record<string, unknown>;
type PlainFields = { readonly [field: string]: Plain };

/** `last` is what the schema shows now, if known. */
export function project(target: Schema, source: object, last?: object): void {
  const fields = target as unknown as Fields;
  const shown = last as PlainFields | undefined;
  for (const field of Object.keys(source)) {
    const value = (source as PlainFields)[field];
    const before = shown?.[field];
    if (value === before) continue;
    if (typeof value !== 'object') fields[field] = value;
    else if (Array.isArray(value)) projectList(target, field, { values: value, last: before as readonly Plain[] });
    else if (fields[field] instanceof MapSchema) projectMap(fields[field], value as Record<string, number>);
    else project(fields[field] as Schema, value, before as PlainFields | undefined);
  }
}

interface Values {
  readonly values: readonly Plain[];
  readonly last: readonly Plain[] | undefined;
}

function projectList(owner: Schema, field: string, { values, last }: Values): void {
  const fields = owner as unknown as Fields;
  if (values.length === 0 && fields[field] === undefined) return;
  fields[field] ??= new ArraySchema();
  const list = fields[field] as ArraySchema<unknown>;
  const { length } = list;
  for (let i = length; i > values.length; i--) list.pop();
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const isThere = i < length;
    if (isThere && value === last?.[i]) continue;
    if (typeof value === 'object') {
      if (!isThere) list.push(newItem(owner, field));
      project(list[i] as Schema, value, isThere ? (last?.[i] as PlainFields | undefined) : undefined);
    } else if (isThere) list[i] = value;
    else list.push(value);
  }
}

function projectMap(map: MapSchema<number>, values: Readonly<Record<string, number>>): void {
  for (const key of [...map.keys()]) if (!(key in values)) map.delete(key);
  for (const [key, value] of Object.entries(values)) if (map.get(key) !== value) map.set(key, value);
}

/** A new item of the class that the list was declared with. */
function newItem(owner: Schema, field: string): Schema {
  const metadata = (owner.constructor as { [Symbol.metadata]?: object })[Symbol.metadata] as Record<string, unknown>;
  const index = metadata[field] as number;
  const { type } = metadata[index] as { type: { array: new () => Schema } };
  return new type.array();
}
