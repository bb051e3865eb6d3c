/** Replays a match step by step on one terminal, and plays on from any of its positions in a new match. */
import type { FlowerWarClient, MatchSummary, Moment, Replay } from '@flower-war/client';
import { RefusedError } from '@flower-war/client';
import { type Drawing, drawingOf, seatName } from '../draw/index.ts';
import type { Wanted } from '../options/arguments.ts';
import { Problem } from '../screen/problem.ts';
import type { Teletype } from '../screen/teletype.ts';
import { wrap } from '../screen/width.ts';
import { type Cards, readCards } from '../words/cards.ts';
import { type Tell, tellerOf } from '../words/tell.ts';

type Seen = Moment;

const HELP = [
  'Enter shows the next step, b the previous step, a number the step of that number.',
  'p plays on from here against bots, p 2 does so on seat 2; q ends.',
];

/** The new match, if the player chose to play on. */
export async function replayMatch(
  client: FlowerWarClient,
  wanted: Wanted,
  teletype: Teletype,
): Promise<string | undefined> {
  const summary = await client.match(wanted.replay ?? '');
  const replay = client.history.replay(summary.match, { viewer: viewerOf(wanted.as) });
  const cards = await readCards(client, summary.game);
  return new ReplaySession(client, { summary, replay, cards, bot: wanted.bot ?? 'greedy' }, teletype).run();
}

function viewerOf(as: string | undefined): 'spectator' | 'all' | `seat:${number}` {
  if (as === undefined) return 'spectator';
  if (as === 'all') return 'all';
  if (!/^[0-5]$/.test(as)) throw new Problem(`--as takes the number of a seat, counted from 0, or all; not "${as}".`);
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
  private readonly tell: Tell;

  constructor(client: FlowerWarClient, parts: ReplayParts, teletype: Teletype) {
    this.client = client;
    this.parts = parts;
    this.teletype = teletype;
    this.drawing = drawingOf(parts.summary.game);
    this.tell = tellerOf(parts.summary.game);
  }

  async run(): Promise<string | undefined> {
    const { replay, summary } = this.parts;
    this.teletype.say(`Replay of ${summary.game} (${summary.preset}), match ${summary.match}.`, ...HELP, '');
    this.show(await replay.next());
    return Promise.race([this.obey(), this.teletype.interrupted.then(() => undefined)]);
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
    else this.teletype.say(...HELP);
  }

  private show(moment: Seen | undefined): void {
    const { teletype, drawing } = this;
    if (moment === undefined) return teletype.say('There is no further step.');
    const { view, status } = moment;
    const board = status === 'open' ? [] : drawing.draw(view, teletype.paint, this.parts.cards);
    teletype.say(teletype.paint('bold', this.headline(moment)), ...this.story(moment), ...board, '');
  }

  private headline({ step, at, kind, seat, move }: Seen): string {
    const who = seat === undefined ? '' : `, ${this.name(seat)}`;
    return `Step ${step}, ${new Date(at).toLocaleTimeString()}: ${kind}${who}${move === undefined ? '' : `: ${move}`}`;
  }

  private story({ events }: Seen): readonly string[] {
    const told = events.flatMap((event) => this.tell(event, (seat) => this.name(seat), this.parts.cards) ?? []);
    return told.flatMap((sentence) => wrap(sentence, 4));
  }

  private name(seat: number): string {
    const { current } = this.parts.replay;
    return current === undefined || current.status === 'open'
      ? `Seat ${seat}`
      : seatName(this.drawing, current.view, seat);
  }

  /** Prints a refusal, and the replay goes on. */
  private async playOn(word: string): Promise<string | undefined> {
    const { replay, summary, bot } = this.parts;
    const seq = replay.current?.seq;
    const own = Number(word.split(' ')[1] ?? 0);
    const bots = summary.seats.flatMap(({ seat }) => (seat === own ? [] : [{ seat, bot }]));
    try {
      if (seq === undefined) throw new Problem('This match is not over: play on from it when it is.');
      if (own >= summary.seats.length) throw new Problem(`There is no seat ${own}; they count from 0.`);
      return (await this.client.history.continue(summary.match, { seq, bots })).match;
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof Problem)) throw error;
      this.teletype.say(error.message);
      return undefined;
    }
  }
}
