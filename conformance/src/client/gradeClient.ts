/** Says whether a client keeps to the protocol: it plays matches while all kinds of things go wrong. */
import type { MatchSummary, ReplaySteps } from '@flower-war/protocol';
import { Gateway } from '../gateway/gateway.ts';
import { Report } from '../report/report.ts';
import { Caller } from '../wire/caller.ts';
import { DOORS, type Door, type DoorName, doorOf } from './doors.ts';
import { LocalServer } from './localServer.ts';
import { type Line, type Ran, runClient } from './runClient.ts';
import { type Scenario, undisturbed } from './scenarios/scenario.ts';
import { Watcher } from './watcher.ts';

const LASTING = {
  seat: 'takes the seat itself, with the commitment of the match',
  legal: 'plays only legal moves',
  views: 'shows the right view each time',
  once: 'sends one move for each decision',
} as const;

export interface Grading {
  readonly cmd: string;
  /** By which door the client plays; if absent, a match shows it. */
  readonly door?: DoorName | undefined;
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
    const door = DOORS[grading.door ?? (await doorFound({ ...grading, server }))];
    tell(`      the client plays by ${door.told}`);
    const stage = { ...grading, report, server, door };
    for (const scenario of door.scenarios.filter(({ name }) => name.includes(only)))
      await report.run(scenario.name, () => grade(stage, scenario));
    for (const check of [...Object.values(LASTING), door.place]) if (report.hasSeen(check)) tell(report.textOf(check));
    for (const line of door.ungraded) tell(`      not graded: ${line}`);
  } finally {
    await server.remove();
  }
  tell(report.sum);
  return report;
}

/** All that a client of this door is graded for. */
export function linesOf(name: DoorName): readonly string[] {
  const { scenarios, place } = DOORS[name];
  return [...scenarios.map((scenario) => scenario.name), ...Object.values(LASTING), place];
}

interface Playing {
  readonly server: LocalServer;
  readonly cmd: string;
  readonly seconds: number;
}

/** Which door the client opens in a match where nothing goes wrong. */
async function doorFound(playing: Playing): Promise<DoorName> {
  const { gateway, ran } = await play(playing, undisturbed('space-aztecs'));
  return doorOf(gateway, `the client ended with the code ${ran.code}.${said(ran)}`);
}

/** Runs the client in a match with a bot. */
async function play({ server, cmd, seconds }: Playing, { game, tampering, patience = 0 }: Scenario) {
  const host = await Caller.guest(server.url, new Report());
  const wish = { game, seats: 2, bots: [{ bot: 'random', seat: 1 }] };
  const { match } = await host.must<MatchSummary>('POST /api/matches', wish);
  const watcher = new Watcher();
  const gateway = await Gateway.before(server.url, watcher.around(tampering({ server, watcher })));
  const given = { FLOWER_WAR_URL: gateway.url, FLOWER_WAR_MATCH: match, FLOWER_WAR_TOKEN: host.session?.token ?? '' };
  const ran = await runClient({ cmd, env: given, seconds: seconds + patience });
  gateway.close();
  return { host, match, watcher, gateway, ran };
}

interface Stage extends Playing {
  readonly report: Report;
  readonly door: Door;
}

async function grade({ report, door, ...playing }: Stage, scenario: Scenario): Promise<void> {
  const { name } = scenario;
  const { host, match, watcher, gateway, ran } = await play(playing, scenario);
  const isSeated = gateway.calls.includes(`POST /api/matches/${match}/seat`);
  report.expect(LASTING.seat, isSeated, () => `${name}: nothing asked for a seat`);
  report.expect(LASTING.legal, watcher.refusals.length === 0, () => `${name}: ${watcher.refusals[0]}`);
  const misplaced = door.misplaced(gateway);
  report.expect(door.place, misplaced === undefined, () => `${name}: ${misplaced}`);
  const second = watcher.secondMove;
  report.expect(LASTING.once, second === undefined, () => `${name}: ${second}`);
  await judge({ host, match, ran, report, name });
  if (watcher.happened === 0) throw new Error('the match was over before it could happen');
  const problem = watcher.unrepeated ?? watcher.problem;
  if (problem !== undefined) throw new Error(`the client ${problem}`);
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
  if (status !== 'ended') throw new Error(`the match is ${status}, not ended.${said(ran)}`);
  if (ran.code !== 0) throw new Error(`the client ended with the code ${ran.code}.${said(ran)}`);
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

function said({ problems }: Ran): string {
  return problems === '' ? '' : ` It said: ${problems.trim().split('\n').slice(-2).join(' / ')}`;
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
