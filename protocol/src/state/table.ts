/** The public table, synced to everybody: one schema a game, all with this frame around the game's own view. */
import { type Schema, schema, t } from '@colyseus/schema';

export const SeatState = schema(
  {
    kind: t.string<'free' | 'player' | 'bot'>().default('free'),
    name: t.string().default(''),
    /** Whether any of its connections is alive; a bot always is. */
    present: t.boolean().default(false),
  },
  'SeatState',
);

export const StandingState = schema(
  { seat: t.uint8(), place: t.uint8(), score: t.int32(), breakdown: t.map('int32') },
  'StandingState',
);

export const ResultState = schema(
  {
    result: t.string().default(''),
    reason: t.string().default(''),
    winners: t.array('uint8'),
    standings: t.array(StandingState),
  },
  'ResultState',
);

/** What every game's table has. `step` counts what the public was shown. */
export interface TableJson<V> {
  readonly status: 'open' | 'running' | 'over' | 'ended';
  readonly step: number;
  /** How many seconds after the match this is shown; 0: at once. */
  readonly behind?: number;
  readonly seats: readonly {
    readonly kind: 'free' | 'player' | 'bot';
    readonly name: string;
    readonly present: boolean;
  }[];
  readonly result: {
    readonly result: string;
    readonly reason: string;
    readonly winners: readonly number[];
    readonly standings: readonly {
      readonly seat: number;
      readonly place: number;
      readonly score: number;
      readonly breakdown: Readonly<Record<string, number>>;
    }[];
  };
  /** `view(state, 'spectator')` of the game; its defaults before the start. */
  readonly view: V;
}

export type TableClass = new () => Schema;

/** The table of a game whose public view has this schema. */
export function tableOf(name: string, View: new () => Schema): TableClass {
  return schema(
    {
      status: t.string().default('open'),
      step: t.uint32().default(0),
      behind: t.uint16().default(0),
      seats: t.array(SeatState),
      result: t.ref(ResultState),
      view: t.ref(View),
    },
    `${name}Table`,
  ) as unknown as TableClass;
}
