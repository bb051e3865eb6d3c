/** Says whether a client keeps to the protocol: it plays matches while all kinds of things go wrong. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { MatchSummary } from '@flower-war/protocol';
import { deepEqual } from '@flower-war/rules';
import { Gateway } from '../gateway.ts';
import { LocalServer } from '../localServer.ts';
import { Report } from '../report.ts';
import { Caller } from '../wire/caller.ts';
import { PLAIN_SCENARIOS } from './plainScenarios.ts';
import { type Scenario, undisturbed, Watcher } from './scenario.ts';
import { SOCKET_SCENARIOS } from './socketScenarios.ts';

export const DOOR_NAMES = ['socket', 'plain'] as const;
type DoorName = (typeof DOOR_NAMES)[number];

interface Door {
  /** The door, in words. */
  readonly told: string;
  readonly scenarios: readonly Scenario[];
  /** Where the client must go each time, as a line of the report. */
  readonly place: string;
  /** Where the client went instead, if it did. */
  readonly misplaced: (gateway: Gateway) => string | undefined;
  /** What is graded at the other door only, and why not here. */
  readonly ungraded: readonly string[];
}

const DOORS: Readonly<Record<DoorName, Door>> = {
  socket: {
    told: 'the socket',
    scenarios: SOCKET_SCENARIOS,
    place: 'opens the address that the newest answer names',
    misplaced: ({ strays }) => strays[0],
    ungraded: [],
  },
  plain: {
    told: 'the plain door: a stream of lines, and a request for each move',
    scenarios: PLAIN_SCENARIOS,
    place: 'goes on only after a step that it was shown',
    misplaced: ({ leaps }) => leaps[0],
    ungraded: ['the address that the newest answer names, because a stream has the address of the server'],
  },
};

/** The player for which the client plays: a person, or a bot account, whose token may do only what a seat needs. */
export const PLAYERS = ['person', 'bot'] as const;
type Player = (typeof PLAYERS)[number];

const BOT_SCOPES = ['bot', 'read', 'play'];

const LASTING = {
  seat: 'takes the seat itself, with the commitment of the match',
  legal: 'plays only legal moves',
  views: 'shows the right view each time',
  once: 'sends one move for each decision',
  scopes: 'asks for nothing that the scopes of its token do not allow',
} as const;

interface Grading {
  readonly cmd: string;
  /** By which door the client plays; if absent, a match shows it. */
  readonly door?: DoorName | undefined;
  /** If absent, a person. */
  readonly as?: Player | undefined;
  /** Words of the scenarios to play; if absent, all. */
  readonly only?: string | undefined;
  /** How long a match may take. */
  readonly seconds: number;
  readonly tell?: (line: string) => void;
  /** Ends the grading, and the client that is graded. */
  readonly signal?: AbortSignal;
}

export async function gradeClient(grading: Grading): Promise<Report> {
  const { only = '', tell = () => {} } = grading;
  const report = new Report(tell);
  const server = await LocalServer.started();
  try {
    const door = DOORS[grading.door ?? (await doorFound({ ...grading, server }))];
    tell(`      the client plays by ${door.told}`);
    const stage = { ...grading, report, server, door };
    for (const scenario of scenariosOf(door, only)) {
      await report.run(scenario.name, () => grade(stage, scenario));
      grading.signal?.throwIfAborted();
    }
    for (const check of [...Object.values(LASTING), door.place]) if (report.hasSeen(check)) tell(report.textOf(check));
    for (const line of door.ungraded) tell(`      not graded: ${line}`);
  } finally {
    await server.remove();
  }
  tell(report.sum);
  return report;
}

function scenariosOf({ scenarios }: Door, only: string): readonly Scenario[] {
  const found = scenarios.filter(({ name }) => name.includes(only));
  if (found.length > 0) return found;
  throw new Error(`No check has "${only}" in its name. They are: ${scenarios.map(({ name }) => name).join('; ')}.`);
}

/** All that a client of this door is graded for. */
export function linesOf(name: DoorName): readonly string[] {
  const { scenarios, place } = DOORS[name];
  return [...scenarios.map((scenario) => scenario.name), ...Object.values(LASTING), place];
}

