/**
 * One match whose players and spectator lose their connection again and again: at every step, the line of one
 * viewer is cut, in turn. What each of them showed is compared with the record.
 */
import { FlowerWarClient, type LiveMatch, type NewMatch } from '@flower-war/client';
import { type Chance, deepEqual } from '@flower-war/rules';
import { CUTS, type CuttableLine } from './cuttable.ts';

/** What a viewer showed after a change. */
interface Moment {
  readonly step: number;
  readonly view: unknown;
  readonly legal: readonly string[];
  readonly decision: number | undefined;
}

export interface CutRun {
  /** The server itself, without a line that is cut. */
  readonly url: string;
  readonly lines: readonly [CuttableLine, CuttableLine, CuttableLine];
  readonly wanted: NewMatch<string>;
  readonly chance: Chance;
}

export interface CutTally {
  readonly moves: number;
  readonly changes: number;
  readonly compared: number;
  readonly problems: readonly string[];
}

export async function cutMatch({ url, lines, wanted, chance }: CutRun): Promise<CutTally> {
  const clients = lines.map(({ url }) => new FlowerWarClient({ url }));
  const [red, blue, eve] = clients as [FlowerWarClient, FlowerWarClient, FlowerWarClient];
  for (const client of clients) await client.signIn();
  const match = await red.create(wanted);
  const lives = [await red.join(match), await blue.join(match), await eve.watch(match)];
  let changes = 0;
  const cutAt = new Set<number>();
  const shown = lives.map((live, index) => {
    const moments: Moment[] = [];
    live.on('change', () => {
      const { step, view, legal, decision } = live;
      moments.push({ step, view, legal, decision });
      changes++;
      if (step % lines.length !== index || cutAt.has(step) || live.isOver) return;
      cutAt.add(step);
      lines[index]?.cut(chance.pick(CUTS), chance.die(100) / 101);
    });
    return moments;
  });
  const moves = await Promise.all(lives.slice(0, 2).map((live) => playOn(live, chance)));
  await Promise.all(lives.map((live) => live.until(({ isOver }) => isOver)));
  const problems: string[] = [];
  let compared = 0;
  for (const [index, live] of lives.entries()) {
    const session = clients[index]?.session;
    const client = new FlowerWarClient({ url, ...(session && { session }) });
    const found = await differences(client, live, shown[index] ?? []);
    compared += found.compared;
    problems.push(...found.problems);
  }
  for (const live of lives) live.close();
  return { moves: moves.reduce((sum, one) => sum + one, 0), changes, compared, problems };
}

async function playOn(live: LiveMatch<string>, chance: Chance): Promise<number> {
  for (let moves = 0; ; moves++) {
    await live.until(({ isOver, legal }) => isOver || legal.length > 0);
    if (live.isOver) return moves;
    const answer = await live.play(chance.pick(live.legal));
    // Another decision may have followed while the line was cut; the match itself may be over.
    const isLate = answer.kind === 'rejected' && ['stale-decision', 'match-over'].includes(answer.code);
    if (answer.kind !== 'accepted' && !isLate)
      throw new Error(`${live.id}: a move was answered ${JSON.stringify(answer)}`);
  }
}

/** Compares each moment with the step of the record, as this viewer was to see it. */
async function differences(client: FlowerWarClient, live: LiveMatch<string>, moments: readonly Moment[]) {
  const viewer = live.seat === undefined ? 'spectator' : (`seat:${live.seat}` as const);
  const told = new Map<number, { readonly view: unknown; readonly legal?: readonly string[] }>();
  const replayed: number[] = [];
  let legal: readonly string[] = [];
  for await (const moment of client.history.replay(live.id, { viewer })) {
    legal = moment.legal ?? legal;
    told.set(moment.step, { view: moment.view, legal });
    replayed.push(moment.step);
  }
  const problems: string[] = [];
  let compared = 0;
  for (const { step, view, legal } of moments) {
    const truth = told.get(step);
    const where = `${live.id}, ${viewer}, step ${step}`;
    if (truth === undefined) continue; // a step before the start shows no view
    compared++;
    if (!deepEqual(view, truth.view)) problems.push(`${where}: the view differs`);
    if (live.seat !== undefined && !deepEqual(legal, truth.legal)) problems.push(`${where}: the legal moves differ`);
  }
  const last = moments.at(-1)?.step;
  if (last !== replayed.at(-1))
    problems.push(`${live.id}, ${viewer}: shown to step ${last}, played to ${replayed.at(-1)}`);
  const steps = moments.map(({ step }) => step);
  if (steps.some((step, i) => step < (steps[i - 1] ?? 0))) problems.push(`${live.id}, ${viewer}: a step went back`);
  return { compared, problems };
}
