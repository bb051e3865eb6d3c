/** The list of matches, synced to those who look for one. */
import { schema, t } from '@colyseus/schema';
import { SeatState } from './table.ts';

export const LobbyMatch = schema(
  {
    match: t.string().default(''),
    game: t.string().default(''),
    preset: t.string().default(''),
    /** The option of this name; empty where the game has none. */
    length: t.string().default(''),
    status: t.string<'open' | 'running' | 'ended'>().default('open'),
    /** The name of the host. */
    host: t.string().default(''),
    clock: t.string<'none' | 'turn' | 'bank' | 'days'>().default('none'),
    /** Whether the host lets in each who wants to sit down. */
    approval: t.boolean().default(false),
    /** How long free seats wait for people before bots take them; 0 for ever. */
    fillSeconds: t.uint16().default(0),
    watching: t.string<'open' | 'delayed' | 'off'>().default('open'),
    free: t.uint8().default(0),
    seats: t.array(SeatState),
    /** In milliseconds since 1970. */
    createdAt: t.float64().default(0),
  },
  'LobbyMatch',
);

/** By match id; at most 100, the newest. */
export const LobbyState = schema({ matches: t.map(LobbyMatch) }, 'LobbyState');

/** A match in the list, as plain data. */
export interface LobbyEntry {
  readonly match: string;
  readonly game: string;
  readonly preset: string;
  readonly length: string;
  readonly status: 'open' | 'running' | 'ended';
  readonly host: string;
  readonly clock: 'none' | 'turn' | 'bank' | 'days';
  readonly approval: boolean;
  readonly fillSeconds: number;
  readonly watching: 'open' | 'delayed' | 'off';
  readonly free: number;
  readonly seats: readonly {
    readonly kind: 'free' | 'player' | 'bot';
    readonly name: string;
    readonly present: boolean;
  }[];
  readonly createdAt: number;
}
