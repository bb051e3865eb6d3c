/** The public view of Tieqchieq; rules/src/tieqchieq/view.ts fills it. */
import { schema, t } from '@colyseus/schema';
import { list } from './list.ts';
import { tableOf } from './table.ts';

const SideState = schema(
  { path: list('uint8'), home: t.uint8().default(0), reserve: t.uint8().default(0) },
  'TieqchieqSide',
);

const TieqchieqView = schema(
  {
    board: t.string().default(''),
    phase: t.string().default(''),
    turn: t.uint8().default(0),
    roll: t.uint8().default(0),
    at: t.uint8().default(0),
    tosses: t.uint32().default(0),
    turnCap: t.uint32().default(0),
    sides: list(SideState),
  },
  'TieqchieqView',
);

export const TieqchieqTable = tableOf('Tieqchieq', TieqchieqView);
