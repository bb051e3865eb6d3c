/** Made by `npm run docs` for `schema-codegen`, which makes classes of other languages. */
import { schema, t } from '@colyseus/schema';

export const SeatState = schema(
  {
    kind: t.string(),
    name: t.string(),
    present: t.boolean(),
    bot: t.string(),
  },
  'SeatState',
);

export const LobbyMatch = schema(
  {
    match: t.string(),
    game: t.string(),
    preset: t.string(),
    length: t.string(),
    status: t.string(),
    host: t.string(),
    clock: t.string(),
    approval: t.boolean(),
    fillSeconds: t.uint16(),
    watching: t.string(),
    free: t.uint8(),
    seats: t.array(SeatState),
    createdAt: t.float64(),
  },
  'LobbyMatch',
);

export const LobbyState = schema(
  {
    matches: t.map(LobbyMatch),
  },
  'LobbyState',
);
