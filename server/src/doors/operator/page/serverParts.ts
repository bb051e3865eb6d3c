/** The parts of the page about the server: its numbers, processes, matches, temples, and what operators did. */
import type {
  AuditLines,
  HostedMatches,
  HostedTemples,
  Overview,
  PageQuery,
  ServerProcess,
} from '@flower-war/protocol';
import { DEAD_AFTER_MS } from '../../../store/ownership/processes.ts';
import { deeds } from './deeds.ts';
import { age, code, type Html, html, pages, part, second, table, wrong } from './parts.ts';

export function numbers({ matches, players, bridges, connections, banned, temples, notices }: Overview): Html {
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

export function matchPart(found: HostedMatches | string, asked: PageQuery): Html {
  const { status = '', game = '', player = '', match = '', matches: cursor = '' } = asked;
  const option = (value: string, text: string) =>
    value === status
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`;
  const choices = [option('', 'all'), option('open', 'open'), option('running', 'running'), option('ended', 'ended')];
  const still = html`<form class="filter" data-cursor="matches"><label>Status<select name="status">${choices}</select></label><label>Game<input name="game" value="${game}" maxlength="64"></label><label>Player (id)<input name="player" value="${player}" maxlength="64"></label><label>Match<input name="match" value="${match}" maxlength="64"></label><button>Find</button></form>`;
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

export function templePart(found: HostedTemples | string, { temples: cursor = '' }: PageQuery): Html {
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

export function auditPart(found: AuditLines | string, { audit: cursor = '' }: PageQuery): Html {
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
