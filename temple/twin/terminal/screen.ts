/** The temple as a picture, with keys. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { styleText } from 'node:util';
import { SLOTS, type Slot } from '@flower-war/protocol/temple';
import { NOTHING_TYPED, press, UNTIL_TOLD_MS } from './commands.ts';
import { COLUMNS, draw, LINES, type Paint } from './draw.ts';
import { drawNarrow } from './narrow.ts';
import { explain } from './problem.ts';
import { perform, type Session } from './session.ts';

const REFRESH_MS = 200;
const FALLING_MS = 350;
const MOST_NOTES = 20;
const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });

export class Screen {
  readonly notes: string[] = [];
  private typed = NOTHING_TYPED;
  private isPlugged = true;
  private readonly fallenAt: Partial<Record<Slot, number>> = {};

  note(text: string): void {
    this.notes.push(text);
    this.notes.splice(0, this.notes.length - MOST_NOTES);
  }

  /** Shows the temple until the person leaves. */
  async run(session: Session, input: Readable & Partial<NodeJS.ReadStream>): Promise<void> {
    process.stdout.write('\u001b[?1049h\u001b[?25l');
    input.setRawMode?.(true);
    const timer = setInterval(() => this.show(session), REFRESH_MS);
    const unwatch = session.twin.watch(() => this.show(session));
    try {
      // SIGTERM must restore the terminal, too.
      await Promise.race([this.listen(session, input.setEncoding('utf8')), once(process, 'SIGTERM')]);
    } finally {
      clearInterval(timer);
      unwatch();
      input.setRawMode?.(false);
      process.stdout.write('\u001b[?25h\u001b[?1049l');
    }
  }

  private async listen(session: Session, input: Readable): Promise<void> {
    this.show(session);
    for await (const chunk of input as AsyncIterable<string>) {
      for (const key of chunk) if (this.press(session, key) === 'leave') return;
      this.show(session);
    }
  }

  private press(session: Session, key: string): 'leave' | undefined {
    const { typed, command } = press(this.typed, key);
    this.typed = typed;
    if (command === undefined) return undefined;
    if (command.kind === 'quit') return 'leave';
    if (command.kind === 'plug') this.plug(session);
    if (command.kind === 'help') this.help();
    if (command.kind === 'drop') this.fallenAt[command.slot] = performance.now();
    if (command.kind === 'knock') for (const slot of command.beads) this.fallenAt[slot] = performance.now();
    perform(session, command).catch((error) => this.note(explain(error)));
    return undefined;
  }

  private plug({ twin }: Session): void {
    this.isPlugged = !this.isPlugged;
    if (this.isPlugged) twin.heal();
    else twin.wifi('away', UNTIL_TOLD_MS);
    this.note(this.isPlugged ? 'the network is plugged in' : 'the network is unplugged');
  }

  private help(): void {
    this.note('3w drops three, bw one that bounces; k, then w and r and Enter, knocks to pair this temple;');
    this.note('o unplugs the network and plugs it in, p turns the power off and on, c shows the code.');
  }

  private show({ twin, sticker }: Session): void {
    const now = performance.now();
    const falling = new Set(SLOTS.filter((slot) => now - (this.fallenAt[slot] ?? -FALLING_MS) < FALLING_MS));
    const { id, display } = twin;
    const picture = { id, display, falling, typed: this.typed, notes: this.notes, sticker };
    const { columns = COLUMNS, rows = LINES } = process.stdout;
    const isNarrow = columns < COLUMNS || rows < LINES;
    const lines = isNarrow ? drawNarrow(picture, paint, { columns, rows }) : draw(picture, paint);
    process.stdout.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`);
  }
}
