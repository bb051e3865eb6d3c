/** Moderators, and the players whom they concern, over real HTTP and sockets. */
import type {
  AppointedModerator,
  AuditLines,
  GivenPenalties,
  GivenPenalty,
  HeardReport,
  Me,
  OwnBot,
  OwnPenalty,
  PersonalData,
  Right,
  SignedIn,
} from '@flower-war/protocol';
import { FlowerWarClient } from '@flower-war/client';
import { expect, test } from 'vitest';
import { newMatch } from '../support/sockets/plainStream.ts';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { OPERATOR_TOKEN, asking, operatorOf } from '../support/api.ts';
import { metricsOf } from '../support/server.ts';
import { newPerson, type Person, takeSeat } from '../support/sockets/rawClient.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_DAYS = 5;
let clock = 1_800_000_000_000;
serveThisFile({ OPERATOR_TOKEN, MODERATOR_DAYS: String(MOST_DAYS) }, { now: () => clock });

type Refusing = { code?: string; reason?: string; until?: number; penalty?: string };
const ask = asking(() => house.url);
const operate = operatorOf(() => house.url);
const id = ({ session }: Person) => session.player;
const guest = (name: string) => newPerson(house.url, name);
const as =
  ({ session }: Person) =>
  async <T>(call: string, body?: unknown) =>
    (await ask<T & Refusing>(call, { token: session.token, ...(body !== undefined && { body }) })).body;
const ALL = ['reports', 'mute', 'ban', 'rename', 'figures'] as const satisfies readonly Right[];

async function moderator(rights: readonly Right[] = ALL, name = 'Tona'): Promise<Person> {
  const one = await guest(name);
  await operate(`POST /players/${id(one)}/moderator`, { body: { rights } });
  return one;
}

const give = (by: Person, to: Person, more: object = {}) =>
  as(by)<GivenPenalty>(`POST /api/order/players/${id(to)}/penalties`, {
    kind: 'mute',
    reason: 'abuse',
    days: 1,
    ...more,
  });
const settle = (by: Person, { penalty }: Pick<GivenPenalty, 'penalty'>, body: object) =>
  as(by)<GivenPenalty>(`POST /api/order/penalties/${penalty}/settle`, body);
const own = async (who: Person) => (await as(who)<{ penalties: OwnPenalty[] }>('GET /api/me/penalties')).penalties;
const answer = (who: Person, { penalty }: Pick<OwnPenalty, 'penalty'>, text: unknown) =>
  as(who)<OwnPenalty>(`POST /api/me/penalties/${penalty}/answer`, { text });
const lastLine = async () => (await operate<AuditLines>('GET /audit')).body.lines[0];
const meOf = (who: Person) => as(who)<Me>('GET /api/me');

test.each(ALL)('without the right %s a moderator is refused, and so is a player who is none', async (right) => {
  const [mod, none, ana] = [
    await moderator(ALL.filter((one) => one !== right)),
    await guest('None'),
    await guest('Ana'),
  ];
  const calls = {
    reports: (by: Person) => as(by)('GET /api/order/reports'),
    figures: (by: Person) => as(by)('GET /api/order/figures'),
    mute: (by: Person) => give(by, ana),
    ban: (by: Person) => give(by, ana, { kind: 'ban' }),
    rename: (by: Person) => give(by, ana, { kind: 'rename' }),
  };
  for (const by of [mod, none]) expect(await calls[right](by)).toMatchObject({ code: 'no-right', reason: right });
  expect(await as(none)('GET /api/order/penalties')).toMatchObject({ code: 'no-right' });
  expect(await own(ana)).toEqual([]);
});

test('what a moderator does has a reason, a line in the audit and a count; the player does not learn by whom', async () => {
  const [mod, ana] = [await moderator(), await guest('Ana')];
  const text = 'You shouted.\nTwice.';
  const given = await give(mod, ana, { text, days: 2 });
  const until = clock + 2 * DAY_MS;
  expect(given).toMatchObject({ player: id(ana), name: 'Ana', by: id(mod), giver: 'moderator', until, isOver: false });
  const line = { operator: id(mod), action: 'penalize', about: id(ana), outcome: 'done' };
  expect(await lastLine()).toMatchObject({ ...line, detail: { kind: 'mute', reason: 'abuse', text, days: 2 } });
  const [seen] = await own(ana);
  expect(seen).toEqual({
    penalty: given.penalty,
    kind: 'mute',
    reason: 'abuse',
    text,
    giver: 'moderator',
    at: clock,
    until,
    isOver: false,
  });
  const exported = await as(ana)<PersonalData>('GET /api/me/export');
  expect(exported.penalties).toEqual([seen]);
  for (const told of [exported, seen, await meOf(ana)]) expect(JSON.stringify(told)).not.toContain(id(mod));
  expect(await metricsOf(house.url)).toContain('flower_war_order_acts_total{act="penalize",by="moderator"}');
  expect((await meOf(mod)).rights).toEqual(ALL);
  expect(await meOf(ana)).not.toHaveProperty('rights');
});

