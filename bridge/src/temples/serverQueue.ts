/** What temples have to say to the server: one thing at a time from each, and of each kind only the newest. */
import type { LinkAnswer, LinkRequest, LinkRequestName } from '@flower-war/protocol';
import type { TempleId } from '@flower-war/protocol/temple';
import type { Clock } from '../base/clock.ts';
import { heardAgo } from './beadAges.ts';
import type { Link } from './serverLink.ts';

export type Saying = {
  [N in 'observe' | 'presence' | 'info' | 'result']: { readonly name: N; readonly request: LinkRequest<N> };
}['observe' | 'presence' | 'info' | 'result'];

export interface VoicesOptions {
  readonly clock: Clock;
  readonly link: Pick<Link, 'ask' | 'isConnected'>;
  readonly onAnswer: (temple: TempleId, answer: LinkAnswer) => void;
}

type Heard = Saying & { readonly at: number };

interface Voice {
  readonly waiting: Map<string, Heard>;
  /** Its last word of each kind of state, for a server that has forgotten them. */
  readonly states: Map<string, Heard>;
  isSpeaking: boolean;
  /** How often in a row the server could not say what became of it; one that is away costs nobody anything. */
  failures: number;
}

const STATES = ['info', 'observe', 'presence'];
/** A server that cannot answer for one temple is asked less and less often: it logs each time. */
const AGAIN_AFTER_MS = 500;
const LONGEST_MS = 10_000;
/** Of one temple: its three states, and answers to commands. */
const MOST_WAITING = 16;

export class Voices {
  private readonly options: VoicesOptions;
  private readonly voices = new Map<TempleId, Voice>();

  constructor(options: VoicesOptions) {
    this.options = options;
  }

  say(saying: Saying): void {
    const { temple } = saying.request;
    const voice = this.voices.get(temple) ?? newVoice();
    this.voices.set(temple, voice);
    const key = keyOf(saying);
    if (voice.waiting.size >= MOST_WAITING && !voice.waiting.has(key)) return;
    const heard: Heard = { ...saying, at: this.options.clock.now() };
    voice.waiting.delete(key);
    voice.waiting.set(key, heard);
    if (saying.name !== 'result') voice.states.set(key, heard);
    void this.speak(temple, voice);
  }

  /** The server is there again, maybe with no memory of who is there: it hears all states anew, presence last. */
  resume(): void {
    for (const [temple, voice] of this.voices) {
      for (const key of STATES) {
        const saying = voice.states.get(key);
        voice.waiting.delete(key);
        if (saying !== undefined) voice.waiting.set(key, saying);
      }
      void this.speak(temple, voice);
    }
  }

  forget(temple: TempleId): void {
    this.voices.get(temple)?.waiting.clear();
    this.voices.delete(temple);
  }

  private async speak(temple: TempleId, voice: Voice): Promise<void> {
    const next = voice.waiting.entries().next().value;
    if (voice.isSpeaking || next === undefined || !this.options.link.isConnected) return;
    const [key, saying] = next;
    voice.waiting.delete(key);
    voice.isSpeaking = true;
    const answer = await this.options.link.ask<LinkRequestName>(saying.name, this.requestNow(saying));
    voice.isSpeaking = false;
    if (this.voices.get(temple) !== voice) return;
    voice.failures = answer?.kind === 'retry' ? voice.failures + 1 : 0;
    if (answer === undefined || answer.kind === 'retry') return this.again(key, saying, voice);
    this.options.onAnswer(temple, answer);
    void this.speak(temple, voice);
  }

  private requestNow(saying: Heard): Saying['request'] {
    if (saying.name !== 'observe') return saying.request;
    const { temple, odometer } = saying.request;
    return { temple, odometer: heardAgo(odometer, this.options.clock.now() - saying.at) };
  }

  /** Unless something newer of its kind has come in the meantime. */
  private again(key: string, saying: Heard, voice: Voice): void {
    if (!voice.waiting.has(key)) voice.waiting.set(key, saying);
    const wait = Math.min(LONGEST_MS, AGAIN_AFTER_MS * 2 ** Math.max(0, voice.failures - 1));
    this.options.clock.after(wait, () => void this.speak(saying.request.temple, voice));
  }
}

function newVoice(): Voice {
  return { waiting: new Map(), states: new Map(), isSpeaking: false, failures: 0 };
}

function keyOf(saying: Saying): string {
  return saying.name === 'result' ? `result ${saying.request.result.transaction}` : saying.name;
}
