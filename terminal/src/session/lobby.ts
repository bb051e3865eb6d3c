/** The list of matches on a terminal, kept up to date until the player chooses one. */
import type { FlowerWarClient, LiveLobby, LobbyEntry, LobbyFilter } from '@flower-war/client';
import type { Teletype } from '../screen/teletype.ts';

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
      this.teletype.say(`"${line.trim()}" is no number of the list; q leaves.`);
      this.teletype.ask();
    }
    return undefined;
  }

  /** Prints the list again only if it differs from the one on the screen. */
  private show(): void {
    this.shown = this.lobby.matches;
    const lines = rowsOf(this.shown);
    const text = lines.join('\n');
    if (text === this.text) return;
    this.text = text;
    this.teletype.say('', ...lines, 'Type a number to take a seat, or to watch where no seat is free; q leaves.');
    this.teletype.ask();
  }
}

/** One line a match: `  1  mexica            open     1 of 4 free  Ana, greedy`. */
export function rowsOf(matches: readonly LobbyEntry[]): readonly string[] {
  if (matches.length === 0) return ['There is no match here now. A new match appears in this list by itself.'];
  const width = Math.max(...matches.map(({ preset }) => preset.length));
  return matches.map((match, index) => {
    const number = String(index + 1).padStart(3);
    return `${number}  ${match.preset.padEnd(width)}  ${match.status.padEnd(7)}  ${places(match)}  ${notes(match)}`.trimEnd();
  });
}

function places({ free, seats }: LobbyEntry): string {
  return `${free} of ${seats.length} free`;
}

function notes({ seats, length, clock, approval, fillSeconds, status }: LobbyEntry): string {
  const names = seats.flatMap(({ kind, name }) => (kind === 'free' ? [] : name));
  const isOpen = status === 'open';
  const terms = [
    ...(length === '' || length === 'standard' ? [] : [length]),
    ...(clock === 'none' ? [] : [`clock: ${clock}`]),
    ...(isOpen && approval ? ['the host lets players in'] : []),
    ...(isOpen && fillSeconds > 0 ? [`bots after ${fillSeconds} s`] : []),
  ];
  return [names.join(', '), terms.length > 0 ? `(${terms.join(', ')})` : ''].filter(Boolean).join('  ');
}
