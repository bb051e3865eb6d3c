/** The store in PostgreSQL. */
import type pg from 'pg';
import { PostgresEngine } from './engine/postgres/postgres.ts';
import type { Append } from './journal/journal.ts';
import type { Appended } from './journal/records.ts';
import { operations } from './operations.ts';

export function postgresAt(url: string): PostgresEngine {
  return new PostgresEngine(url, { groups: operations, inOneStatement: { 'records.append': appendAll } });
}

// Appends in PostgreSQL: one statement for all that wait, so that no lock lasts longer than it, and none waits for this process. The lock
// on the claim makes a new owner wait for an append under way, and refuses every append that comes after. The lock on a webhook waits for
// its deletion, which would make a notice for it, and with it all that is appended, fail. It does what `records.append` does.

/** Appends to one match follow each other; those to different matches go together. */
async function appendAll(client: pg.Pool, batch: readonly Append[]): Promise<readonly Appended[]> {
  const outcomes = new Map<Append, Appended>();
  for (const wave of waves(batch)) await appendOnce(client, wave, outcomes);
  return batch.map((append) => outcomes.get(append) ?? 'conflict');
}

function waves(batch: readonly Append[]): readonly (readonly Append[])[] {
  const turns = new Map<string, number>();
  const found: Append[][] = [];
  for (const append of batch) {
    const turn = turns.get(append.match) ?? 0;
    turns.set(append.match, turn + 1);
    found[turn] = [...(found[turn] ?? []), append];
  }
  return found;
}

async function appendOnce(client: pg.Pool, wave: readonly Append[], outcomes: Map<Append, Appended>): Promise<void> {
  const { rows } = await client.query<{ match: string; notices: number }>({
    name: 'flower_war_append',
    text: APPEND,
    values: valuesOf(wave),
  });
  const written = new Map(rows.map(({ match, notices }) => [match, notices]));
  for (const append of wave) {
    const notices = written.get(append.match);
    if (notices !== undefined) outcomes.set(append, notices);
  }
}

function valuesOf(wave: readonly Append[]): unknown[] {
  const column = (pick: (append: Append) => string | number) => wave.map(pick);
  return [
    column(({ match }) => match),
    column(({ expectedSeq }) => expectedSeq),
    column(({ owner }) => owner),
    column(({ claim }) => claim),
    column(({ hash }) => hash),
    column(({ line }) => line),
    JSON.stringify(wave.flatMap(indexRow)),
    JSON.stringify(
      wave.flatMap(({ match, players = [], index }) =>
        players.map((player) => ({ match, player, created_at: index?.createdAt })),
      ),
    ),
    JSON.stringify(wave.flatMap(({ match: stream, temple }) => (temple === undefined ? [] : { stream, ...temple }))),
    JSON.stringify(wave.flatMap(({ match: stream, notices = [] }) => notices.map((notice) => ({ ...notice, stream })))),
    wave.filter(({ isRestored }) => isRestored).map(({ match }) => match),
  ];
}

function indexRow({ match, index, secrets, expectedSeq }: Append): readonly object[] {
  if (index === undefined) return [];
  if (expectedSeq === 0 && secrets === undefined) throw new TypeError('the first entry needs secrets');
  const { status, visibility, game, createdAt, wakeAt, summary } = index;
  return [{ match, status, visibility, game, created_at: createdAt, wake_at: wakeAt, summary, ...secrets }];
}

