/**
 * One page on which the operator sees how the server is doing, also on a phone. It refreshes itself. Its buttons call the
 * routes of the operator with a key that stands in the page, so that no other page can misuse the password of the browser.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type AuditLines,
  type AppointedModerator,
  type Ban,
  type GivenPenalties,
  type HostInvitation,
  type HostedMatches,
  type HostedPeople,
  type HostedTemples,
  type NetworkBan,
  type OperatorReport,
  type OrderFigures,
  type Overview,
  type PageQuery,
  PHRASES,
  type PlayersOnline,
  QUERIES,
  type ServerProcess,
} from '@flower-war/protocol';
import type { z } from 'zod';
import { isOfAnother } from '../../../base/ids.ts';
import { amissIn } from '../../../base/refused.ts';
import { DEAD_AFTER_MS } from '../../../store/ownership/processes.ts';
import { newKey } from '../../http/request/callers.ts';
import type { Services } from '../../services.ts';
import {
  bansNow,
  findPeople,
  hostedMatches,
  hostedTemples,
  invitationsNow,
  latestReports,
  overviewOf,
  playersOnline,
} from '../operatorQueries.ts';
import { age, code, deeds, Html, html, minute, pages, part, second, table, wrong } from './parts.ts';

const ROWS = 50;

export async function operatorPage(services: Services, asked: PageQuery): Promise<string> {
  const { config, now } = services;
  const overview = await overviewOf(services);
  const body = html`${numbers(overview)}${await partsOf(services, asked)}`;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${overview.state}: Flower War</title><style>${STYLE}</style></head><body data-key="${newKey('page', config, now())}">
${heading(overview)}
<output id="said"></output>
${body}
${DIALOG}
<footer>The same for programs: see docs/operating.md. Times are in UTC.</footer>
<script>${SCRIPT}</script></body></html>`;
  return page.text;
}

function heading({ state, process }: Overview): Html {
  return html`<header><h1>Flower War <span data-live="state"><span class="state ${state}">${state}</span></span></h1><p id="fresh">from ${process}</p></header>`;
}

// Enter in a field presses the first button that submits, so Cancel is none.
const DIALOG = html`<dialog id="act"><form method="dialog"><h2></h2><p></p><div class="fields"></div><output></output>
<div class="actions"><button type="button" id="cancel">Cancel</button><button>Do it</button></div></form></dialog>`;

async function partsOf(services: Services, asked: PageQuery): Promise<readonly Html[]> {
  const { fleet, networks, audit, now } = services;
  const { status, game, player, match, search } = asked;
  const matches = { status, game, player, match, after: asked.matches, limit: ROWS };
  const processes = await fleet.processes();
  return [
    processPart(processes, now()),
    endedPart(processes, now()),
    matchPart(await listed(QUERIES.operator, matches, (query) => hostedMatches(services, query)), asked),
    onlinePart(await playersOnline(services)),
    reportPart(await latestReports(services)),
    peoplePart(
      await listed(QUERIES.people, { search, after: asked.people, limit: ROWS }, (query) =>
        findPeople(services, query),
      ),
      asked,
    ),
    templePart(
      await listed(QUERIES.hostedTemples, { after: asked.temples, limit: ROWS }, (query) =>
        hostedTemples(services, query),
      ),
      asked,
    ),
    penaltyPart(
      await listed(QUERIES.penalties, { before: asked.penalties, limit: ROWS }, (query) =>
        services.penalties.list(query),
      ),
      { ...asked, open: await services.penalties.countToSettle() },
    ),
    figuresPart(asked.figures === undefined ? undefined : await services.figures.all()),
    moderatorPart((await services.penalties.moderators()).moderators),
    banPart(await bansNow(services)),
    networkPart(await networks.all()),
    invitationPart(await invitationsNow(services), services.config.SIGN_UP),
    auditPart(await listed(QUERIES.audit, { before: asked.audit, limit: ROWS }, (query) => audit.page(query)), asked),
  ];
}

/** A list, or what is wrong with what the page was asked for. */
async function listed<Query, List>(
  schema: z.ZodType<Query>,
  asked: Readonly<Record<string, unknown>>,
  list: (query: Query) => Promise<List>,
): Promise<List | string> {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return list(parsed.data);
  const { reason, detail } = amissIn(parsed.error, 'query');
  return `${reason}: ${detail}`;
}

