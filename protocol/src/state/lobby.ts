/** The list of matches, synced to players who look for one. */
import { schema, t } from '@colyseus/schema';
import type { PresetOf } from '../games/gameTypes.ts';
import { list, type SchemaJson, SeatState } from './table.ts';

export const LobbyMatch = schema(
  {
    match: t.string().default(''),
    game: t.string().default(''),
    preset: t.string().default(''),
    /** The option `length`; empty if the game has none. */
    length: t.string().default(''),
    status: t.string<'open' | 'running' | 'ended'>().default('open'),
    /** The name of the host. */
    host: t.string().default(''),
    clock: t.string<'none' | 'turn' | 'bank' | 'days'>().default('none'),
    /** Whether the host must let in each player who wants to sit down. */
    approval: t.boolean().default(false),
    /** How long free seats wait for people before bots take them. 0: for ever. */
    fillSeconds: t.uint16().default(0),
    watching: t.string<'open' | 'delayed' | 'off'>().default('open'),
    free: t.uint8().default(0),
    seats: list(SeatState),
    /** In milliseconds since 1970. */
    createdAt: t.float64().default(0),
  },
  'LobbyMatch',
);

/** The matches by id: the newest 100 at most. */
export const LobbyState = schema({ matches: t.map(LobbyMatch) }, 'LobbyState');

type MatchJson = SchemaJson<InstanceType<typeof LobbyMatch>>;

/** A match in the list, as plain data. The list does not tell which bot stands in for a player. */
export interface LobbyEntry<G extends string = string> extends Omit<MatchJson, 'game' | 'preset' | 'seats'> {
  readonly game: G;
  readonly preset: PresetOf<G>;
  readonly seats: readonly Omit<MatchJson['seats'][number], 'bot'>[];
}

/** For several games, a union: `game` says which of them it is. */
export type LobbyEntryOf<G extends string> = G extends string ? LobbyEntry<G> : never;
