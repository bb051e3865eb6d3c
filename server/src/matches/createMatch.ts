/** Creates a match by writing the first entry of its record. */
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { begin, commitmentTo, type EntryOf, RECORD_FORMAT, seal, type TableSettings } from '@flower-war/protocol';
import { FairShares } from '@flower-war/protocol/hosting';
import type { AnyGame, Options } from '@flower-war/rules';
import type { HostedGames } from '../base/hostedGames.ts';
import { newCode, newMatchId } from '../base/ids.ts';
import { openUntil } from '../match/record/timeouts.ts';
import { type IndexedMatch, indexOf } from '../match/record/matchIndex.ts';
import { StoreError } from '../store/engine/engine.ts';
import type { Index, Journal, OutboxRow } from '../store/journal/journal.ts';

export interface NewMatch {
  readonly game: string;
  readonly preset: string;
  readonly options: Options;
  readonly seats: number;
  readonly table: TableSettings;
  readonly host: string;
  /** The position to continue from, and the version of its rules. */
  readonly from?: { readonly position: NonNullable<EntryOf<'created'>['from']>; readonly rulesVersion: number };
  /** The match to repeat, the new id, which follows from that match, and the bot accounts that sat there, which find the new one among theirs. */
  readonly rematch?: { readonly of: string; readonly id: string; readonly bots?: readonly string[] };
  /** The id, where it follows from what the match is for: a match that is there already is not made again. */
  readonly id?: string;
  /** Whom the match waits for is told together with it. */
  readonly notices?: readonly OutboxRow[];
}

export interface CreatingTools {
  readonly journal: Journal;
  readonly games: HostedGames;
  /** Names this process. */
  readonly owner: string;
  readonly openForMs: number;
  readonly now: () => number;
  /** Logs the course of matches: ids and results, never a move. */
  readonly note: (event: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** The first entry of a match claims it for the process that writes it. Later claims of the process count from 1 on. */
const FIRST_CLAIM = 0;

/** Returns the id, also if a match with the wanted id exists already. Rejects if the journal cannot write. */
export async function createMatch(tools: CreatingTools, wanted: NewMatch): Promise<string> {
  const { rematch, game, preset, seats, table, host, notices = [] } = wanted;
  const engine = await engineFor(tools, wanted);
  const known = rematch?.id ?? wanted.id;
  const match = known ?? newMatchId();
  const secret = randomBytes(32).toString('hex');
  const created = createdEntry(wanted, { match, at: tools.now(), rulesVersion: engine.rulesVersion, secret });
  const index = indexOf(engine, begin(created), { at: created.at, openUntil: openUntil(created, tools.openForMs) });
  const secrets = table.visibility === 'private' ? { secret, code: newCode() } : { secret };
  const players = [host, ...(rematch?.bots ?? [])];
  const own = { match, expectedSeq: 0, owner: tools.owner, claim: FIRST_CLAIM, players };
  const first = { ...own, ...seal('', created), index, secrets, notices };
  const outcome = await tools.journal.append(first).catch((cause: unknown) => {
    throw new StoreError('a match could not be written', { cause });
  });
  if (outcome === 'conflict') return known === undefined ? createMatch(tools, wanted) : match;
  tools.note('match created', { match, game, preset, seats, visibility: table.visibility });
  return match;
}

/** The rules of the new match: the newest, or those of the match that it continues. */
async function engineFor({ games }: CreatingTools, { game, from }: NewMatch): Promise<AnyGame> {
  const engine = from ? await games.engineOf(game, from.rulesVersion) : games.get(game)?.game;
  if (engine === undefined) throw new Error(`${game} is not hosted here`);
  return engine;
}

interface Birth {
  readonly match: string;
  readonly at: number;
  readonly rulesVersion: number;
  readonly secret: string;
}

function createdEntry(wanted: NewMatch, { match, at, rulesVersion, secret }: Birth): EntryOf<'created'> {
  const { game, preset, options, seats, table, host, from, rematch } = wanted;
  return {
    seq: 0,
    kind: 'created',
    at,
    format: RECORD_FORMAT,
    match,
    game,
    rulesVersion,
    preset,
    options,
    seats,
    table,
    host,
    commitment: commitmentTo(secret),
    ...(from && { from: from.position }),
    ...(rematch && { rematchOf: rematch.of }),
  };
}

// Bounds the number of stored matches between bots only, because guests can make them by the thousand.

const PAGE = 500;

export class BotMatches {
  private readonly journal: Pick<Journal, 'endings' | 'withoutPlayers' | 'forgetMatch'>;
  private readonly kept: FairShares<string>;
  /** The number of the last ending that was processed. */
  private seen = 0;

  constructor(journal: BotMatches['journal'], most: number) {
    this.journal = journal;
    this.kept = new FairShares(most);
  }

  /** Processes new endings, which are all at the start, and deletes matches beyond the bound. Returns how many. */
  async tend(): Promise<number> {
    for (let gone = 0; ; await nextTurn()) {
      const endings = await this.journal.endings(this.seen, PAGE);
      const found = await this.journal.withoutPlayers(endings.map(({ match }) => match));
      const indexes = new Map(found.map(({ match, index }) => [match, index]));
      for (const { n, match } of endings) {
        gone += await this.take(match, indexes.get(match));
        this.seen = n;
      }
      if (endings.length < PAGE) return gone;
    }
  }

  /** Counts a match. Beyond the bound the host with the most matches loses the oldest. */
  private async take(match: string, index: Index | undefined): Promise<number> {
    const host = index && hostOfBots(index);
    const gone = host === undefined ? undefined : this.kept.take(match, [host, match]);
    if (gone === undefined) return 0;
    await this.journal.forgetMatch(gone);
    return 1;
  }
}

/** The host of a match between bots only. Undefined for other matches. */
function hostOfBots({ summary }: Index): string | undefined {
  const { seats = [], host } = JSON.parse(summary) as Partial<IndexedMatch>;
  return seats.length > 0 && seats.every((holder) => holder !== null && 'bot' in holder) ? host : undefined;
}