test('nothing is done to the moderator, to another one, twice, or for too long', async () => {
  const [mod, other, ana] = [await moderator(), await moderator(), await guest('Ana')];
  const refused = (reason: string) => ({ code: 'penalty-refused', reason });
  expect(await give(mod, mod)).toMatchObject(refused('yourself'));
  expect(await give(mod, other)).toMatchObject(refused('moderator'));
  expect(await give(mod, ana, { days: MOST_DAYS + 1 })).toMatchObject(refused('too-long'));
  expect(await give(mod, ana, { kind: 'ban', days: undefined })).toMatchObject(refused('too-long'));
  await give(mod, ana, { days: MOST_DAYS });
  expect(await give(other, ana)).toMatchObject(refused('stands'));
  expect(
    await as(mod)('POST /api/order/players/p-NOBODY/penalties', { kind: 'mute', reason: 'spam', days: 1 }),
  ).toMatchObject({ code: 'no-such-player' });
  for (const wrong of [
    { reason: 'so' },
    { reason: undefined },
    { kind: 'shoot' },
    { days: 0 },
    { days: 1e9 },
    { text: 'x'.repeat(301) },
    { text: 'a\u202eb' },
    { more: 1 },
  ])
    expect(await give(mod, await guest('Ben'), wrong)).toMatchObject({ code: 'bad-request' });
});

test('a moderator does nothing to the other player of a running match', async () => {
  const [mod, other, ana] = [await moderator(), await moderator(), await guest('Ana')];
  const summary = await newMatch(mod, { game: 'tieqchieq', table: { rated: false } });
  closing(await takeSeat(mod, summary));
  const ben = await guest('Ben');
  const open = closing(await takeSeat(ben, summary));
  const refused = { code: 'penalty-refused', reason: 'same-match' };
  for (const kind of ['mute', 'ban', 'rename']) expect(await give(mod, ben, { kind })).toMatchObject(refused);
  expect(await give(mod, ana)).toMatchObject({ kind: 'mute' });
  expect(await give(other, ben)).toMatchObject({ kind: 'mute' });
  await open.request('resign', [99]);
  expect(await give(mod, ben, { kind: 'ban' })).toMatchObject({ kind: 'ban' });
});

test('a moderator does nothing to the owner of a bot in a running match of theirs', async () => {
  const [mod, ana] = [await moderator(), await guest('Ana')];
  const { player: bot } = await as(ana)<OwnBot>('POST /api/me/bots', { name: 'Tezcat' });
  const wanted = { name: 'program', scopes: ['bot', 'play'], days: 1, bot };
  const { secret } = await as(ana)<{ secret: string }>('POST /api/me/tokens', wanted);
  const summary = await newMatch(mod, { game: 'tieqchieq', table: { programs: 'allowed' } });
  closing(await takeSeat(mod, summary));
  const { match, commitment } = summary;
  const body = { commitment, contribution: '0'.repeat(32) };
  expect(await ask(`POST /api/matches/${match}/seat`, { token: secret, body })).toMatchObject({ status: 200 });
  expect(await give(mod, ana, { kind: 'ban' })).toMatchObject({ code: 'penalty-refused', reason: 'same-match' });
});

