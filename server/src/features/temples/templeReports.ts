/** Takes the running totals of a temple's device to its match or, without a match, into the temple's journal. */
import {
  type BeadAccount,
  isQuarantined,
  newBeads,
  type Odometer,
  type Tally,
  type Totals,
} from '@flower-war/protocol';
import type { Match } from '../../match/match.ts';
import type { BoundMatch } from './boundMatch.ts';
import type { TempleStream } from './templeJournal.ts';

interface ReportTools {
  readonly stream: TempleStream;
  readonly bound: BoundMatch;
  readonly note: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Publishes what has changed. */
  readonly publish: (match: Match | undefined) => void;
}

interface Report {
  readonly odometer: Odometer;
  readonly at: number;
  /** The beads came faster than a person drops them. */
  readonly isDoubtful: boolean;
  /** The device did not send it just now. */
  readonly isOld?: boolean;
}

const NOTE_EVERY_MS = 60_000;

export class TempleReports {
  private readonly tools: ReportTools;
  private twinNotedAt = Number.NEGATIVE_INFINITY;

  constructor(tools: ReportTools) {
    this.tools = tools;
  }

  /**
   * To be called in a job. A report without news wakes no match. An old report is not a beginning: the device may have counted
   * more before the claim, and reports by itself within half a minute. Returns whether the beads are written, or `waiting` in the match.
   */
  async count({ odometer, at, isDoubtful, isOld }: Report): Promise<boolean | 'waiting'> {
    const { epoch, war, rain, recent } = odometer;
    const totals = { epoch, war, rain };
    const { bound, stream } = this.tools;
    if (stream.state.isUnbased) return isOld === true || this.base(totals, at);
    if (!isNews(bound.account, totals)) return true;
    const match = await bound.reconcile();
    if (match !== undefined) {
      await match.observe(stream.temple, { ...totals, ...(recent && { recent }), at, isDoubtful });
      bound.adopt(match);
      await bound.reconcile();
    }
    // The match may just have ended. Beads that came too late for it wait for the next one.
    const isLeft = stream.state.bound === undefined && isNews(bound.account, totals);
    const doubtful = isDoubtful && ({ doubtful: true } as const);
    const isWritten = !isLeft || (await stream.write({ kind: 'counted', at, ...totals, ...doubtful }));
    if (isQuarantined(bound.account, at)) this.noteTwin(at);
    return isWritten && isNews(bound.account, totals) ? 'waiting' : isWritten;
  }

  /** What the device counted until now is not a sacrifice. From here on it may count in its match. */
  private async base(totals: Totals, at: number): Promise<boolean> {
    const { bound, stream, publish } = this.tools;
    const isWritten = await stream.write({ kind: 'based', at, ...totals });
    if (isWritten) publish(await bound.reconcile());
    return isWritten;
  }

  private noteTwin(at: number): void {
    if (at - this.twinNotedAt < NOTE_EVERY_MS) return;
    this.twinNotedAt = at;
    this.tools.note('a temple seems to be there twice', { temple: this.tools.stream.temple });
  }
}

function isNews(account: BeadAccount, totals: Totals): boolean {
  const { war, rain } = newBeads(account, totals);
  return war + rain > 0;
}

/** Whether a report tells less than was counted before: it is old, and came late or came again. */
export function isBehind(account: BeadAccount, { epoch, war, rain }: Odometer): boolean {
  const known: Tally | undefined = account.cursors.find((cursor) => cursor.epoch === epoch);
  return account.retired.includes(epoch) || (known !== undefined && (war < known.war || rain < known.rain));
}
