/** What a viewer showed, beside what the record says. */
import type { FlowerWarClient } from '@flower-war/client';
import { deepEqual } from '@flower-war/rules';
import type { Moment, Viewer } from './viewers.ts';

/** Compares each moment with the step of the record, as this viewer was to see it. */
export async function differences(
  client: FlowerWarClient,
  match: string,
  { name, seat, moments }: Pick<Viewer, 'name' | 'seat' | 'moments'>,
) {
  const eyes = seat === undefined ? 'spectator' : (`seat:${seat}` as const);
  const told = new Map<number, Omit<Moment, 'step'>>();
  let legal: readonly string[] = [];
  for await (const moment of client.history.replay(match, { viewer: eyes })) {
    legal = moment.legal ?? legal;
    told.set(moment.step, { view: moment.view, legal });
  }
  const who = `${match}, ${eyes} by ${name}`;
  const problems: string[] = [];
  const compared = moments.filter(({ step }) => told.has(step));
  for (const { step, view, legal } of compared) {
    const truth = told.get(step);
    if (!deepEqual(view, truth?.view)) problems.push(`${who}, step ${step}: the view differs`);
    if (seat !== undefined && !deepEqual(legal, truth?.legal)) problems.push(`${who}, step ${step}: the moves differ`);
  }
  const steps = moments.map(({ step }) => step);
  const last = [...told.keys()].at(-1);
  if (steps.at(-1) !== last) problems.push(`${who}: shown to step ${steps.at(-1)}, played to ${last}`);
  if (steps.some((step, i) => step < (steps[i - 1] ?? 0))) problems.push(`${who}: a step went back`);
  return { compared: compared.length, problems };
}