const APPEND = `
  WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[])
      AS a(match, seq, owner, claim, hash, line)
  ), born AS (
    INSERT INTO claims (id, owner, claim) SELECT match, owner, claim FROM asked
    WHERE seq = 0 AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.match = asked.match)
    ORDER BY match ON CONFLICT DO NOTHING RETURNING id
  ), fenced AS (
    SELECT c.id FROM claims c JOIN asked a ON a.match = c.id AND a.owner = c.owner AND a.claim = c.claim
    ORDER BY c.id FOR UPDATE OF c
  ), mine AS (
    SELECT id FROM born UNION ALL SELECT id FROM fenced
  ), written AS (
    INSERT INTO entries (match, seq, owner, hash, line) SELECT match, seq, owner, hash, line FROM asked
    JOIN mine ON mine.id = asked.match WHERE seq = (SELECT coalesce(max(e.seq) + 1, 0) FROM entries e WHERE e.match = asked.match)
    ORDER BY match ON CONFLICT DO NOTHING RETURNING match, seq
  ), changed AS (
    SELECT i.*, w.seq FROM jsonb_to_recordset($7::jsonb) AS i(match text, status text, visibility text, game text,
      created_at bigint, wake_at bigint, summary text, secret text, code text) JOIN written w ON w.match = i.match
  ), created AS (
    INSERT INTO matches (match, status, visibility, game, created_at, wake_at, summary, secret, code)
    SELECT match, status, visibility, game, created_at, wake_at, summary, secret, code FROM changed WHERE seq = 0
  ), updated AS (
    UPDATE matches SET status = c.status, wake_at = c.wake_at, summary = c.summary
    FROM changed c WHERE matches.match = c.match AND c.seq > 0
  ), ended AS (
    INSERT INTO unread_endings (match) SELECT match FROM changed
    WHERE status = 'ended' AND NOT EXISTS (SELECT 1 FROM endings e WHERE e.match = changed.match)
    ORDER BY array_position($1::text[], match) ON CONFLICT DO NOTHING
  ), joined AS (
    INSERT INTO participants (player, match, created_at)
    SELECT p.player, p.match, coalesce((SELECT m.created_at FROM matches m WHERE m.match = p.match), p.created_at, 0)
    FROM jsonb_to_recordset($8::jsonb) AS p(match text, player text, created_at bigint) JOIN written w ON w.match = p.match
    ON CONFLICT DO NOTHING
  ), housed AS (
    INSERT INTO temples (temple, owner, match) SELECT t.temple, t.owner, t.match
    FROM jsonb_to_recordset($9::jsonb) AS t(stream text, temple text, owner text, match text)
      JOIN written w ON w.match = t.stream
    ON CONFLICT (temple) DO UPDATE SET owner = excluded.owner, match = excluded.match
  ), hooked AS (
    SELECT webhook, host FROM webhooks WHERE webhook IN (SELECT n.webhook FROM jsonb_to_recordset($10::jsonb) AS n(webhook text))
      AND NOT EXISTS (SELECT 1 FROM webhook_forms f WHERE f.webhook = webhooks.webhook AND f.paused IS NOT NULL)
    ORDER BY webhook FOR KEY SHARE
  ), outdated AS (
    DELETE FROM notices o USING jsonb_to_recordset($10::jsonb) AS n(stream text, webhook text, match text, kind text)
    WHERE n.kind = 'reminder' AND o.kind = 'reminder' AND o.webhook = n.webhook AND o.match = n.match AND o.due_at IS NOT NULL
      AND EXISTS (SELECT 1 FROM written w WHERE w.match = n.stream)
  ), noticed AS (
    INSERT INTO notices (notice, webhook, host, match, kind, at, body, attempts, due_at)
    SELECT n.notice, h.webhook, h.host, n.match, n.kind, n.at, n.body, 0, coalesce(n."dueAt", n.at)
    FROM jsonb_to_recordset($10::jsonb) AS n(stream text, notice text, webhook text, match text, kind text, at bigint, "dueAt" bigint,
      body text)
      JOIN written w ON w.match = n.stream JOIN hooked h ON h.webhook = n.webhook
    WHERE n.kind <> 'turn' OR NOT EXISTS (SELECT 1 FROM told_turns d WHERE d.webhook = n.webhook AND d.match = n.match)
      AND NOT EXISTS (SELECT 1 FROM notices o WHERE o.webhook = n.webhook AND o.match = n.match AND o.kind = 'turn'
        AND o.due_at IS NOT NULL)
    RETURNING webhook, match, kind, at
  ), told AS (
    INSERT INTO told_turns (webhook, match, at) SELECT webhook, match, at FROM noticed WHERE kind = 'turn'
    ON CONFLICT DO NOTHING
  ), restored AS (
    DELETE FROM restores WHERE n IN (SELECT min(r.n) FROM restores r JOIN written w ON w.match = r.match
      WHERE w.match = ANY($11::text[]) GROUP BY r.match)
  )
  SELECT match, (SELECT count(*) FROM noticed WHERE noticed.match = written.match) AS notices FROM written`;
