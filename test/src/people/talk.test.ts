/** Talk at a table, over real sockets: which viewers hear it, which do not, and what the server keeps. */
import type { Answer, MatchSummary, OperatorReport, PersonalData, TalkLine } from '@flower-war/protocol';
import { beforeEach, expect, test } from 'vitest';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { asking } from '../support/api.ts';
import { comeBack, FRAME, newPerson, type Person, RawClient, takeSeat, watch } from '../support/sockets/rawClient.ts';

const OPERATOR_TOKEN = 'the-operators-own-token';
let clock = 1_800_000_000_000;
const ask = asking(() => house.url);

serveThisFile({ LIMITS: '1', OPERATOR_TOKEN }, { now: () => clock });
/** The rate limits of earlier tests are over. */
beforeEach(() => {
  clock += 600_000;
});

async function newTable(table: object = {}, names = ['Ana', 'Beto', 'Caro', 'Dani']) {
  const people: Person[] = [];
  for (const name of names) people.push(await newPerson(house.url, name));
  const { body: match } = await people[0]!.post<MatchSummary>('/api/matches', { game: 'tieqchieq', table });
  const players = [await takeSeat(people[0]!, match), await takeSeat(people[1]!, match)] as const;
  const spectators = [await watch(people[2]!, match), await watch(people[3]!, match)] as const;
  const clients = [...players, ...spectators] as const;
  for (const client of clients) closing(client);
  await settle(clients);
  return { match, people, clients };
}

const settle = (clients: readonly RawClient[]) => Promise.all(clients.map((client) => client.settle()));
const heard = (client: RawClient) => client.messages<TalkLine[]>('talk').flat();
const framesOf = (client: RawClient) => client.frames.filter((frame) => frame[0] !== FRAME.ping);
const idOf = (person: Person) => person.session.player;
const accepted = (step: number): Answer => ({ kind: 'accepted', step });
const repeated = (step: number): Answer => ({ kind: 'accepted', step, repeated: true });

test('players hear players and spectators hear spectators: the others get not one byte', async () => {
  const table = await newTable();
  const [ana, beto, caro, dani] = table.clients;
  const before = table.clients.map((client) => framesOf(client).length);
  expect(await ana.request('say', [1, '  well met '])).toEqual(accepted(1));
  expect(await beto.request('say', [1, 'and you'])).toEqual(accepted(2));
  await settle(table.clients);
  const first = { n: 1, at: clock, seat: 0, player: idOf(table.people[0]!), name: 'Ana', text: 'well met' };
  const second = { n: 2, at: clock, seat: 1, player: idOf(table.people[1]!), name: 'Beto', text: 'and you' };
  for (const player of [ana, beto]) expect(heard(player)).toEqual([first, second]);
  for (const [i, spectator] of [caro, dani].entries()) expect(framesOf(spectator)).toHaveLength(before[i + 2]!);

  const spoken = [ana, beto].map((client) => framesOf(client).length);
  expect(await caro.request('say', ['a', 'who wins?'])).toEqual(accepted(1)); // no gap tells that players spoke
  await settle(table.clients);
  const whisper = { n: 1, at: clock, player: idOf(table.people[2]!), name: 'Caro', text: 'who wins?' };
  for (const spectator of [caro, dani]) expect(heard(spectator)).toEqual([whisper]);
  for (const [i, player] of [ana, beto].entries()) expect(framesOf(player)).toHaveLength(spoken[i]!);
});

test('talk moves no step and no decision: neither state nor private part is sent', async () => {
  const table = await newTable();
  const [ana, beto] = table.clients;
  const [mover] = [ana, beto].filter((client) => client.privates.at(-1)!.decision !== undefined);
  const asked = mover!.privates.at(-1)!;
  const before = framesOf(mover!).length;
  for (let id = 0; id < 3; id++) await mover!.request('say', [id, 'hm']);
  const kinds = framesOf(mover!)
    .slice(before)
    .map((frame) => frame[0]);
  expect(kinds).toEqual([FRAME.data, FRAME.response, FRAME.data, FRAME.response, FRAME.data, FRAME.response]);
  expect(await mover!.request('act', [9, asked.decision, asked.legal[0]])).toMatchObject({ kind: 'accepted' });
});

test('a repeat is answered the same and said once; for something else its id is refused', async () => {
  const table = await newTable();
  const [ana, beto, caro] = table.clients;
  for (const answer of [accepted(1), repeated(1), repeated(1)])
    expect(await ana.request('say', [7, 'once'])).toEqual(answer);
  expect(await ana.request('say', [7, 'twice'])).toMatchObject({ code: 'id-reused' });
  expect(await ana.request('phrase', [7, 'hello'])).toMatchObject({ code: 'id-reused' });
  expect(await ana.request('say', ['7', 'another id'])).toEqual(accepted(2));
  expect(await beto.request('say', [7, 'somebody else'])).toEqual(accepted(3));
  for (const answer of [accepted(1), repeated(1)]) expect(await caro.request('phrase', [7, 'thanks'])).toEqual(answer);
  await settle(table.clients);
  expect(heard(beto).map(({ text }) => text)).toEqual(['once', 'another id', 'somebody else']);
  expect(heard(caro)).toMatchObject([{ phrase: 'thanks' }]);
});

