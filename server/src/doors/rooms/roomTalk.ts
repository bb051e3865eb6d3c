/** Talk in one room: it sends lines to their audience, and answers the clients' requests to talk. */
import type { Client } from '@colyseus/core';
import { type Action, type ActionName, type Answer, MESSAGES, type TalkLine } from '@flower-war/protocol';
import { audienceOf, type TalkTable, type Speaker, type Talk } from '../../features/talk/talk.ts';
import { StoreError } from '../../store/engine/engine.ts';
import { packMessage } from '../connection/frames.ts';
import type { Readers } from '../plain/readers.ts';

export type TalkAction = 'say' | 'phrase' | 'silence';

type Visitor = { readonly player: string; readonly seat?: number };
type Listener = Client<{ auth: Visitor }>;

/** What talk needs of the room. */
export interface Hall {
  readonly place: TalkTable;
  readonly listeners: () => Iterable<Listener>;
  readonly readers: Readers;
  /** The seated players by seat, as the room shows them. */
  readonly seated: () => Speaker['seated'];
  readonly report: (error: unknown) => void;
}

export function isTalk(name: ActionName): name is TalkAction {
  return name === 'say' || name === 'phrase' || name === 'silence';
}

export class RoomTalk {
  private readonly talk: Talk;
  private readonly hall: Hall;
  stop: () => void = () => {};

  private constructor(talk: Talk, hall: Hall) {
    this.talk = talk;
    this.hall = hall;
  }

  static async open(talk: Talk, hall: Hall): Promise<RoomTalk> {
    const room = new RoomTalk(talk, hall);
    room.stop = await talk.listen(hall.place.match, (audience, lines) => {
      const packed = packMessage(MESSAGES.talk, lines);
      for (const client of hall.listeners())
        if (client.auth !== undefined && audienceOf(client.auth) === audience) client.enqueueRaw(packed);
      hall.readers.tell({ kind: 'talk', lines: [...lines] }, ({ auth }) => audienceOf(auth) === audience);
    });
    return room;
  }

  /** Sends a new client the latest lines, if there are any. */
  greet(client: Listener): void {
    if (client.auth === undefined) return;
    const lines = this.latestFor(client.auth);
    if (lines.length > 0) client.send(MESSAGES.talk, lines);
  }

  latestFor(visitor: Visitor): readonly TalkLine[] {
    return this.talk.latest(this.hall.place, audienceOf(visitor), this.hall.seated());
  }

  /** A line that could not be stored counts as not said: the client must retry. */
  async answer(auth: Visitor, name: TalkAction, payload: unknown): Promise<Answer> {
    try {
      return await this.perform(auth, name, payload);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.hall.report(error);
      return { kind: 'retry' };
    }
  }

  private perform(auth: Visitor, name: TalkAction, payload: unknown): Promise<Answer> {
    const { place, seated } = this.hall;
    const speaker = { ...auth, seated: seated() };
    switch (name) {
      case 'say': {
        const [id, text] = payload as Action<'say'>;
        return this.talk.say(place, speaker, { id, words: { text } });
      }
      case 'phrase': {
        const [id, phrase] = payload as Action<'phrase'>;
        return this.talk.say(place, speaker, { id, words: { phrase } });
      }
      case 'silence': {
        const [, player, isOn] = payload as Action<'silence'>;
        return this.talk.silence(place, auth.player, { player, isOn });
      }
    }
  }
}
