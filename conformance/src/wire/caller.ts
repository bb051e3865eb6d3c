/** Calls routes as one player, and checks the form of every answer. */
import {
  ANSWERS,
  CODES,
  type Code,
  pathOf,
  type ReplaySteps,
  ROUTES,
  type Route,
  refusalsOf,
  type SignedIn,
} from '@flower-war/protocol';
import { type Report, STANDING } from '../report.ts';

interface Called<T> {
  readonly status: number;
  readonly body: T;
}

interface Refused {
  readonly code: Code;
  readonly message: string;
}

const TIMEOUT_MS = 30_000;
/** How often a request above a limit is sent again. */
const PATIENCE = 5;

export class Caller {
  readonly url: string;
  readonly report: Report;
  session: SignedIn | undefined;

  constructor(url: string, report: Report) {
    this.url = url.replace(/\/+$/, '');
    this.report = report;
  }

  /** A new player. */
  static async guest(url: string, report: Report): Promise<Caller> {
    const caller = new Caller(url, report);
    const { status, body } = await caller.call<SignedIn>('POST /api/guests', {});
    if (status !== 200) throw new Error(`no player can sign in: ${JSON.stringify(body)}`);
    caller.session = body;
    return caller;
  }

  /** Usage: `call('POST /api/matches', {…})`. */
  async call<T = Refused>(call: string, body?: unknown, token = this.session?.token): Promise<Called<T>> {
    for (let tries = 1; ; tries++) {
      const response = await this.send(call, body, token);
      const wait = response.status === 429 ? Number(response.headers.get('retry-after')) : 0;
      const text = await response.text();
      if (wait === 0 || wait > 60 || tries === PATIENCE) return this.checked<T>(call, response.status, text);
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }

  /** The text of an answer that is not JSON. */
  async text(call: string): Promise<string> {
    return (await this.send(call, undefined, this.session?.token)).text();
  }

  /** As `call`, but throws unless the server agrees. */
  async must<T>(call: string, body?: unknown): Promise<T> {
    const told = await this.call<T>(call, body);
    if (told.status !== 200) throw new Error(`${call} is refused: ${told.status} ${JSON.stringify(told.body)}`);
    return told.body;
  }

  /** Throws unless the server refuses with this code. */
  async refused(call: string, code: Code, body?: unknown, token?: string): Promise<void> {
    const told = await this.call(call, body, token);
    if (told.status === 200 || told.body.code !== code)
      throw new Error(`${call} must be refused with ${code}, not answered ${told.status} ${JSON.stringify(told.body)}`);
  }

  /** What a viewer was shown of a match, by step, as the server tells it afterwards. */
  async replay(match: string, viewer: string): Promise<ReadonlyMap<number, Readonly<Record<string, unknown>>>> {
    const shown = new Map<number, Readonly<Record<string, unknown>>>();
    let view: Readonly<Record<string, unknown>> = {};
    for (let from: number | undefined = 0; from !== undefined; ) {
      const path = `/api/matches/${match}/steps?viewer=${viewer}&from=${from}&limit=200`;
      const page: ReplaySteps = await this.must(`GET ${path}`);
      for (const { step, view: changed, gone = [] } of page.steps) {
        view = Object.fromEntries(Object.entries({ ...view, ...changed }).filter(([field]) => !gone.includes(field)));
        shown.set(step, view);
      }
      from = page.next;
    }
    return shown;
  }

  private send(call: string, body: unknown, token: string | undefined): Promise<Response> {
    const [method = '', path = ''] = call.split(' ');
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    return fetch(this.url + path, { method, headers, ...sent, signal: AbortSignal.timeout(TIMEOUT_MS) });
  }

  private checked<T>(call: string, status: number, text: string): Called<T> {
    const body = parsed(text);
    const problem = problemOf(call, status, body);
    this.report.expect(STANDING.answers, problem === undefined, () => `${call}: ${problem}`);
    return { status, body: body as T };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function problemOf(call: string, status: number, body: unknown): string | undefined {
  const route = routeOf(call);
  if (route === undefined) return undefined;
  if (status !== 200) return refusalProblem(route, status, body);
  const form = (ANSWERS as Readonly<Record<string, { safeParse(body: unknown): { error?: Error } }>>)[route.answer];
  return form?.safeParse(body).error?.message.replace(/\s+/g, ' ');
}

function refusalProblem(route: Route, status: number, body: unknown): string | undefined {
  const { code, message } = (body ?? {}) as Partial<Refused>;
  if (typeof message !== 'string' || code === undefined || !(code in CODES)) return `a refusal without code: ${status}`;
  const codes: readonly Code[] = refusalsOf(route).get(status) ?? [];
  return codes.includes(code) ? undefined : `the documents know no refusal ${status} ${code} here`;
}

function routeOf(call: string): Route | undefined {
  const [method, path = ''] = call.split(' ');
  const [pathname] = path.split('?');
  return ROUTES.find((route) => {
    const form = new RegExp(`^${pathOf(route).replace(/\{\w+\}/g, '[^/]+')}$`);
    return route.call.startsWith(`${method} `) && form.test(pathname ?? '');
  });
}
