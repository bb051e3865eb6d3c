/** Replays a match step by step on one terminal, and plays on from any of its positions in a new match. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, parse, relative, resolve } from 'node:path';
import {
  type Fairness,
  type FlowerWarClient,
  type MatchSummary,
  type Moment,
  RefusedError,
  type Replay,
} from '@flower-war/client';
import type { Words } from '@flower-war/words';
import type { TerminalArguments } from '../arguments.ts';
import { type Drawing, drawingOf, fittingPicture, seatName } from '../draw/index.ts';
import { Problem, refusalWords, type Teletype, wrap } from '../screen.ts';
import { type Cards, editionName, own, readCards } from '../words.ts';

/** What stands around the board: the step, what happened, the prompt. */
const AROUND = 6;

/** The new match, if the player chose to play on. */
export async function replayMatch(
  client: FlowerWarClient,
  wanted: TerminalArguments,
  teletype: Teletype,
): Promise<string | undefined> {
  const summary = await client.match(wanted.replay ?? '');
  const replay = client.history.replay(summary.match, { viewer: viewerOf(wanted.as) });
  const cards = await readCards(client, summary, teletype.words);
  return new ReplaySession(client, { summary, replay, cards, bot: wanted.bot ?? 'greedy' }, teletype).run();
}

function viewerOf(as: string | undefined): 'spectator' | 'all' | `seat:${number}` {
  if (as === undefined) return 'spectator';
  if (as === 'all') return 'all';
  if (!/^[0-5]$/.test(as)) throw new Problem((problems) => problems.noViewer(as));
  return `seat:${Number(as)}`;
}

interface ReplayParts {
  readonly summary: MatchSummary;
  readonly replay: Replay;
  readonly cards: Cards;
  /** The bot on the other seats when the player plays on. */
  readonly bot: string;
}

class ReplaySession {
  private readonly client: FlowerWarClient;
  private readonly parts: ReplayParts;
  private readonly teletype: Teletype;
  private readonly drawing: Drawing<unknown>;
  private readonly words: Words;

  constructor(client: FlowerWarClient, parts: ReplayParts, teletype: Teletype) {
    this.client = client;
    this.parts = parts;
    this.teletype = teletype;
    this.words = teletype.words;
    this.drawing = drawingOf(parts.summary.game, teletype.words);
  }

  async run(): Promise<string | undefined> {
    const { replay, summary } = this.parts;
    const { screen } = this.words;
    const title = screen.replay.title(editionName(screen, summary.preset), summary.match);
    this.teletype.say(title, ...screen.replay.help, '');
    this.show(await replay.next());
    return Promise.race([this.obey(), this.teletype.interrupted]);
  }

  private async obey(): Promise<string | undefined> {
    this.teletype.ask();
    for await (const line of this.teletype.lines()) {
      const word = line.trim().toLowerCase();
      if (word === 'q' || word === 'quit') return undefined;
      const match = /^p(?: [0-5])?$/.test(word) ? await this.playOn(word) : await this.turn(word);
      if (match !== undefined) return match;
      this.teletype.ask();
    }
    return undefined;
  }

  private async turn(word: string): Promise<undefined> {
    const { replay } = this.parts;
    if (word === '') this.show(await replay.next());
    else if (word === 'b') this.show(await replay.previous());
    else if (/^\d{1,9}$/.test(word)) this.show(await replay.goto(Number(word)));
    else this.teletype.say(...this.words.screen.replay.help);
  }

  private show(moment: Moment | undefined): void {
    const { teletype, drawing } = this;
    const { paint, size } = teletype;
    if (moment === undefined) return teletype.say(this.words.screen.replay.noFurther);
    const { view, status } = moment;
    const page = { paint, cards: this.parts.cards, columns: size.columns, rows: size.rows - AROUND };
    const board = status === 'open' ? [] : fittingPicture(drawing, view, page);
    teletype.say(teletype.paint('bold', this.headline(moment)), ...this.story(moment), ...board, '');
  }

  /** The events below it tell the move. */
  private headline({ step, at, kind, seat }: Moment): string {
    const { language, screen } = this.words;
    const who = seat === undefined ? '' : `, ${this.name(seat)}`;
    const when = screen.replay.step(step, new Date(at).toLocaleString(language));
    return `${when}: ${own(screen.replay.kinds, kind) ?? kind}${who}`;
  }

  private story({ events }: Moment): readonly string[] {
    const told = events.flatMap((event) => this.words.event(this.parts.summary.game, event, this.speech) ?? []);
    return told.flatMap((sentence) => wrap(sentence, 4, this.teletype.size.columns));
  }

  private name(seat: number): string {
    const { current } = this.parts.replay;
    return current === undefined || current.status === 'open'
      ? this.words.screen.names.seat(seat)
      : seatName(this.drawing, current.view, seat);
  }

  /** Prints a refusal, and the replay goes on. */
  private async playOn(word: string): Promise<string | undefined> {
    const { replay, summary, bot } = this.parts;
    const seq = replay.current?.seq;
    const { screen } = this.words;
    const ownSeat = Number(word.split(' ')[1] ?? 0);
    const bots = summary.seats.flatMap(({ seat }) => (seat === ownSeat ? [] : [{ seat, bot }]));
    try {
      if (seq === undefined) return this.refuse(screen.replay.notOver);
      if (ownSeat >= summary.seats.length) return this.refuse(screen.replay.noSeat(ownSeat));
      return (await this.client.history.continue(summary.match, { seq, bots })).match;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return this.refuse(refusalWords(error, this.words));
    }
  }

  private refuse(why: string): undefined {
    this.teletype.say(why);
  }

  private get speech() {
    return { name: (seat: number) => this.name(seat), cards: this.parts.cards };
  }
}

// Saves a record, and never overwrites another file.

interface Saving {
  readonly match: string;
  readonly record: string;
  /** The folder in which the person typed the command. */
  readonly folder: string;
  /** A file or a folder, as the person wrote it. */
  readonly out: string | undefined;
}

const MOST_NAMES = 100;

/** Saves the record. Returns the file as the person would write it. */
export async function saveRecord(keeping: Saving): Promise<string> {
  const wanted = await fileFor(keeping);
  const { dir, name, ext } = parse(wanted);
  for (let n = 1; n <= MOST_NAMES; n++) {
    const file = n === 1 ? wanted : join(dir, `${name}-${n}${ext}`);
    if (await holds(file, keeping.record)) return shown(keeping.folder, file);
  }
  throw new Problem((problems) => problems.namesTaken(wanted));
}

async function fileFor({ match, folder, out }: Saving): Promise<string> {
  const name = `${match}.jsonl`;
  if (out === undefined) return resolve(folder, name);
  const path = resolve(folder, out);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(path, name) : path;
}

/** Writes the file if there is none. Says whether the file holds the record now. */
async function holds(file: string, record: string): Promise<boolean> {
  try {
    await writeFile(file, record, { flag: 'wx' });
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new Problem((problems) => problems.notSaved(message));
    return (await readFile(file, 'utf8').catch(() => undefined)) === record;
  }
}

function shown(folder: string, file: string): string {
  const path = relative(folder, file);
  return path.startsWith('..') ? file : path;
}

/** Whether the record holds the commitment and contribution that this client knows; `verify` cannot check that. */
export function holdsFairness(record: string, { commitment, contribution }: Fairness): boolean {
  const entries = record
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const isAdded = contribution === undefined || entries.some((entry) => entry.contribution === contribution);
  return entries[0]?.commitment === commitment && isAdded;
}