test('the bot of a moderator is the moderator: no penalty, no judging, no reading of what is said about it', async () => {
  const [mod, other, ben] = [await moderator(), await moderator(), await guest('Ben')];
  const { player } = await as(mod)<OwnBot>('POST /api/me/bots', { name: 'Tezcat' });
  const bot = { session: { player } } as Person;
  const refused = { code: 'penalty-refused', reason: 'yourself' };
  expect(await give(mod, bot)).toMatchObject(refused);
  const given = await give(other, bot);
  expect(await settle(mod, given, { outcome: 'lifted' })).toMatchObject(refused);
  await as(ben)('POST /api/reports', { player, reason: 'abuse', text: 'about the bot' });
  const reports = async (by: Person) => (await as(by)<{ reports: HeardReport[] }>('GET /api/order/reports')).reports;
  const [about] = await reports(other);
  expect(about).toMatchObject({ player });
  expect(JSON.stringify(await reports(mod))).not.toContain(player);
  const close = (by: Person) => as(by)(`POST /api/order/reports/${about!.id}/settle`, { outcome: 'dismissed' });
  expect(await close(mod)).toMatchObject({ code: 'no-such-report' });
  expect(await close(other)).not.toHaveProperty('code');
});

test('no bot account is made a moderator: it could do nothing, and would be safe from moderators', async () => {
  const [mod, ana] = [await moderator(), await guest('Ana')];
  const { player } = await as(ana)<OwnBot>('POST /api/me/bots', { name: 'Tezcat' });
  const { body } = await operate(`POST /players/${player}/moderator`, { body: { rights: ['mute'] } });
  expect(body).toMatchObject({ code: 'bots-not-allowed', reason: 'people' });
  expect(await give(mod, { session: { player } } as Person)).toMatchObject({ kind: 'mute' });
});

test('a moderator who is one no longer does nothing more, also while a request is under way', async () => {
  const [mod, ana] = [await moderator(), await guest('Ana')];
  const given = await give(mod, ana);
  const asked = Array.from({ length: 10 }, async () => give(mod, await guest('One')));
  await operate(`DELETE /players/${id(mod)}/moderator`);
  await Promise.all(asked);
  expect(await settle(mod, given, { outcome: 'lifted' })).toMatchObject({ code: 'no-right' });
  expect(await give(mod, await guest('Two'))).toMatchObject({ code: 'no-right' });
  const store = house.server.services.penalties['tools'].penalties;
  const late = {
    penalty: given.penalty,
    by: id(mod),
    outcome: 'lifted',
    at: clock,
    until: null,
    neutralName: 'G',
  } as const;
  expect(await store.settle(late)).toBe('no-right'); // after the door had let it in
  const wanted = {
    kind: 'mute',
    reason: 'abuse',
    text: '',
    note: '',
    replaces: false,
    neutralName: 'G',
    until: null,
  } as const;
  const giving = { ...wanted, penalty: 'late', player: id(await guest('Three')), giver: id(mod), at: clock };
  expect(await store.give(giving)).toBe('no-right');
  expect((await own(ana))[0]).toMatchObject({ isOver: false });
  const list = (await operate<{ moderators: AppointedModerator[] }>('GET /moderators')).body.moderators;
  expect(list.map(({ player }) => player)).not.toContain(id(mod));
});

test('a mute reaches a running match at once, and ends by the clock; play and reports go on', async () => {
  const [mod, ana, ben] = [await moderator(), await guest('Ana'), await guest('Ben')];
  const summary = await newMatch(ana, { game: 'tieqchieq' });
  const [seat] = [closing(await takeSeat(ana, summary)), closing(await takeSeat(ben, summary))];
  expect(await seat.request('say', [1, 'hello'])).toMatchObject({ kind: 'accepted' });
  const { penalty, until } = await give(mod, ana, { reason: 'spam' });
  const muted = { code: 'muted', reason: 'spam', penalty, until };
  expect(await seat.request('say', [2, 'again'])).toMatchObject({ kind: 'rejected', ...muted });
  expect(await seat.request('phrase', [3, 'hello'])).toMatchObject(muted);
  expect(await as(ana)(`POST /api/matches/${summary.match}/say`, { id: 4, text: 'so?' })).toMatchObject(muted);
  const wish = { name: 'Loud cup', kind: 'swiss', game: 'tieqchieq', startsAt: clock + DAY_MS / 24 };
  expect(await as(ana)('POST /api/tournaments', wish)).toMatchObject(muted);
  expect(await as(ana)('POST /api/reports', { player: id(ben), reason: 'abuse' })).toEqual({ received: true });
  clock = until!;
  for (const one of [ana, mod]) await one.renew();
  expect(await seat.request('say', [5, 'back'])).toMatchObject({ kind: 'accepted' });
  expect((await own(ana))[0]).toMatchObject({ isOver: true });
  expect(await give(mod, ana)).toHaveProperty('penalty'); // the old one does not stand any more
});