const REFUSED: readonly (readonly [string, string, unknown])[] = [
  ['nothing', 'say', [1, '  ']],
  ['301 letters', 'say', [1, 'x'.repeat(301)]],
  ['two lines', 'say', [1, 'a\nb']],
  ['a control', 'say', [1, 'a\u0007b']],
  ['text turned round', 'say', [1, 'abc\u202egpj']],
  ['an isolated direction', 'say', [1, 'a\u2066b']],
  ['no text', 'say', [1, { toString: 'x' }]],
  ['no id', 'say', ['hello']],
  ['an unknown phrase', 'phrase', [1, 'toString']],
  ['silence without a word', 'silence', [1, 'p-X']],
];

test('what is not a line is refused; 300 letters of any script are said', async () => {
  const { clients } = await newTable();
  for (const [what, name, payload] of REFUSED)
    expect(await clients[0].request(name, payload), what).toMatchObject({ kind: 'rejected', code: 'bad-request' });
  expect(heard(clients[1])).toEqual([]);
  const text = '花戦争🏳️‍🌈'.repeat(33).slice(0, 297);
  expect(await clients[0].request('say', [1, text.normalize()])).toEqual(accepted(1));
});

test('a table of phrases, and one where nothing is said', async () => {
  const phrases = await newTable({ talk: 'phrases' });
  expect(await phrases.clients[0].request('say', [1, 'hello'])).toMatchObject({ code: 'phrases-only' });
  expect(await phrases.clients[0].request('phrase', [1, 'hello'])).toEqual(accepted(1));
  const quiet = await newTable({ talk: 'off' });
  expect(await quiet.clients[0].request('phrase', [1, 'hello'])).toMatchObject({ code: 'talk-off' });
  expect(await quiet.clients[2].request('say', [1, 'hello'])).toMatchObject({ code: 'talk-off' });
  await settle(quiet.clients);
  for (const client of quiet.clients) expect(client.messages('talk')).toEqual([]);
});

const MASKED: readonly (readonly [string, string])[] = [
  ['what the fuck is this', 'what the *** is this'],
  ['you fuuck, f.u.c.k and F U C K', 'you fuuck, *** and ***'],
  ['Nazi! the server hosts a bot', '*** the server hosts a bot'],
  ['I a m y o u', 'I a m y o u'],
  ['👍 … !!', '👍 … !!'],
];

test('blocked words are masked', async () => {
  const { clients } = await newTable();
  for (const [id, [text]] of MASKED.entries())
    for (const answer of [accepted(id + 1), repeated(id + 1)])
      expect(await clients[0].request('say', [id, text])).toEqual(answer);
  await clients[1].settle();
  expect(heard(clients[1]).map(({ text }) => text)).toEqual(MASKED.map(([, shown]) => shown));
});

test('a player who says too much is told so, on every connection; the others go on', async () => {
  const table = await newTable();
  const [ana, beto] = table.clients;
  for (let id = 0; id < 6; id++) expect(await ana.request('say', [id, 'la'])).toEqual(accepted(id + 1));
  expect(await ana.request('say', [6, 'la'])).toMatchObject({ kind: 'rejected', code: 'too-much-talk' });
  expect(await ana.request('say', [5, 'la'])).toEqual(repeated(6));
  const second = closing(await comeBack(table.people[0]!, table.match));
  expect(await second.request('phrase', [6, 'hello'])).toMatchObject({ code: 'too-much-talk' });
  expect(await beto.request('say', [6, 'hush'])).toEqual(accepted(7));
  clock += 2000;
  expect(await ana.request('say', [6, 'la'])).toEqual(accepted(8));
});

test('also if all of it comes at once', async () => {
  const { clients } = await newTable();
  const said = await Promise.all(Array.from({ length: 20 }, (_, id) => clients[0].request('say', [id, 'la'])));
  expect(said.filter(({ kind }) => kind === 'accepted')).toHaveLength(6);
  await clients[1].settle();
  expect(heard(clients[1])).toHaveLength(6);
});

