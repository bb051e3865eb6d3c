/** Talk in one room: it sends lines to their audience, and answers the clients' requests to talk. */
import {
  type Action,
  type ActionName,
  type Answer,
  MESSAGES,
  type Position,
  type TalkLine,
} from '@flower-war/protocol';
import type { Visitor } from '../../features/table/presence.ts';
import { audienceOf, type Speaker, type TalkTable } from '../../features/talk/talk.ts';
import { StoreError } from '../../store/engine/engine.ts';
import { packMessage } from './frames.ts';
import type { Services } from '../services.ts';
import type { Connections, Visiting } from './connections.ts';
import { playersIn } from './tableView.ts';

export type TalkAction = 'say' | 'phrase' | 'silence';

interface Parts {
  readonly services: Pick<Services, 'talk' | 'log'>;
  /** The match that is talked about, as the room shows it. */
  readonly source: {
    readonly position: Pick<Position, 'created' | 'host'>;
    readonly table: Pick<Position, 'occupants'>;
  };
  readonly connections: Connections;
}

export function isTalk(name: ActionName): name is TalkAction {
  return name === 'say' || name === 'phrase' || name === 'silence';
}

export class RoomTalk {
  private readonly parts: Parts;
  stop: () => void = () => {};

  private constructor(parts: Parts) {
    this.parts = parts;
  }

  static async open(parts: Parts): Promise<RoomTalk> {
    const room = new RoomTalk(parts);
    const { connections, services } = parts;
    room.stop = await services.talk.listen(room.place.match, {
      players: () => connections.viewers.flatMap(({ auth }) => auth?.player ?? []),
      hear: (audience, { lines, deaf }) => {
        const hears = (one: Visitor) => audienceOf(one) === audience && !deaf.has(one.player);
        const packed = packMessage(MESSAGES.talk, lines);
        for (const client of connections.sockets)
          if (client.auth !== undefined && hears(client.auth)) client.enqueueRaw(packed);
        connections.readers.tell({ kind: 'talk', lines: [...lines] }, ({ auth }) => hears(auth));
      },
    });
    return room;
  }

  private get place(): TalkTable {
    const { created, host } = this.parts.source.position;
    return { match: created.match, table: created.table, host };
  }

  /** The seated players by seat, as the room shows them. */
  private get seated(): Speaker['seated'] {
    const { position, table } = this.parts.source;
    return playersIn(table.occupants, position.created.seats);
  }

  /** Sends a new client the latest lines, if there are any. */
  greet(client: Visiting): void {
    if (client.auth === undefined) return;
    const lines = this.latestFor(client.auth);
    if (lines.length > 0) client.send(MESSAGES.talk, lines);
  }

  latestFor(visitor: Visitor): readonly TalkLine[] {
    return heardBy(visitor, this.parts.services.talk.latest(this.place, audienceOf(visitor), this.seated));
  }

  /** A line that could not be stored counts as not said: the client must retry. */
  async answer(auth: Visitor, name: TalkAction, payload: unknown): Promise<Answer> {
    try {
      return await this.perform(auth, name, payload);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.parts.services.log.error({ err: error, match: this.place.match }, 'talk could not be kept');
      return { kind: 'retry' };
    }
  }

  private perform(auth: Visitor, name: TalkAction, payload: unknown): Promise<Answer> {
    const { place, seated, parts } = this;
    const { talk } = parts.services;
    const speaker = { ...auth, seated };
    switch (name) {
      case 'say': {
        const [id, text] = payload as Action<'say'>;
        return talk.say(place, speaker, { id, words: { text } });
      }
      case 'phrase': {
        const [id, phrase] = payload as Action<'phrase'>;
        return talk.say(place, speaker, { id, words: { phrase } });
      }
      case 'silence': {
        const [, player, isOn] = payload as Action<'silence'>;
        return talk.silence(place, auth.player, { player, isOn });
      }
    }
  }
}

/** Without the lines of players whom the visitor has blocked. */
function heardBy({ unheard = [] }: Visitor, lines: readonly TalkLine[]): readonly TalkLine[] {
  return unheard.length === 0 ? lines : lines.filter(({ player }) => !unheard.includes(player));
}
