/** What a device does with a message. An invalid message changes nothing. */
import {
  type Ack,
  ack,
  bridgeState,
  type CommandResult,
  command,
  type DeviceCommand,
  MOST_PAYLOAD_BYTES,
  matchTold,
  type WantedState,
  wanted,
} from '@flower-war/protocol/temple';
import type { z } from 'zod';
import type { Build, Input, Received, Sensed } from './device.ts';

const IDENTIFY_MS = 10_000;

export interface Handled {
  readonly heard: Received;
  /** The answer to a command. `also` names other messages to publish. */
  readonly result?: CommandResult;
  readonly also?: 'info' | 'all';
}

type Message = Extract<Input, { kind: 'message' }>;

export interface Receiver {
  readonly build: Build;
  readonly heard: Received;
  /** The last beads sensed since the start. */
  readonly recent: readonly Sensed[];
  readonly at: number;
}

export function receive(ear: Receiver, message: Message): Handled {
  const { heard, at } = ear;
  switch (message.name) {
    case 'ack': {
      const is = parse(ack, message.text);
      if (!isNewer(is, heard.ack?.is)) return dropped(heard);
      const isNews = heard.ack === undefined ? isRecent(ear, is) : is.rev > heard.ack.is.rev;
      return { heard: { ...heard, ack: { is, at, isNews } } };
    }
    case 'match': {
      const is = parse(matchTold, message.text);
      const known = heard.match?.is.match === is?.match ? heard.match?.is : undefined;
      return isNewer(is, known) ? { heard: { ...heard, match: { is, at } } } : dropped(heard);
    }
    case 'config': {
      const is = parse(wanted, message.text);
      if (is === undefined) return dropped(heard);
      // Compares whole settings, because another server counts its revisions from the start.
      return isSame(is, heard.wanted) ? { heard } : { heard: { ...heard, wanted: is }, also: 'info' };
    }
    case 'bridge': {
      const bridge = parse(bridgeState, message.text);
      return bridge === undefined ? dropped(heard) : { heard: { ...heard, bridge } };
    }
    case 'cmd':
      return message.isRetained ? dropped(heard) : obey(ear, message.text);
  }
}

function obey(ear: Receiver, text: string): Handled {
  const asked = parse(command, text);
  return asked === undefined ? refuse(ear.heard, text) : carryOut(ear, asked);
}

function carryOut({ build, heard, at }: Receiver, asked: DeviceCommand): Handled {
  const result = { transaction: asked.transaction, status: 'ok' } as const;
  switch (asked.op) {
    case 'report':
      return { heard, result, also: 'all' };
    case 'identify':
      return { heard: { ...heard, identifyUntil: at + IDENTIFY_MS }, result };
    case 'show_code':
      if (!build.ui.includes('display')) return { heard, result: { ...result, status: 'error', error: 'no display' } };
      return { heard: { ...heard, code: { text: asked.code, until: at + asked.time * 1000 } }, result };
  }
}

/** Answers an invalid command with an error, if the command has a transaction to answer. */
function refuse(heard: Received, text: string): Handled {
  const { transaction, op } = (json(text) ?? {}) as { readonly transaction?: unknown; readonly op?: unknown };
  const isKnown = typeof transaction === 'string' && transaction.length > 0 && transaction.length <= 64;
  if (!isKnown) return dropped(heard);
  return {
    ...dropped(heard),
    result: { transaction, status: 'error', error: op === 'show_code' ? 'bad code' : 'unknown op' },
  };
}

/** A retained ack from before this start is no news, so that it lights nothing. */
function isRecent({ recent }: Receiver, { last }: Ack): boolean {
  return recent.some(({ slot, ordinal }) => slot === last?.slot && ordinal === last.ordinal);
}

const isSame = (one: WantedState, other: WantedState | undefined) => JSON.stringify(one) === JSON.stringify(other);

type Rev = { readonly rev: number };

function isNewer<T extends Rev>(is: T | undefined, known: Rev | undefined): is is T {
  return is !== undefined && is.rev >= (known?.rev ?? 0);
}

function dropped(heard: Received): Handled {
  return { heard: { ...heard, dropped: heard.dropped + 1 } };
}

function parse<T>(schema: z.ZodType<T>, text: string): T | undefined {
  if (text.length > MOST_PAYLOAD_BYTES) return undefined;
  const { success, data } = schema.safeParse(json(text));
  return success ? data : undefined;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
