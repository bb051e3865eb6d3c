/** The side of a room: who there hears what, and what its people ask to be said. */
import type { Client } from '@colyseus/core';
import { type Action, type ActionName, type Answer, MESSAGES } from '@flower-war/protocol';
import { audienceOf, type Place, type Speaker, type Talk } from '../../features/talk/talk.ts';
import { packMessage } from './frames.ts';

export type TalkAction = 'say' | 'phrase' | 'silence';

type Visitor = { readonly player: string; readonly seat?: number };
type Listener = Client<{ auth: Visitor }>;

/** What the room knows. */
export interface Hall {
  readonly place: Place;
  readonly listeners: () => Iterable<Listener>;
  /** By seat, as the room shows them. */
  readonly seated: () => Speaker['seated'];
  readonly report: (error: unknown) => void;
}

export function isTalk(name: ActionName): name is TalkAction {
  return name === 'say' || name === 'phrase' || name === 'silence';
}

export class RoomTalk {
  private readonly talk: Talk;
  private readonly hall: Hall;
  readonly stop: () => void;

  constructor(talk: Talk, hall: Hall) {
    this.talk = talk;
    this.hall = hall;
    this.stop = talk.listen(hall.place.match, (audience, lines) => {
      const packed = packMessage(MESSAGES.talk, lines);
      for (const client of hall.listeners())
        if (client.auth !== undefined && audienceOf(client.auth) === audience) client.enqueueRaw(packed);
    });
  }

  /** What was said before this one came in; nothing if nothing was. */
  greet(client: Listener): void {
    if (client.auth === undefined) return;
    const lines = this.talk.latest(this.hall.place, audienceOf(client.auth), this.hall.seated());
    if (lines.length > 0) client.send(MESSAGES.talk, lines);
  }

  /** What could not be kept was not said; it is to be asked again. */
  answer({ auth }: Listener, name: TalkAction, payload: unknown): Answer {
    if (auth === undefined) return { kind: 'retry' };
    try {
      return this.perform(auth, name, payload);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_SQLITE_ERROR') throw error;
      this.hall.report(error);
      return { kind: 'retry' };
    }
  }

  private perform(auth: Visitor, name: TalkAction, payload: unknown): Answer {
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
