/** Steps that this page was not shown, as the server tells them afterwards. Loaded only when some are missing. */
import type { FlowerWarClient, GameEvent, LiveMatch, MatchSnapshot } from '@flower-war/client';

interface MissedStep {
  readonly number: number;
  readonly events: readonly GameEvent[];
}

interface Missed {
  /** The last step that was shown. */
  readonly after: number;
  readonly until: number;
  /** In the story, of the first step. */
  readonly number: number;
}

/** A running match tells a seat its own side alone, and others what spectators may see by then. */
export async function missedSteps(
  { history }: FlowerWarClient,
  { id, seat }: Pick<LiveMatch, 'id'> & Pick<MatchSnapshot, 'seat'>,
  { after, until, number }: Missed,
): Promise<readonly MissedStep[]> {
  const replay = history.replay(id, { viewer: seat === undefined ? 'spectator' : `seat:${seat}` });
  const found: MissedStep[] = [];
  let moment = await replay.goto(after + 1);
  for (; moment !== undefined && moment.step <= until; moment = await replay.next())
    found.push({ number: number + moment.step - after - 1, events: moment.events });
  return found;
}