// The style and the script of the page. They stand in the page itself; their hashes allow them, and nothing else.

const textOf = (file: URL) => readFileSync(file, 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const style = textOf(new URL('./page.css', import.meta.url));
const script = textOf(new URL('./page.js', import.meta.url));
const STYLE = new Html(style);
const SCRIPT = new Html(script);

const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

// The parts of the page about the server: its numbers, processes, matches, temples, and what operators did.

function numbers({ matches, players, bridges, connections, banned, temples, notices }: Overview): Html {
  const facts: readonly (readonly [number, string])[] = [
    [matches.running, 'matches running'],
    [matches.open, 'open'],
    [matches.ended, 'ended'],
    [players, 'players online'],
    [connections, 'connections'],
    [bridges, 'bridges'],
    [banned, 'banned'],
    [temples.open, 'temples heard of'],
    [temples.present, 'of them online'],
    [temples.held, 'beads held'],
    [temples.unbalanced, 'temples unbalanced'],
    [temples.strays, 'stray messages'],
    [notices.pending, 'notices to send'],
    [notices.failed, 'given up'],
  ];
  const items = facts.map(([count, what]) => html`<li><strong>${count}</strong>${what}</li>`);
  return html`<ul class="numbers" data-live="numbers">${items}</ul>`;
}

const MEGABYTE = 1024 * 1024;

export function processPart(processes: readonly ServerProcess[], now: number): Html {
  const living = processes.filter(({ endedAt }) => endedAt === undefined);
  const rows = living.map(({ process, name, beganAt, renewedAt, isDrained, isThis, numbers: told }) => [
    html`${name}${isThis ? ' (this one)' : ''}`,
    html`${told?.state ?? 'unknown'}${isDrained ? ', drained' : ''}${told?.isRedisUp === false ? ', without Redis' : ''}`,
    html`${told?.version ?? ''}`,
    html`${age(since(beganAt, now))}`,
    html`${age(since(renewedAt, now))} ago`,
    html`${told?.players ?? ''}`,
    html`${told?.connections ?? ''}`,
    html`${told?.matches ?? ''}`,
    html`${told === undefined ? '' : `${Math.round(told.memory / MEGABYTE)} MB`}`,
    html`${told === undefined ? '' : `${told.loopDelay} ms`}`,
    drainButton(process, name, isDrained),
  ]);
  const columns = [
    'process',
    'state',
    'version',
    'since',
    'sign of life',
    'players',
    'connections',
    'matches',
    'memory',
    'late by',
    '',
  ];
  const still = html`<div class="actions">${deeds.tellAll()}${deeds.drain()}${deeds.stopDraining()}</div>`;
  const content = table(columns, rows);
  return part({ id: 'processes', title: 'Processes', count: living.length, isOpen: true, still, content });
}

const MOST_ENDED = 10;

/** The processes that ended within the last hour: the newest, and why. */
export function endedPart(processes: readonly ServerProcess[], now: number): Html {
  const ended = processes.flatMap((one) => (one.endedAt === undefined ? [] : [{ ...one, endedAt: one.endedAt }]));
  const newest = ended.sort((a, b) => b.endedAt - a.endedAt).slice(0, MOST_ENDED);
  const rows = newest.map(({ name, beganAt, renewedAt, endedAt }) => [
    html`${name}`,
    html`${age(since(endedAt, now))} ago`,
    html`${endOf(renewedAt, endedAt)}`,
    html`${age(since(beganAt, endedAt))}`,
  ]);
  const content = table(['process', 'ended', 'how', 'lived for'], rows);
  return part({ id: 'ended-processes', title: 'Ended in the last hour', count: ended.length, isOpen: false, content });
}

/** The others declare a process dead only when its signs of life have stopped; one that stops by itself gives them to the end. */
function endOf(renewedAt: number, endedAt: number): string {
  const silence = endedAt - renewedAt;
  if (silence <= DEAD_AFTER_MS) return 'stopped by itself';
  return `declared dead after ${age(since(renewedAt, endedAt))} without a sign of life: it was killed, hung, or lost the store`;
}

const since = (at: number, now: number) => Math.max(0, Math.floor((now - at) / 1000));

function drainButton(process: string, name: string, isDrained: boolean): Html {
  return isDrained ? deeds.stopDrainingProcess(process, name) : deeds.drainProcess(process, name);
}

function matchPart(found: HostedMatches | string, asked: PageQuery): Html {
  const { status = '', game = '', player = '', match = '', matches: cursor = '' } = asked;
  const option = (value: string, text: string) =>
    value === status
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`;
  const choices = [option('', 'all'), option('open', 'open'), option('running', 'running'), option('ended', 'ended')];
  const still = html`<form class="filter" data-cursor="matches"><label>Status<select name="status">${choices}</select></label><label>Game<input name="game" value="${game}" maxlength="64"></label><label>Player (id)<input name="player" value="${player}" maxlength="64"></label><label>Match<input name="match" value="${match}" maxlength="64"></label><button>Find matches</button></form>`;
  if (typeof found === 'string')
    return part({ id: 'matches', title: 'Matches', isOpen: true, still, content: wrong(found) });
  const rows = found.matches.map((one) => [
    code(one.match),
    html`${one.game}`,
    html`${one.status}`,
    html`${one.visibility}`,
    html`${age(one.ageSeconds)}`,
    html`${one.players.map(({ player: id, name, isOnline }) => html`<span title="${id}">${name}${isOnline ? '' : ' (away)'}</span> `)}`,
    one.status === 'ended' ? html`` : html`${deeds.endMatch(one.match)}${deeds.kickFromMatch(one.match)}`,
  ]);
  const list = table(['match', 'game', 'status', 'who may enter', 'age', 'people', ''], rows);
  const content = html`${list}${pages({ cursor: 'matches', isFirst: cursor === '', next: found.next })}`;
  return part({ id: 'matches', title: 'Matches', isOpen: true, still, content });
}

function templePart(found: HostedTemples | string, { temples: cursor = '' }: PageQuery): Html {
  if (typeof found === 'string') return part({ id: 'temples', title: 'Temples', isOpen: true, content: wrong(found) });
  const rows = found.temples.map(({ temple, owner = '', ownerName = '', match = '', isOnline }) => [
    code(temple),
    html`${isOnline ? 'online' : 'away'}`,
    html`${ownerName} ${code(owner)}`,
    code(match),
  ]);
  const list = table(['temple', 'state', 'owner', 'match'], rows);
  const content = html`${list}${pages({ cursor: 'temples', isFirst: cursor === '', next: found.next })}`;
  return part({ id: 'temples', title: 'Temples', isOpen: cursor !== '', content });
}

function auditPart(found: AuditLines | string, { audit: cursor = '' }: PageQuery): Html {
  const title = 'What operators did';
  if (typeof found === 'string') return part({ id: 'audit', title, isOpen: true, content: wrong(found) });
  const rows = found.lines.map(({ at, operator, process, action, about, detail, outcome = 'unknown' }) => [
    html`${second(at)}`,
    code(action),
    code(about),
    html`${Object.entries(detail).map(([name, value]) => html`${name}: ${String(value)} `)}`,
    html`${outcome}`,
    code(operator),
    html`${process}`,
  ]);
  const list = table(['when (UTC)', 'action', 'about', 'said', 'outcome', 'token', 'process'], rows);
  const content = html`${list}${pages({ cursor: 'audit', isFirst: cursor === '', next: found.next })}`;
  return part({ id: 'audit', title, isOpen: cursor !== '', content });
}

// The parts of the page about players.

function peoplePart(found: HostedPeople | string, { search = '', people: cursor = '' }: PageQuery): Html {
  const still = html`<form class="filter" data-cursor="people"><label>Name or id begins with<input name="search" value="${search}" maxlength="64"></label><button>Find people</button></form>`;
  const isOpen = search !== '' || cursor !== '';
  if (typeof found === 'string')
    return part({ id: 'people', title: 'People', isOpen: true, still, content: wrong(found) });
  const rows = found.people.map(({ player, name, createdAt, sessions, isOnline, ban, reports, ...person }) => [
    html`${name}${person.hasRecoveryCode || isOfAnother(player) ? '' : ' (guest)'}`,
    code(player),
    html`${isOnline ? 'online' : person.lastSeenAt === undefined ? '' : minute(person.lastSeenAt)}`,
    html`${minute(createdAt)}`,
    html`${sessions}`,
    html`${reports}`,
    html`${ban === undefined ? '' : `banned ${ban.until === undefined ? '' : 'until '}${until(ban.until)} ${ban.reason}`}`,
    html`${deeds.kickPlayer(player, name)}${ban === undefined ? deeds.banPlayer(player, name) : deeds.unbanPlayer(player, name)}${deeds.penalize(player, name)}${deeds.appointModerator(player, name)}${deeds.exportPerson(player, name)}${deeds.deletePerson(player, name)}`,
  ]);
  const list = table(['name', 'player', 'last seen (UTC)', 'since', 'devices', 'reports', 'ban', ''], rows);
  const content = html`${list}${pages({ cursor: 'people', isFirst: cursor === '', next: found.next })}`;
  return part({ id: 'people', title: 'People', isOpen, still, content });
}

function onlinePart({ players, unlisted }: PlayersOnline): Html {
  const rows = players
    .slice(0, MOST_ROWS)
    .map(({ player, name, process, places }) => [
      html`${name}`,
      code(player),
      html`${process}`,
      html`${places.map(({ match, seat }) => html`<code>${match}</code>${seat === undefined ? ' (watching)' : ''} `)}`,
      html`${deeds.kickPlayer(player, name)}${deeds.banPlayer(player, name)}`,
    ]);
  const more = players.length - rows.length + unlisted;
  const content = html`${table(['name', 'player', 'process', 'at', ''], rows)}${more > 0 ? html`<p>And ${more} more.</p>` : ''}`;
  return part({ id: 'online', title: 'Online', count: players.length + unlisted, isOpen: true, content });
}

const MOST_ROWS = 100;

function banPart(bans: readonly Ban[]): Html {
  const rows = bans
    .slice(0, MOST_ROWS)
    .map((ban) => [
      html`${ban.name}`,
      code(ban.player),
      html`${minute(ban.at)}`,
      html`${until(ban.until)}`,
      html`${ban.reason}`,
      deeds.unbanPlayer(ban.player, ban.name),
    ]);
  const content = table(['name', 'player', 'since (UTC)', 'until', 'why', ''], rows);
  return part({ id: 'banned', title: 'Banned', count: bans.length, isOpen: false, content });
}

function networkPart(networks: readonly NetworkBan[]): Html {
  const rows = networks
    .slice(0, MOST_ROWS)
    .map(({ network, at, reason, until: end }) => [
      code(network),
      html`${minute(at)}`,
      html`${until(end)}`,
      html`${reason}`,
    ]);
  const still = html`<div class="actions">${deeds.banNetwork()}${deeds.unbanNetwork()}</div>`;
  const content = table(['network', 'since (UTC)', 'until', 'why'], rows);
  return part({ id: 'networks', title: 'Banned networks', count: networks.length, isOpen: false, still, content });
}

function invitationPart(invitations: readonly HostInvitation[], signUp: string): Html {
  const rows = invitations
    .slice(0, MOST_ROWS)
    .map(({ invitation, link, players, used, createdAt, endsAt }) => [
      code(invitation),
      code(link),
      html`${used} of ${players}`,
      html`${minute(createdAt)}`,
      html`${minute(endsAt)}`,
      deeds.endInvitation(invitation),
    ]);
  const still = html`<div class="actions">${deeds.createInvitation()}</div>`;
  const content = html`<p>SIGN_UP is ${signUp}.</p>${table(['code', 'link', 'came', 'since (UTC)', 'until', ''], rows)}`;
  return part({ id: 'invitations', title: 'Invitations', count: invitations.length, isOpen: false, still, content });
}

const until = (end: number | undefined) => (end === undefined ? 'for ever' : minute(end));

/** `open`: how many answers wait, on whatever page. */
function penaltyPart(found: GivenPenalties | string, { penalties: cursor = '', open }: PageQuery & { open: number }) {
  const heading = { id: 'penalties', title: 'Penalties, with answers to settle', count: open };
  if (typeof found === 'string') return part({ ...heading, isOpen: true, content: wrong(found) });
  const rows = found.penalties.map(({ penalty, name, player, kind, reason, text, by, at, isOver, ...one }) => [
    html`${minute(at)}`,
    html`${name} ${code(player)}`,
    html`${kind}, ${reason}: ${text}`,
    by === undefined ? html`${one.giver === 'home' ? 'host at home' : 'operator'}` : code(by),
    html`${isOver ? 'over' : kind === 'rename' ? '' : until(one.until)}`,
    html`${one.answer ?? ''}`,
    html`${one.outcome ?? ''}${isOver ? '' : deeds.settlePenalty(penalty, `${name}: ${kind}, ${minute(at)}`)}`,
  ]);
  const list = table(['when (UTC)', 'player', 'what', 'by', 'until', 'answer', ''], rows);
  const content = html`${list}${pages({ cursor: 'penalties', isFirst: cursor === '', next: found.next })}`;
  return part({ ...heading, isOpen: open > 0 || cursor !== '', content });
}

/** What each figure means stands above its list. */
function figuresPart(figures: OrderFigures | undefined): Html {
  const shown = { id: 'figures', title: 'Figures', isOpen: figures !== undefined };
  const still = html`<p><a href="/operator?figures=1#figures" data-page="figures" data-after="1">Show the figures</a></p>`;
  if (figures === undefined) return part({ ...shown, still, content: html`` });
  const { matches, thresholds: limit, sandbagging, stalling, together } = figures;
  const mark = (isMarked: boolean) => html`${isMarked ? 'look' : ''}`;
  const who = ({ player, name }: { player: string; name: string }) => html`${name} ${code(player)}`;
  const lost = sandbagging.map((one) => [who(one), html`${one.thrown} of ${one.matches}`, mark(one.isMarked)]);
  const slow = stalling.map((one) => [
    who(one),
    html`${one.byClock} of ${one.turns}`,
    html`${one.left} of ${one.matches}`,
    mark(one.isMarked),
  ]);
  const pairs = together.map((one) => [
    html`${who(one.winner)} beats ${who(one.loser)}`,
    html`${one.won} of ${one.matches}; ${one.expected} expected`,
    html`${one.deviations}`,
    mark(one.isMarked),
  ]);
  const content = html`<p>From the newest ${matches} rated matches. They prove nothing, and nothing follows by itself.</p>
<p>Given up though the rating expected far more (marked from ${limit.sandbagging} on): perhaps to get a lower rating.</p>${table(['player', 'matches', ''], lost)}
<p>Turns that the clock ended (from ${limit.stalledTurns} on), and matches left (from ${limit.left} on): perhaps to let others wait.</p>${table(['player', 'turns', 'matches', ''], slow)}
<p>Results of a pair that differ from what the ratings expect, in standard deviations (from ${limit.together} on): perhaps agreed.</p>${table(['pair', 'points', 'deviations', ''], pairs)}`;
  return part({ ...shown, still, content });
}

function moderatorPart(moderators: readonly AppointedModerator[]): Html {
  const rows = moderators.map(({ player, name, rights, at }) => [
    html`${name}`,
    code(player),
    html`${minute(at)}`,
    html`${rights.join(', ')}`,
    html`${deeds.appointModerator(player, name)}${deeds.dismissModerator(player, name)}`,
  ]);
  const content = table(['name', 'player', 'since (UTC)', 'rights', ''], rows);
  return part({ id: 'moderators', title: 'Moderators', count: moderators.length, isOpen: false, content });
}

function reportPart(reports: readonly OperatorReport[]): Html {
  const rows = reports.map(({ id, at, player, name = '', match, reason, text, settled, lines = [] }) => [
    html`${minute(at)}`,
    html`${name} ${code(player ?? '')}`,
    code(match ?? ''),
    html`${reason}`,
    html`${text}${lines.map(quoted)}`,
    settled === undefined
      ? deeds.settleReport(id, `of ${minute(at)} about ${player ?? match ?? ''}`)
      : html`${settled}`,
  ]);
  const content = table(['when (UTC)', 'about', 'match', 'reason', 'text', ''], rows);
  return part({ id: 'reports', title: 'Reports', count: reports.length, isOpen: reports.length > 0, content });
}

function quoted({ at, player, seat, text, phrase }: NonNullable<OperatorReport['lines']>[number]): Html {
  const place = seat === undefined ? '' : `seat ${seat}, `;
  const words = phrase === undefined ? (text ?? '') : PHRASES[phrase];
  return html`<p>${minute(at)} ${place}<code>${player}</code>: ${words}</p>`;
}
