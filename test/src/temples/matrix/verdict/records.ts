/** Checks the records of the matches: whether they verify, and what the beads did in them. */
import { type Entry, foldRecord, type Position, parseLine, verify } from '@flower-war/protocol';
import { type AnyGame, engine } from '@flower-war/rules';

export interface Played {
  /** Skulls that beads gave to the gods, as the rules count them. */
  readonly given: number;
  /** Beads that the ledger counts as applied, over the same entries. */
  readonly applied: number;
  readonly problems: readonly string[];
}

/** The part of a Flower War state that is counted here. */
interface Skulls {
  readonly tally: Readonly<Record<'war' | 'rain', number>>;
  readonly lake: Readonly<Record<'war' | 'rain', number>>;
  readonly days: readonly number[];
  readonly pool: number;
  readonly out: number;
  readonly tribes: readonly { readonly skulls: number }[];
}

export async function readMatch(match: string, lines: readonly string[], temple: string): Promise<Played> {
  const verdict = await verify(`${lines.join('\n')}\n`, engine);
  if (!verdict.ok) return nothing([`${match}: line ${verdict.line}: ${verdict.problem}`]);
  const entries = lines.flatMap((line) => {
    const parsed = parseLine(line);
    return 'entry' in parsed ? [parsed.entry] : [];
  });
  const rules = await engine(verdict.game, verdict.rulesVersion);
  return rules === undefined ? nothing([`${match}: no rules`]) : fold(rules, entries, temple);
}

const nothing = (problems: readonly string[]): Played => ({ given: 0, applied: 0, problems });

function fold(rules: AnyGame, entries: readonly Entry[], temple: string): Played {
  const [created] = entries;
  const ended = entries.at(-1);
  if (created?.kind !== 'created' || ended?.kind !== 'ended') return nothing(['a record without an end']);
  let [given, applied] = [0, 0];
  const problems: string[] = [];
  let all: number | undefined;
  for (const { entry, before: was, position: now } of foldRecord({ engine: rules, secret: ended.secret }, entries)) {
    if (entry.kind === 'temple')
      applied += appliedOf(now, temple) - (entry.what === 'bound' ? appliedOf(now, temple) : appliedOf(was, temple));
    if (entry.kind === 'temple') given += tallyOf(now) - tallyOf(was);
    const there = skullsIn(now);
    if (all !== undefined && there !== undefined && there !== all)
      problems.push(`${created.match} entry ${entry.seq}: ${there} skulls, not ${all}`);
    all = there ?? all;
  }
  if (given !== applied) problems.push(`${created.match}: beads gave ${given} skulls, ${applied} are applied`);
  return { given, applied, problems };
}

function appliedOf({ temples }: Position, temple: string): number {
  const { war = 0, rain = 0 } = temples.all.get(temple)?.account.applied ?? {};
  return war + rain;
}

function tallyOf({ state }: Position): number {
  const { war = 0, rain = 0 } = (state as Skulls | undefined)?.tally ?? {};
  return war + rain;
}

function skullsIn({ state }: Position): number | undefined {
  if (state === undefined) return undefined;
  const { days, pool, out, lake, tribes } = state as Skulls;
  const counts = [...days, pool, out, lake.war, lake.rain, ...tribes.map(({ skulls }) => skulls)];
  return counts.reduce((sum, n) => sum + n, 0);
}
