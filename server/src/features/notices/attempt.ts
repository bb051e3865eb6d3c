/** What is told, in which form, and what comes of an attempt to send it. */
import type { Notice, PushKeys } from '@flower-war/protocol';
import type { Due } from '../../store/journal/noticeOutbox.ts';

/** The first message to a chat or an e-mail address says a code, which its owner enters. */
export interface ProofNotice {
  readonly id: string;
  readonly kind: 'proof';
  readonly at: number;
  readonly code: string;
}

/** What is left of the notices that waited for the same hour. */
export interface Digest {
  readonly id: string;
  readonly kind: 'digest';
  readonly at: number;
  readonly turns: readonly Place[];
  readonly started: readonly Place[];
  readonly ended: readonly Place[];
}

export interface Place {
  readonly match: string;
  readonly game: string;
}

/** What waits in the outbox, as it is told. */
export type ToSend = Notice | ProofNotice | Digest;

/** What a form makes its message of. */
export interface Said {
  readonly text: string;
  /** Empty if the host has not set the public address of the server. */
  readonly link: string;
  readonly url: string;
  readonly subject: string;
  /** How the person who reads it ends it. */
  readonly stop: { readonly text: string; readonly link: string };
  readonly pushed: Pushed;
}

/** Of a message to a browser. */
export interface Pushed {
  readonly due: Due;
  readonly notice: ToSend;
  /** A path of the page. */
  readonly link: string;
  readonly keys: PushKeys;
  readonly now: number;
  readonly sender: PushSender;
}

/** How push services know this server. */
export interface PushSender {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Whom the operator of a push service may ask about this server. */
  readonly subject: string;
}

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** `delivered`, or one word that tells the player why not. `moot`: there is nothing to tell any more. Or it is too early. */
export type Outcome = 'delivered' | 'moot' | string | Later;

interface Later {
  readonly dueAt: number;
  readonly body: string;
}

export type Post = (due: Due, signal: AbortSignal) => Promise<Outcome>;

export type SendMail = (due: Due, message: Message, signal: AbortSignal) => Promise<Outcome>;