test('the host of the match silences a person for everybody, and takes it back; nobody else can', async () => {
  const table = await newTable();
  const [host, beto, caro, dani] = table.clients;
  const [, betoId, caroId] = table.people.map(idOf);
  for (const player of [beto, caro])
    expect(await player.request('silence', [1, caroId, true])).toMatchObject({ code: 'forbidden' });
  expect(await host.request('silence', [1, 'p-NOBODY', true])).toMatchObject({ code: 'no-such-player' });
  expect(await host.request('silence', [1, 'p-\0', true])).toMatchObject({ code: 'bad-request', reason: 'text' });
  for (const player of [betoId, caroId]) expect(await host.request('silence', [1, player, true])).toEqual(accepted(0));
  expect(await beto.request('say', [1, 'hm'])).toMatchObject({ code: 'silenced' });
  expect(await caro.request('phrase', [1, 'hello'])).toMatchObject({ code: 'silenced' });
  const elsewhere = await newTable();
  const visit = closing(await watch(table.people[1]!, elsewhere.match));
  expect(await visit.request('say', [1, 'here I may'])).toEqual(accepted(1));
  await host.request('silence', [2, caroId, false]);
  expect(await caro.request('phrase', [1, 'hello'])).toEqual(accepted(1));
  await settle(table.clients);
  expect(heard(dani)).toMatchObject([{ phrase: 'hello' }]);
  expect(heard(host)).toEqual([]);
});

test('who joins gets the last 50 lines of their audience, as one message', async () => {
  const table = await newTable();
  const [ana, , caro] = table.clients;
  for (let n = 1; n <= 53; n++) {
    clock += 5000;
    expect(await ana.request('say', [n, `line ${n}`])).toEqual(accepted(n));
  }
  await caro.request('say', [1, 'only we hear this']);
  const player = closing(await comeBack(table.people[1]!, table.match));
  const spectator = closing(await watch(table.people[3]!, table.match));
  await settle([player, spectator]);
  expect(player.messages<TalkLine[]>('talk')).toHaveLength(1);
  expect(heard(player).map(({ n, text }) => [n, text])).toEqual(
    Array.from({ length: 50 }, (_, i) => [i + 4, `line ${i + 4}`]),
  );
  expect(spectator.messages<TalkLine[]>('talk')).toMatchObject([[{ n: 1, text: 'only we hear this' }]]);
});

test('after the end they go on talking, still apart', async () => {
  const table = await newTable();
  const [ana, beto, caro, dani] = table.clients;
  await ana.request('resign', [1]);
  expect(await beto.request('say', [2, 'well played'])).toEqual(accepted(1));
  expect(await caro.request('say', [2, 'so soon?'])).toEqual(accepted(1));
  await settle(table.clients);
  expect([ana, dani].map((client) => heard(client).map(({ text }) => text))).toEqual([['well played'], ['so soon?']]);
});

test('two who look the same are told apart', async () => {
  const table = await newTable({}, ['Ana', 'Beto', 'Аna', 'Caro']);
  const [, , fake, caro] = table.clients;
  await fake.request('say', [1, 'I am Ana']);
  await caro.settle();
  expect(heard(caro)[0]!.name).toBe(`Аna (${idOf(table.people[2]!).slice(-4)})`);
});

test('what I said is mine to read, and goes with me: to who comes later nothing is left of it', async () => {
  const table = await newTable();
  const [ana, beto] = table.clients;
  await ana.request('say', [1, 'I was here']);
  await ana.request('phrase', [2, 'thanks']);
  await beto.request('say', [1, 'me too']);
  await ana.request('silence', [3, idOf(table.people[1]!), true]);
  const token = (i: number) => ({ token: table.people[i]!.session.token });
  const { match } = table.match;
  const mine = (await ask<PersonalData>('GET /api/me/export', token(0))).body;
  expect(mine.talk).toEqual([
    { match, at: clock, text: 'I was here' },
    { match, at: clock, phrase: 'thanks' },
  ]);
  expect((await ask<PersonalData>('GET /api/me/export', token(1))).body.silencedIn).toEqual([match]);
  expect((await ask('DELETE /api/me', token(0))).status).toBe(200);
  const later = closing(await comeBack(table.people[1]!, table.match));
  await later.settle();
  expect(heard(later)).toMatchObject([{ n: 3, text: 'me too' }]);
});

