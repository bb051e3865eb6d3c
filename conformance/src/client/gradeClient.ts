/** Says whether a client keeps to the protocol: it plays matches while all kinds of things go wrong. */
import type { MatchSummary, ReplaySteps } from '@flower-war/protocol';
import { Gateway } from '../gateway/gateway.ts';
import { Report } from '../report/report.ts';
import { Caller } from '../wire/caller.ts';
import { LocalServer } from './localServer.ts';
import { type Line, type Ran, runClient } from './runClient.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { Watcher } from './watcher.ts';

const LASTING = {
  seat: 'takes the seat itself, with the commitment of the match',
  legal: 'plays only legal moves',
  views: 'shows the right view each time',
  address: 'opens the address that the newest answer names',
  once: 'sends one move for each decision',
} as const;

export interface Grading {
  readonly cmd: string;
  /** Words of the scenarios to play; if absent, all. */
  readonly only?: string | undefined;
  /** How long a match may take. */
  readonly seconds: number;
  readonly tell?: (line: string) => void;
}

export async function gradeClient(grading: Grading): Promise<Report> {
  const { only = '', tell = () => {} } = grading;
  const report = new Report(tell);
  const server = await LocalServer.started();
  try {
    for (const scenario of SCENARIOS.filter(({ name }) => name.includes(only)))
      await report.run(scenario.name, () => grade({ ...grading, report, server }, scenario));
  } finally {
    await server.remove();
  }
  for (const check of Object.values(LASTING)) if (report.hasSeen(check)) tell(report.textOf(check));
  tell(report.sum);
  return report;
}

interface Stage extends Grading {
  readonly report: Report;
  readonly server: LocalServer;
}

async function grade(stage: Stage, { game, name, tampering }: Scenario): Promise<void> {
  const { server, report, cmd, seconds } = stage;
  const host = await Caller.guest(server.url, new Report());
  const wish = { game, seats: 2, bots: [{ bot: 'random', seat: 1 }] };
  const { match } = await host.must<MatchSummary>('POST /api/matches', wish);
  const watcher = new Watcher();
  const gateway = await Gateway.before(server.url, watcher.around(tampering({ server, watcher })));
  const given = { FLOWER_WAR_URL: gateway.url, FLOWER_WAR_MATCH: match, FLOWER_WAR_TOKEN: host.session?.token ?? '' };
  const ran = await runClient({ cmd, env: given, seconds });
  gateway.close();
  gateway.close();
  const isSeated = gateway.calls.includes(`POST /api/matches/${match}/seat`);
  report.expect(LASTING.seat, isSeated, () => `${name}: nothing asked for a seat`);
  report.expect(LASTING.legal, watcher.refusals.length === 0, () => `${name}: ${watcher.refusals[0]}`);
  report.expect(LASTING.address, gateway.strays.length === 0, () => `${name}: ${gateway.strays[0]}`);
  const second = watcher.secondMove;
  report.expect(LASTING.once, second === undefined, () => `${name}: ${second}`);
  await judge({ host, match, ran, report, name });
  if (watcher.happened === 0) throw new Error('the match was over before it could happen');
  if (watcher.unrepeated !== undefined) throw new Error(`the client ${watcher.unrepeated}`);
}

interface Judging {
  readonly host: Caller;
  readonly match: string;
  readonly ran: Ran;
  readonly report: Report;
  readonly name: string;
}

async function judge({ host, match, ran, report, name }: Judging): Promise<void> {
  const { status, result } = await host.must<MatchSummary>(`GET /api/matches/${match}`);
  const said = ran.problems === '' ? '' : ` It said: ${ran.problems.trim().split('\n').slice(-2).join(' / ')}`;
  if (status !== 'ended') throw new Error(`the match is ${status}, not ended.${said}`);
  if (ran.code !== 0) throw new Error(`the client ended with the code ${ran.code}.${said}`);
  const truth = await shownTo(host, match);
  const shown = ran.lines.filter(({ kind }) => kind === 'shown');
  const over = ran.lines.at(-1);
  report.expect(LASTING.views, shown.length > 0, () => `${name}: no line of the kind "shown"`);
  for (const line of [...shown, ...(over?.kind === 'over' ? [over] : [])]) {
    const isRight = text(truth.get(line.step ?? -1)) === text(line.view);
    report.expect(
      LASTING.views,
      isRight,
      () => `${name}: step ${line.step} is shown wrongly: ${JSON.stringify(line.view)?.slice(0, 120)}`,
    );
  }
  endsRightly(over, { last: [...truth.keys()].at(-1), result: result?.result });
}

function endsRightly(
  over: Line | undefined,
  truth: { readonly last: number | undefined; readonly result: string | undefined },
): void {
  if (over?.kind !== 'over') throw new Error('its last line is not of the kind "over"');
  if (over.step !== truth.last) throw new Error(`it ends with step ${over.step}, the match with ${truth.last}`);
  if (over.result?.result !== truth.result) throw new Error(`it tells the result ${JSON.stringify(over.result)}`);
}

/** What the client's seat was shown, by step. */
async function shownTo(host: Caller, match: string): Promise<ReadonlyMap<number, object>> {
  const shown = new Map<number, object>();
  let view: Readonly<Record<string, unknown>> = {};
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page: ReplaySteps = await host.must(`GET /api/matches/${match}/steps?viewer=seat:0&from=${from}&limit=200`);
    for (const { step, view: changed, gone = [] } of page.steps) {
      view = Object.fromEntries(Object.entries({ ...view, ...changed }).filter(([field]) => !gone.includes(field)));
      shown.set(step, view);
    }
    from = page.next;
  }
  return shown;
}

/** The same text for the same values in any order of their fields. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