test('a ban for a time: the player is sent away, reads why, answers once, and is back when it is over', async () => {
  const [mod, ana] = [await moderator(), await guest('Ana')];
  const summary = await newMatch(ana, { game: 'tieqchieq' });
  const seat = closing(await takeSeat(ana, summary));
  const given = await give(mod, ana, { kind: 'ban', reason: 'cheating', text: 'Two accounts at one table.', days: 3 });
  await expect.poll(() => seat.closeCode).toBeDefined();
  const { penalty, until } = given;
  const banned = { code: 'banned', reason: 'cheating', penalty, until };
  expect(await meOf(ana)).toMatchObject(banned);
  clock += 2 * 60 * 60 * 1000; // the token of before has ended
  const session = (await ask<SignedIn>('POST /api/tokens', { body: { refresh: ana.session.refresh } })).body;
  const client = new FlowerWarClient({ url: house.url, session });
  await expect(client.account.me()).rejects.toMatchObject(banned);
  expect(await client.account.penalties()).toMatchObject([{ penalty, reason: 'cheating', text: given.text, until }]);
  for (const wrong of ['', '  ', 'x'.repeat(1001), 'a\u202eb', 7, null])
    expect(
      await ask(`POST /api/me/penalties/${penalty}/answer`, { token: session.token, body: { text: wrong } }),
    ).toMatchObject({ body: { code: 'bad-request' } });
  const text = "<script>alert('1')</script>'); DROP TABLE penalties;--\n¿Por qué?";
  const tries = await Promise.allSettled([1, 2, 3].map(() => client.account.answerPenalty(penalty, text)));
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  await expect(client.account.answerPenalty(penalty, 'more')).rejects.toMatchObject({
    code: 'penalty-refused',
    reason: 'answered',
  });
  await mod.renew();
  const [listed] = (await as(mod)<GivenPenalties>(`GET /api/order/penalties?player=${id(ana)}`)).penalties;
  expect(listed).toMatchObject({ penalty, answer: text, answeredAt: clock });
  const page = await (
    await fetch(`${house.url}/operator?figures=1`, {
      headers: { authorization: `Basic ${btoa(`:${OPERATOR_TOKEN}`)}` },
    })
  ).text();
  expect(page).toContain('&lt;script&gt;');
  expect(page).toContain('From the newest 0 rated matches.');
  expect(page).not.toContain('<script>alert');
  expect(await settle(mod, given, { outcome: 'kept' })).toMatchObject({ code: 'penalty-refused', reason: 'own-act' });
  expect(await settle(await moderator(), given, { outcome: 'kept' })).toMatchObject({ outcome: 'kept', isOver: false });
  clock = until!;
  await ana.renew();
  expect(await meOf(ana)).toMatchObject({ name: 'Ana' });
});

test('a penalty is shortened, lifted and kept by whom has the right; that of the operator only by the operator', async () => {
  const [mod, narrow, ana] = [await moderator(), await moderator(['reports', 'mute']), await guest('Ana')];
  const ban = await give(mod, ana, { kind: 'ban', days: 4 });
  expect(await settle(narrow, ban, { outcome: 'lifted' })).toMatchObject({ code: 'no-right', reason: 'ban' });
  expect(await settle(mod, ban, { outcome: 'kept' })).toMatchObject({ code: 'penalty-refused', reason: 'no-answer' });
  expect(await settle(mod, ban, { outcome: 'shortened', days: 4 })).toMatchObject({ reason: 'not-shorter' });
  expect(await settle(mod, ban, { outcome: 'shortened', days: 1 })).toMatchObject({ until: clock + DAY_MS });
  expect(await meOf(ana)).toMatchObject({ code: 'banned', until: clock + DAY_MS });
  expect(await settle(mod, ban, { outcome: 'lifted' })).toMatchObject({ isOver: true, outcome: 'lifted' });
  expect(await meOf(ana)).toMatchObject({ name: 'Ana' });
  expect(await settle(mod, ban, { outcome: 'lifted' })).toMatchObject({ reason: 'over' });
  expect(await answer(ana, ban, 'late')).toMatchObject({ reason: 'over' });

  const forEver = { kind: 'mute', reason: 'other' };
  const mute = (await operate<GivenPenalty>(`POST /players/${id(ana)}/penalties`, { body: forEver })).body;
  expect(mute).not.toHaveProperty('until');
  expect((await own(ana))[0]).toMatchObject({ giver: 'operator', kind: 'mute' });
  expect(await settle(mod, mute, { outcome: 'lifted' })).toMatchObject({ reason: 'of-operator' });
  const short = { body: { outcome: 'shortened', days: 1 } };
  expect((await operate(`POST /penalties/${mute.penalty}/settle`, short)).body).toMatchObject({
    until: clock + DAY_MS,
  });
  expect(await settle(mod, { penalty: 'none' }, { outcome: 'lifted' })).toMatchObject({ code: 'no-such-penalty' });
  expect(await answer(await guest('Eve'), mute, 'not mine')).toMatchObject({ code: 'no-such-penalty' });
});