test('a report of a match quotes what its sender could hear, for the operator alone', async () => {
  const table = await newTable();
  const [ana, beto, caro] = table.clients;
  for (let n = 1; n <= 22; n++) {
    clock += 5000;
    await beto.request('say', [n, `<b>insult ${n}</b>`]);
  }
  await ana.request('phrase', [1, 'sorry']);
  await caro.request('say', [1, 'popcorn']);
  const about = { match: table.match.match, reason: 'abuse' as const };
  for (const person of [table.people[0]!, table.people[3]!])
    expect((await person.post('/api/reports', about)).status).toBe(200);
  const reports = async () =>
    (await ask<{ reports: OperatorReport[] }>('GET /api/operator/reports', { token: OPERATOR_TOKEN })).body.reports;
  const [bySpectator, byPlayer] = await reports();
  expect(byPlayer!.lines).toHaveLength(20);
  expect(byPlayer!.lines!.at(-1)).toEqual({ at: clock, seat: 0, player: idOf(table.people[0]!), phrase: 'sorry' });
  expect(byPlayer!.lines![0]).toMatchObject({ seat: 1, text: '<b>insult 4</b>' });
  expect(bySpectator!.lines).toMatchObject([{ text: 'popcorn' }]);
  const page = await fetch(`${house.url}/operator`, {
    headers: { authorization: `Basic ${Buffer.from(`x:${OPERATOR_TOKEN}`).toString('base64')}` },
  });
  const words = await page.text();
  expect(words).toContain('&lt;b&gt;insult 22&lt;/b&gt;');
  expect(words).toContain('Sorry about that.');
  const { token } = table.people[0]!.session;
  const mine = (await ask<PersonalData>('GET /api/me/export', { token })).body;
  expect(mine.reports).toEqual([{ at: clock, ...about, text: '' }]);
  await ask('DELETE /api/me', { token: table.people[1]!.session.token });
  expect((await reports())[1]!.lines).toEqual([byPlayer!.lines!.at(-1)]);
});

const connections = async () =>
  (await ask<{ connections: number }>('GET /api/operator', { token: OPERATOR_TOKEN })).body.connections;

const quotes = async (person: Person, { match }: Pick<MatchSummary, 'match'>) => {
  clock += 1;
  expect((await person.post('/api/reports', { match, reason: 'abuse' })).status).toBe(200);
  const { body } = await ask<{ reports: OperatorReport[] }>('GET /api/operator/reports', { token: OPERATOR_TOKEN });
  return body.reports[0]?.lines?.map(({ text }) => text);
};

test('a report quotes nothing of a private table at which its sender never was', async () => {
  const table = await newTable({}, ['Ana', 'Beto', 'Caro', 'Dani', 'Fay']);
  const fay = table.people[4]!;
  const hidden = (
    await table.people[0]!.post<MatchSummary>('/api/matches', {
      game: 'tieqchieq',
      table: { visibility: 'private' },
    })
  ).body;
  const { token } = table.people[0]!.session;
  const { code } = (await ask<MatchSummary>(`GET /api/matches/${hidden.match}`, { token })).body;
  const join = async (person: Person) => {
    const { body } = await person.post<Parameters<typeof RawClient.connect>[1]>(`/api/matches/${hidden.match}/watch`, {
      code,
    });
    return closing(await RawClient.connect(house.url, body));
  };
  const [caro, dani] = [await join(table.people[2]!), await join(table.people[3]!)];
  await caro.request('say', [1, 'between us']);
  await dani.settle();
  expect(await quotes(fay, hidden)).toBeUndefined();
  expect(await quotes(table.people[3]!, hidden)).toEqual(['between us']);
  const before = await connections();
  caro.close();
  await expect.poll(connections).toBe(before - 1);
  expect(await quotes(table.people[2]!, hidden)).toEqual(['between us']);
  expect(await quotes(fay, table.match)).toBeUndefined();
  await table.clients[2].request('say', [1, 'hello all']);
  expect(await quotes(fay, table.match)).toEqual(['hello all']);
});

test('a report quotes no line of a player whom its sender did not hear any more, but those of before', async () => {
  const table = await newTable();
  const [ana, beto] = table.clients;
  await beto.request('say', [1, 'insult']);
  clock += 1000;
  const { token } = table.people[0]!.session;
  await ask(`POST /api/me/people/${idOf(table.people[1]!)}/block`, { token });
  clock += 1000;
  await beto.request('say', [2, 'to the spectators of my seat']);
  await ana.request('say', [1, 'that is why']);
  expect(await quotes(table.people[0]!, table.match)).toEqual(['insult', 'that is why']);
});

test('a player who gave a seat back quotes what was said until then, and what spectators heard', async () => {
  const [ana, beto, caro] = await Promise.all(['Ana', 'Beto', 'Caro'].map((name) => newPerson(house.url, name)));
  const { body: match } = await ana!.post<MatchSummary>('/api/matches', { game: 'flower-war', seats: 3 });
  const [one, two] = [closing(await takeSeat(ana!, match)), closing(await takeSeat(beto!, match))];
  await one.request('say', [1, 'go away']);
  clock += 1000;
  await beto!.post(`/api/matches/${match.match}/leave`);
  clock += 1000;
  await two.settle().catch(() => {}); // it may be closed already
  await one.request('say', [2, 'at last']);
  const watching = closing(await watch(caro!, match));
  await watching.request('say', [1, 'what was that?']);
  expect(await quotes(beto!, match)).toEqual(['go away', 'what was that?']);
  expect(await quotes(ana!, match)).toEqual(['go away', 'at last']);
});
