/**
 * The ways by which players come in: passkeys, an OpenID provider, invitations. A sign-in that has begun is kept here, because what the
 * server waits for comes once, within minutes, to any process.
 */
import { all, change, changeAlone, first, type Work } from '../engine/engine.ts';
import { people } from './people.ts';

export interface PasskeyRow {
  readonly passkey: string;
  readonly player: string;
  /** The id that the device gave it. */
  readonly credential: string;
  readonly publicKey: string;
  /** How often the device says that it was used. Many devices do not count, and say 0. */
  readonly counter: number;
  /** How a browser reaches the device, as JSON. */
  readonly transports: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

type NewPasskey = Omit<PasskeyRow, 'lastUsedAt'>;

export interface UsedPasskey extends Pick<PasskeyRow, 'passkey' | 'player' | 'counter'> {
  /** What the counter was when the use was checked. */
  readonly before: number;
}

const COLUMNS = `passkey, player, credential, public_key AS "publicKey", counter, transports, name,
  created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

export const passkeys = {
  /** `full`: the player has as many as allowed. `taken`: it is one already, of this player or of another one. */
  *add(added: NewPasskey, most: number): Work<'done' | 'full' | 'taken' | 'unknown'> {
    if (!(yield* people.isKnown(added.player))) return 'unknown';
    if ((yield* passkeys.of(added.player)).length >= most) return 'full';
    return (yield* change(ADD, { ...added })) > 0 ? 'done' : 'taken';
  },

  /** The oldest first. */
  *of(player: string): Work<readonly PasskeyRow[]> {
    return yield* all<PasskeyRow>(
      `SELECT ${COLUMNS} FROM passkeys WHERE player = $player ORDER BY created_at, passkey`,
      { player },
    );
  },

  *find(credential: string): Work<PasskeyRow | undefined> {
    return yield* first<PasskeyRow>(`SELECT ${COLUMNS} FROM passkeys WHERE credential = $credential`, { credential });
  },

  /** Notes the use. False if the passkey was removed, or used elsewhere, since it was checked. */
  *use({ passkey, counter, before }: UsedPasskey, now: number): Work<boolean> {
    const sql = `UPDATE passkeys SET counter = $counter, last_used_at = $now
      WHERE passkey = $passkey AND counter = $before`;
    return (yield* change(sql, { passkey, counter, before, now })) > 0;
  },

  /** False if it belongs to another player. */
  *remove(player: string, passkey: string): Work<boolean> {
    const sql = 'DELETE FROM passkeys WHERE passkey = $passkey AND player = $player';
    return (yield* change(sql, { passkey, player })) > 0;
  },
};

const ADD = `
  INSERT INTO passkeys (passkey, player, credential, public_key, counter, transports, name, created_at)
  VALUES ($passkey, $player, $credential, $publicKey, $counter, $transports, $name, $createdAt)
  ON CONFLICT DO NOTHING`;

export interface BegunSignIn {
  /** What the answer must name: drawn at random. */
  readonly key: string;
  readonly kind: string;
  /** Empty if the player is not known yet. */
  readonly player: string;
  /** What the server must remember until the answer comes. */
  readonly detail: string;
  readonly endsAt: number;
}

type TakenSignIn = Pick<BegunSignIn, 'player' | 'detail'>;

export const signIns = {
  *begin(begun: BegunSignIn): Work<void> {
    yield* change(
      `INSERT INTO sign_ins (key, kind, player, detail, ends_at) VALUES ($key, $kind, $player, $detail, $endsAt)`,
      { ...begun },
    );
  },

  /** What was begun under this key, which is used up. Only who has begun it may go on. */
  *take({ key, kind, player }: Omit<BegunSignIn, 'detail' | 'endsAt'>, now: number): Work<string | undefined> {
    const sql = `DELETE FROM sign_ins WHERE key = $key AND kind = $kind AND player = $player AND ends_at > $now
      RETURNING detail`;
    return (yield* first<Pick<BegunSignIn, 'detail'>>(sql, { key, kind, player, now }))?.detail;
  },

  /** The same of any player, who is told. */
  *takeOf({ key, kind }: Pick<BegunSignIn, 'key' | 'kind'>, now: number): Work<TakenSignIn | undefined> {
    const sql = `DELETE FROM sign_ins WHERE key = $key AND kind = $kind AND ends_at > $now RETURNING player, detail`;
    return yield* first<TakenSignIn>(sql, { key, kind, now });
  },

  /** Notes that this is used up until then. False if it is already. */
  *useUp({ key, kind, endsAt }: Pick<BegunSignIn, 'key' | 'kind' | 'endsAt'>): Work<boolean> {
    const sql = `INSERT INTO sign_ins (key, kind, player, detail, ends_at) VALUES ($key, $kind, '', '', $endsAt)
      ON CONFLICT DO NOTHING`;
    return (yield* changeAlone(sql, { key, kind, endsAt })) > 0;
  },

  *forget(player: string): Work<void> {
    yield* change('DELETE FROM sign_ins WHERE player = $player', { player });
  },

  *sweep(now: number): Work<void> {
    yield* change('DELETE FROM sign_ins WHERE ends_at <= $now', { now });
  },
};

// Who players are for the OpenID provider of the host. A player is one person there, and one person is one player.

export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

export interface SubjectRow extends Subject {
  readonly player: string;
  readonly createdAt: number;
}

export const subjects = {
  *find({ issuer, subject }: Subject): Work<string | undefined> {
    const sql = 'SELECT player FROM subjects WHERE issuer = $issuer AND subject = $subject';
    return (yield* first<Pick<SubjectRow, 'player'>>(sql, { issuer, subject }))?.player;
  },

  *of(player: string): Work<readonly SubjectRow[]> {
    const sql = `SELECT issuer, subject, player, created_at AS "createdAt" FROM subjects WHERE player = $player
      ORDER BY issuer`;
    return yield* all<SubjectRow>(sql, { player });
  },

  /** The providers, and the hosts at home, of these players. */
  *ofAll(players: readonly string[]): Work<readonly Pick<SubjectRow, 'player' | 'issuer'>[]> {
    const sql = `SELECT player, issuer FROM subjects WHERE player IN (SELECT value FROM json_each($players))
      ORDER BY player, issuer`;
    return yield* all(sql, { players: JSON.stringify(players) });
  },

  /** Of a player who is known in the same transaction. False if the player or the subject has another one. */
  *bind({ issuer, subject, player, createdAt }: SubjectRow): Work<boolean> {
    const sql = `INSERT INTO subjects (issuer, subject, player, created_at) VALUES ($issuer, $subject, $player, $createdAt)
      ON CONFLICT DO NOTHING`;
    return (yield* change(sql, { issuer, subject, player, createdAt })) > 0;
  },
};

// Invitations of the host: each brings in this many new players until its end. Nothing is kept of who came by which.

export interface InvitationRow {
  readonly invitation: string;
  /** How many players it brings in. */
  readonly players: number;
  readonly used: number;
  readonly createdAt: number;
  readonly endsAt: number;
}

export const invitations = {
  /** False if there are already as many as are kept. */
  *create({ invitation, players, createdAt, endsAt }: Omit<InvitationRow, 'used'>, most: number): Work<boolean> {
    const { n } = (yield* first<{ n: number }>('SELECT count(*) AS n FROM invitations')) ?? { n: 0 };
    if (n >= most) return false;
    yield* change(
      `INSERT INTO invitations (invitation, players, used, created_at, ends_at)
        VALUES ($invitation, $players, 0, $createdAt, $endsAt)`,
      { invitation, players, createdAt, endsAt },
    );
    return true;
  },

  /** Those that still bring players in, the newest first. */
  *all(now: number): Work<readonly InvitationRow[]> {
    return yield* all<InvitationRow>(
      `SELECT invitation, players, used, created_at AS "createdAt", ends_at AS "endsAt" FROM invitations
        WHERE ends_at > $now AND used < players ORDER BY created_at DESC, invitation`,
      { now },
    );
  },

  /** Counts a player who comes by it. False if there is none, or none any more. */
  *use(invitation: string, now: number): Work<boolean> {
    const sql = `UPDATE invitations SET used = used + 1
      WHERE invitation = $invitation AND used < players AND ends_at > $now`;
    return (yield* change(sql, { invitation, now })) > 0;
  },

  /** False if there is none. */
  *end(invitation: string): Work<boolean> {
    return (yield* change('DELETE FROM invitations WHERE invitation = $invitation', { invitation })) > 0;
  },

  *sweep(now: number): Work<void> {
    yield* change('DELETE FROM invitations WHERE ends_at <= $now OR used >= players', { now });
  },
};