interface Playing {
  readonly server: LocalServer;
  readonly cmd: string;
  readonly as?: Player | undefined;
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** Which door the client opens in a match where nothing goes wrong. */
async function doorFound(playing: Playing): Promise<DoorName> {
  const { gateway, ran } = await play(playing, undisturbed('space-aztecs'));
  const [socket, plain] = [gateway.links.length + gateway.strays.length > 0, gateway.streams.length > 0];
  if (socket && plain) throw new Error('The client opens a socket and a stream. Name the one to grade: --door socket.');
  if (socket || plain) return socket ? 'socket' : 'plain';
  const why = `the client ended with the code ${ran.code}.${said(ran)}`;
  throw new Error(`The client opens neither a socket nor a stream: ${why}`);
}

/** Runs the client in a match with a bot. */
async function play({ server, cmd, as, seconds, signal }: Playing, { game, tampering, patience = 0 }: Scenario) {
  const host = await Caller.guest(server.url, new Report());
  const table = as === 'bot' ? { programs: 'allowed' } : {};
  const wish = { game, seats: 2, bots: [{ bot: 'random', seat: 1 }], table };
  const { match } = await host.must<MatchSummary>('POST /api/matches', wish);
  const watcher = new Watcher();
  const gateway = await Gateway.before(server.url, watcher.around(tampering({ server, watcher })));
  const given = { FLOWER_WAR_URL: gateway.url, FLOWER_WAR_MATCH: match, FLOWER_WAR_TOKEN: await tokenOf(host, as) };
  const ran = await runClient({ cmd, env: given, seconds: seconds + patience, signal });
  gateway.close();
  signal?.throwIfAborted();
  return { host, match, watcher, gateway, ran };
}

async function tokenOf(host: Caller, as: Player = 'person'): Promise<string> {
  if (as === 'person') return host.session?.token ?? '';
  const { player } = await host.must<{ player: string }>('POST /api/me/bots', { name: 'Graded' });
  const wanted = { name: 'grading', scopes: BOT_SCOPES, days: 1, bot: player };
  return (await host.must<{ secret: string }>('POST /api/me/tokens', wanted)).secret;
}

async function grade(
  { report, door, ...playing }: Playing & { readonly report: Report; readonly door: Door },
  scenario: Scenario,
): Promise<void> {
  const { name } = scenario;
  const { host, match, watcher, gateway, ran } = await play(playing, scenario);
  const seat = `POST /api/matches/${match}/seat`;
  const faults = [
    [LASTING.seat, gateway.calls.includes(seat) ? undefined : 'nothing asked for a seat'],
    [LASTING.legal, watcher.refusals[0]],
    [door.place, door.misplaced(gateway)],
    [LASTING.once, watcher.secondMove],
    [LASTING.scopes, watcher.beyondScopes],
  ] as const;
  for (const [check, fault] of faults) report.expect(check, fault === undefined, () => `${name}: ${fault}`);
  await judge({ host, match, ran, due: watcher.due, report, name });
  if (watcher.happened === 0) throw new Error('the match was over before it could happen');
  const problem = watcher.unrepeated ?? watcher.problem;
  if (problem !== undefined) throw new Error(`the client ${problem}`);
}

interface Judging {
  readonly host: Caller;
  readonly match: string;
  readonly ran: ClientRun;
  readonly due: string | undefined;
  readonly report: Report;
  readonly name: string;
}

async function judge({ host, match, ran, due, report, name }: Judging): Promise<void> {
  const { status, result } = await host.must<MatchSummary>(`GET /api/matches/${match}`);
  const toDo = due === undefined ? '' : ` The client had to ${due}.`;
  if (status !== 'ended') throw new Error(`the match is ${status}, not ended.${toDo}${said(ran)}`);
  if (ran.code !== 0) throw new Error(`the client ended with the code ${ran.code}.${said(ran)}`);
  const truth = await host.replay(match, 'seat:0');
  const shown = ran.lines.filter(({ kind }) => kind === 'shown');
  const over = ran.lines.at(-1);
  report.expect(LASTING.views, shown.length > 0, () => `${name}: no line of the kind "shown"`);
  const all = over?.kind === 'over' ? [...shown, over] : shown;
  for (const [n, line] of all.entries()) {
    const fault = faultIn(line, { before: all[n - 1]?.step ?? -1, truth });
    report.expect(LASTING.views, fault === undefined, () => `${name}: ${fault}`);
  }
  const last = [...truth.keys()].at(-1);
  if (over?.kind !== 'over') throw new Error('its last line is not of the kind "over"');
  if (over.step !== last) throw new Error(`it ends with step ${over.step}, the match with ${last}`);
  if (!tellsAll(over.result, result)) throw new Error(`it tells the result ${JSON.stringify(over.result)}`);
}

interface Known {
  /** The step that was shown before this one. */
  readonly before: number;
  /** What the seat was shown, by step. */
  readonly truth: ReadonlyMap<number, unknown>;
}

/** What is wrong with something that the client has shown. */
function faultIn({ step = -1, view }: PrintedLine, { before, truth }: Known): string | undefined {
  if (step < before) return `step ${step} is shown after step ${before}`;
  const isRight = truth.has(step) && deepEqual(truth.get(step), view);
  return isRight ? undefined : `step ${step} is shown wrongly: ${JSON.stringify(view)?.slice(0, 120)}`;
}

/** Whether it holds all that is known. A newer server may have told the client more. */
function tellsAll(told: unknown, known: unknown): boolean {
  if (typeof known !== 'object' || known === null) return told === known;
  if (typeof told !== 'object' || told === null) return false;
  const isAsLong = !Array.isArray(known) || (Array.isArray(told) && told.length === known.length);
  return isAsLong && Object.entries(known).every(([name, one]) => tellsAll(Reflect.get(told, name), one));
}

function said({ problems }: ClientRun): string {
  const lines = problems.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 ? '' : ` It said: ${lines.slice(-2).join(' / ')}`;
}

/** A line that a client prints. */
interface PrintedLine {
  readonly kind: string;
  readonly step?: number;
  readonly view?: Readonly<Record<string, unknown>>;
  readonly result?: { readonly result?: string };
}

interface ClientRun {
  readonly code: number | null;
  readonly lines: readonly PrintedLine[];
  readonly problems: string;
}

interface Running {
  /** A command for the shell. */
  readonly cmd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** Some ten times what a client says of the longest match. */
const MOST_PRINTED = 100_000_000;

/** Runs it to its end. A client that takes too long, prints too much or is graded no longer is ended, with all that it started. */
async function runClient({ cmd, env, seconds, signal }: Running): Promise<ClientRun> {
  const child = spawn('sh', ['-c', cmd], {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, problems, ending] = ['', '', ''];
  const end = (why: string) => {
    ending = why;
    endGroup(child);
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
    if (out.length > MOST_PRINTED) end(`it printed more than ${MOST_PRINTED} letters.`);
  });
  child.stderr.on('data', (chunk) => {
    problems = (problems + String(chunk)).slice(-2000);
  });
  const late = setTimeout(() => end(`it did not end within ${seconds} seconds.`), seconds * 1000);
  const stopped = () => end('the grading was stopped.');
  signal?.addEventListener('abort', stopped);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  signal?.removeEventListener('abort', stopped);
  return { code, lines: out.length > MOST_PRINTED ? [] : printedLines(out), problems: `${problems}\n${ending}`.trim() };
}

/** A program that left the group may hold the pipes open, so nothing more is read of them. */
function endGroup({ pid = 0, stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of the group have ended.
  }
  stdout.destroy();
  stderr.destroy();
}

/** Lines that are not JSON are passed over: a client may print for people too. */
function printedLines(out: string): readonly PrintedLine[] {
  return out.split('\n').flatMap((line) => {
    try {
      const read: unknown = JSON.parse(line);
      return typeof read === 'object' && read !== null && 'kind' in read ? [read as PrintedLine] : [];
    } catch {
      return [];
    }
  });
}
