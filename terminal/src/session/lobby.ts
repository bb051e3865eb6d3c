/** The list of matches on a terminal, kept up to date until the player chooses one. */
import type { FlowerWarClient, LiveLobby, LobbyEntry, LobbyFilter } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import type { Teletype } from '../screen/teletype.ts';
import { editionName, holderName, own } from '../words/words.ts';

/** The match that the player chose; nothing if the player left. */
export async function chooseMatch(
  client: FlowerWarClient,
  filter: LobbyFilter,
  teletype: Teletype,
): Promise<LobbyEntry | undefined> {
  const lobby = await client.lobby(filter);
  const list = new List(lobby, teletype);
  try {
    return await Promise.race([list.choose(), teletype.interrupted.then(() => undefined)]);
  } finally {
    list.stop();
    lobby.close();
  }
}

class List {
  private readonly teletype: Teletype;
  private readonly lobby: LiveLobby;
  /** The matches behind the numbers on the screen. */
  private shown: readonly LobbyEntry[] = [];
  private text = '';
  readonly stop: () => void;

  constructor(lobby: LiveLobby, teletype: Teletype) {
    this.lobby = lobby;
    this.teletype = teletype;
    this.stop = lobby.on('change', () => this.show());
  }

  async choose(): Promise<LobbyEntry | undefined> {
    this.show();
    for await (const line of this.teletype.lines()) {
      const word = line.trim().toLowerCase();
      if (word === 'q' || word === 'quit') return undefined;
      const chosen = this.shown[Number(word) - 1];
      if (chosen !== undefined) return chosen;
      this.teletype.say(this.teletype.words.screen.lobby.noNumber(line.trim()));
      this.teletype.ask();
    }
    return undefined;
  }

  /** Prints the list again only if it differs from the one on the screen. */
  private show(): void {
    this.shown = this.lobby.matches;
    const { words } = this.teletype;
    const lines = rowsOf(this.shown, words);
    const text = lines.join('\n');
    if (text === this.text) return;
    this.text = text;
    this.teletype.say('', ...lines, words.screen.lobby.help);
    this.teletype.ask();
  }
}

/** One line a match: `  1  Mexica  open  1 of 4 free  Ana, greedy`. */
export function rowsOf(matches: readonly LobbyEntry[], words: Words): readonly string[] {
  const { screen } = words;
  const { lobby } = screen;
  if (matches.length === 0) return [lobby.empty];
  const rows = matches.map((match) => [
    editionName(screen, match.preset),
    own(lobby.statuses, match.status) ?? match.status,
    lobby.places(match.free, match.seats.length),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return matches.map((match, index) => {
    const cells = (rows[index] ?? []).map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return [`${index + 1}`.padStart(3), ...cells, notes(match, words)].join('  ').trimEnd();
  });
}

function notes({ seats, length, clock, approval, fillSeconds, status }: LobbyEntry, words: Words): string {
  const {
    lobby,
    names: { lengths },
  } = words.screen;
  const names = seats.flatMap((seat) => (seat.kind === 'free' ? [] : holderName(seat, words)));
  const isOpen = status === 'open';
  const terms = [
    ...(length === '' || length === 'standard' ? [] : [own(lengths, length) ?? length]),
    ...(clock === 'none' ? [] : [own(lobby.clocks, clock) ?? clock]),
    ...(isOpen && approval ? [lobby.approval] : []),
    ...(isOpen && fillSeconds > 0 ? [lobby.fill(fillSeconds)] : []),
  ];
  return [names.join(', '), terms.length > 0 ? `(${terms.join(', ')})` : ''].filter(Boolean).join('  ');
}