test('a ban that was shortened ends when it says', async () => {
  const [mod, ana] = [await moderator(), await guest('Ana')];
  const ban = await give(mod, ana, { kind: 'ban', days: 4 });
  await settle(mod, ban, { outcome: 'shortened', days: 1 });
  clock += DAY_MS;
  await ana.renew();
  expect(await meOf(ana)).toMatchObject({ name: 'Ana' });
});

test('the ban of the operator tells its time, and a moderator cannot make it shorter', async () => {
  const [mod, ana] = [await moderator(), await guest('Ana')];
  await operate(`POST /players/${id(ana)}/ban`, { body: { reason: 'secret note', days: 9 } });
  const told = await meOf(ana);
  expect(told).toMatchObject({ code: 'banned', reason: 'other', until: clock + 9 * DAY_MS });
  expect(JSON.stringify([told, await own(ana)])).not.toContain('secret note');
  expect(await give(mod, ana, { kind: 'ban' })).toMatchObject({ reason: 'stands' });
  await operate(`POST /players/${id(ana)}/unban`);
  expect((await own(ana))[0]).toMatchObject({ isOver: true });
  expect(await give(mod, ana, { kind: 'ban' })).toHaveProperty('penalty');
});

test('a name is taken away: the player chooses anew, but not the same one, and gets it back when that is lifted', async () => {
  const [mod, ana] = [await moderator(), await guest('Ugly One')];
  const given = await give(mod, ana, { kind: 'rename', reason: 'name', days: undefined });
  const neutral = `Guest ${id(ana).slice(-4)}`;
  expect(given).toMatchObject({ oldName: 'Ugly One', name: neutral });
  expect(await meOf(ana)).toMatchObject({ name: neutral });
  expect(await give(mod, ana, { kind: 'rename' })).toMatchObject({ reason: 'neutral-name' });
  const choose = (name: string) => as(ana)<Me>('POST /api/me', { name });
  for (const name of ['Ugly One', 'UGLY  ONE', 'Ug1y One', 'UglyOne', 'U g l y. O n e'])
    expect(await choose(name)).toMatchObject({ code: 'name-refused' });
  await settle(mod, given, { outcome: 'lifted' });
  expect(await meOf(ana)).toMatchObject({ name: 'Ugly One' });
  const again = await give(mod, ana, { kind: 'rename', reason: 'name' });
  expect(await choose('Citlali')).toMatchObject({ name: 'Citlali' });
  await settle(mod, again, { outcome: 'lifted' });
  expect(await meOf(ana)).toMatchObject({ name: 'Citlali' });
});

test('a name that was taken from a player goes to no bot of the player, and one of a bot to no other one', async () => {
  const [mod, ana] = [await moderator(), await guest('Ugly One')];
  await as(ana)('POST /api/me', { name: 'Ugly One' }); // with a name of her own she may have several
  const name = (call: string, name: string) => as(ana)<OwnBot>(`POST /api/me/bots${call}`, { name });
  const first = await name('', 'Ugly Two');
  await give(mod, ana, { kind: 'rename', reason: 'name' });
  await give(mod, { session: first } as unknown as Person, { kind: 'rename', reason: 'name' });
  for (const taken of ['Ugly One', 'UGLY ONE', 'Ugly Two']) {
    expect(await name('', taken)).toMatchObject({ code: 'name-refused' });
    expect(await name(`/${first.player}`, taken)).toMatchObject({ code: 'name-refused' });
  }
  expect(await name('', 'Tezcat')).toMatchObject({ name: 'Tezcat' });
  expect(await name(`/${first.player}`, 'Itztli')).toMatchObject({ name: 'Itztli' });
});

