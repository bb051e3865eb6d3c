/** Lets the players of generated clients play on a real server, and asks the server what they did. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MatchSummary } from '@flower-war/protocol';
import { type Client, GENERATORS, type GeneratorName } from './generators.ts';
import { openStage } from './stage.ts';

/** What a player tells of its match. */
interface Told {
  readonly player: string;
  readonly match: string;
  readonly seat: number;
  readonly status: string;
  readonly bot: string;
  readonly listed: boolean;
  readonly legal?: readonly string[];
  readonly refused: string;
  /** How many of its moves were accepted. */
  readonly moves: number;
  readonly result: string;
}

const PLAY_MS = 120_000;
/** The match has a turn cap of 100, and a turn of the game takes several moves. */
const FEWEST_MOVES = 20;

/** What went wrong, by the name of the generator. */
export async function playWith(names: readonly GeneratorName[]): Promise<readonly string[]> {
  const stage = await openStage();
  const folder = mkdtempSync(join(tmpdir(), 'clients-'));
  try {
    const document = join(folder, 'openapi.json');
    writeFileSync(document, await (await fetch(`${stage.url}/api/openapi.json`)).text());
    const problems: string[] = [];
    for (const name of names) problems.push(...(await problemsWith(() => GENERATORS[name](document), stage.url)));
    return problems;
  } finally {
    await stage.stop();
    rmSync(folder, { recursive: true });
  }
}

async function problemsWith(generate: () => Client, url: string): Promise<readonly string[]> {
  const since = Date.now();
  try {
    const client = generate();
    const told = await played(client, url);
    const match = (await (await fetch(`${url}/api/matches/${told.match}`)).json()) as MatchSummary;
    const seconds = Math.round((Date.now() - since) / 1000);
    console.log(`${client.name}: ${JSON.stringify(told)} in ${seconds} s`);
    const moves = await movesIn(`${url}/api/matches/${told.match}/record`, told.seat);
    const amiss = [
      ...differences(told, match),
      ...(moves === told.moves ? [] : [`the record has ${moves} moves of it`]),
    ];
    return amiss.map((problem) => `${client.name}: ${problem}`);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** How many moves of the seat the record holds. */
async function movesIn(record: string, seat: number): Promise<number> {
  const lines = (await (await fetch(record)).text()).trimEnd().split('\n');
  const entries: readonly { readonly kind: string; readonly seat?: number }[] = lines.map((line) => JSON.parse(line));
  return entries.filter((entry) => entry.kind === 'move' && entry.seat === seat).length;
}

async function played({ play: [program, ...words], folder }: Client, url: string): Promise<Told> {
  const env = { ...process.env, SERVER_URL: url };
  const { stdout } = await promisify(execFile)(program, words, { cwd: folder, env, timeout: PLAY_MS });
  return JSON.parse(stdout) as Told;
}

/** What the player tells, and the server does not. */
function differences(told: Told, match: MatchSummary): readonly string[] {
  const checks: Readonly<Record<string, boolean>> = {
    'the player sits where it says': match.seats[told.seat]?.player === told.player,
    'the seat is the one that it named': match.seats[told.seat]?.called === 'RED',
    'the match ran when it looked': told.status === 'running',
    'it played to the end': told.moves >= FEWEST_MOVES && match.result?.result === told.result,
    'the record is complete': match.status === 'ended',
    'the clock is the one that it chose': match.table.clock.kind === 'days' && match.table.clock.days === 3,
    'the bot sits there': told.bot === 'greedy' && match.seats[1]?.kind === 'bot',
    'the list has the match': told.listed,
    'the options are those that it chose': match.options.turnCap === 100 && match.options.mayPass === false,
    'the steps have legal moves': (told.legal ?? []).length > 0,
    'a refusal is read as one': told.refused === 'already-started',
  };
  return Object.keys(checks)
    .filter((check) => !checks[check])
    .map((check) => `it is not so that ${check}`);
}