test('a penalty of a bot account is told to its owner, who answers it, and holds for that bot alone', async () => {
  const [mod, ana, ben] = [await moderator(), await guest('Ana'), await guest('Ben')];
  await as(ana)('POST /api/me', { name: 'Ana' }); // with a name of her own she may have several
  const [bot, other] = [
    await as(ana)<OwnBot>('POST /api/me/bots', { name: 'Tezcat' }),
    await as(ana)<OwnBot>('POST /api/me/bots', { name: 'Itztli' }),
  ];
  const given = await give(mod, { session: bot } as unknown as Person, { kind: 'ban', reason: 'stalling', days: 3 });
  const mute = await give(mod, ana);
  const about = { player: bot.player, name: 'Tezcat (bot: Ana)' };
  expect(await own(ana)).toEqual([
    expect.not.objectContaining({ bot: expect.anything() }),
    expect.objectContaining({ penalty: given.penalty, kind: 'ban', reason: 'stalling', bot: about }),
  ]);
  expect((await own(ana))[0]).toMatchObject({ penalty: mute.penalty });
  expect(await answer(ben, given, 'mine')).toMatchObject({ code: 'no-such-penalty' });
  expect(await answer(ana, given, 'It is repaired.')).toMatchObject({ answer: 'It is repaired.', bot: about });
  expect(await answer(ana, given, 'Twice')).toMatchObject({ code: 'penalty-refused', reason: 'answered' });
  expect(await meOf(ana)).toMatchObject({ name: 'Ana' });
  const { bans } = house.server.services;
  const isBanned = (player: string) => bans.has(player, clock);
  expect([await isBanned(bot.player), await isBanned(other.player), await isBanned(id(ana))]).toEqual([
    true,
    false,
    false,
  ]);
  const settled = await settle(await moderator(), given, { outcome: 'lifted' });
  expect(settled).toMatchObject({ ...about, answer: 'It is repaired.', isOver: true });
  expect(settled).not.toHaveProperty('bot');
});

test('reports are read without their senders, and not by the one whom they are about', async () => {
  const [mod, ana, ben] = [await moderator(), await guest('Ana'), await guest('Ben')];
  await as(ben)('POST /api/reports', { player: id(ana), reason: 'abuse', text: 'shouts' });
  await as(ben)('POST /api/reports', { player: id(mod), reason: 'abuse', text: 'about the moderator' });
  const reports = async (by = mod) => (await as(by)<{ reports: HeardReport[] }>('GET /api/order/reports')).reports;
  const [first] = await reports();
  expect(first).toMatchObject({ player: id(ana), name: 'Ana', text: 'shouts' });
  expect(JSON.stringify(await reports())).not.toMatch(new RegExp(`${id(ben)}|about the moderator`));
  const other = await moderator(['reports']);
  const [about] = await reports(other);
  expect(about).toMatchObject({ player: id(mod) });
  const close = (by: Person, report: string) =>
    as(by)(`POST /api/order/reports/${report}/settle`, { outcome: 'dismissed' });
  for (const report of [about!.id, 'none', '1-1', `${first!.id}9`, "1-1'--"])
    expect(await close(mod, encodeURIComponent(report)), report).toMatchObject({ code: 'no-such-report' });
  await close(mod, first!.id);
  expect((await reports()).find((one) => one.id === first!.id)).toMatchObject({ settled: 'dismissed' });
  expect(await lastLine()).toMatchObject({ action: 'settleReport', operator: id(mod), about: first!.id });
});

test('a deleted player leaves the audit, and no penalty, name or answer; a deleted moderator has no rights', async () => {
  const [mod, ana] = [await moderator(), await guest('Doomed Name')];
  const given = await give(mod, ana, { kind: 'rename', reason: 'name', text: 'A secret text.' });
  await answer(ana, given, 'A secret answer.');
  await as(ana)('DELETE /api/me');
  const { penalties } = await as(mod)<GivenPenalties>('GET /api/order/penalties');
  expect(JSON.stringify(penalties)).not.toMatch(/Doomed|secret/);
  const lines = JSON.stringify((await operate<AuditLines>('GET /audit')).body);
  expect(lines).toContain(id(ana));
  expect(lines).not.toMatch(/Doomed|answer/);
  await as(mod)('DELETE /api/me');
  expect(await house.server.services.penalties.rightsOf(id(mod))).toBeUndefined();
});
