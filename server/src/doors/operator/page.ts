/** One page on which the operator sees how the server is doing, also on a phone. It changes nothing. */
import {
  type Ban,
  type HostedMatch,
  type OperatorReport,
  type Overview,
  operatorQuery,
  PHRASES,
  type PlayerOnline,
} from '@flower-war/protocol';
import type { Services } from '../services.ts';
import { type Html, html } from './html.ts';
import { bansNow, hostedMatches, latestReports, overviewOf, playersOnline } from './operatorQueries.ts';

export async function operatorPage(services: Services): Promise<string> {
  const [overview, running, open] = [
    await overviewOf(services),
    await hostedMatches(services, operatorQuery.parse({ status: 'running' })),
    await hostedMatches(services, operatorQuery.parse({ status: 'open' })),
  ];
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${overview.state}: Flower War</title><style>${STYLE}</style></head><body>
<h1>Flower War: ${overview.state}</h1>
${numbers(overview)}
${matchTable('Running', running.matches, overview.matches.running)}
${matchTable('Open', open.matches, overview.matches.open)}
${playerTable(await playersOnline(services))}
${banTable(await bansNow(services))}
${reportTable(await latestReports(services))}
<footer>To end a match, to ban a player or to drain the server: see docs/operating.md.</footer>
</body></html>`;
  return page.text;
}

const STYLE = html`:root{color-scheme:light dark}body{font:16px/1.4 system-ui,sans-serif;margin:1rem auto;max-width:60rem;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin:1.5rem 0 .3rem}ul.numbers{display:flex;flex-wrap:wrap;gap:.3rem 1.5rem;list-style:none;padding:0}
div.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #8886;vertical-align:top}
code{font-size:.9em;white-space:nowrap}footer{margin:2rem 0;opacity:.7}`;

function numbers({ matches, players, bridges, connections, banned, temples, notices }: Overview): Html {
  const facts: readonly (readonly [number, string])[] = [
    [matches.running, 'matches running'],
    [matches.open, 'open'],
    [matches.ended, 'ended'],
    [players, 'players online'],
    [connections, 'connections'],
    [bridges, 'bridges'],
    [banned, 'banned'],
    [temples.open, 'temples'],
    [temples.present, 'of them online'],
    [temples.held, 'beads held'],
    [temples.unbalanced, 'temples unbalanced'],
    [temples.strays, 'stray messages'],
    [notices.pending, 'notices to send'],
    [notices.failed, 'given up'],
  ];
  return html`<ul class="numbers">${facts.map(([count, what]) => html`<li><strong>${count}</strong> ${what}</li>`)}</ul>`;
}

function matchTable(title: string, matches: readonly HostedMatch[], total: number): Html {
  const rows = matches.map(({ match, game, visibility, ageSeconds, players }) => [
    html`<code>${match}</code>`,
    html`${game}`,
    html`${visibility}`,
    html`${age(ageSeconds)}`,
    html`${players.map(({ name, isOnline }) => html`${name}${isOnline ? '' : ' (away)'} `)}`,
  ]);
  const shown = rows.length < total ? `, the oldest ${rows.length} of ${total}` : '';
  return table(`${title}${shown}`, ['match', 'game', 'who may enter', 'age', 'people'], rows);
}

function playerTable(players: readonly PlayerOnline[]): Html {
  const rows = players.map(({ player, name, places }) => [
    html`${name}`,
    html`<code>${player}</code>`,
    html`${places.map(({ match, seat }) => html`<code>${match}</code>${seat === undefined ? ' (watching)' : ''} `)}`,
  ]);
  return table('Online', ['name', 'player', 'at'], rows);
}

function banTable(bans: readonly Ban[]): Html {
  const rows = bans.map(({ player, name, at, reason, until }) => [
    html`${name}`,
    html`<code>${player}</code>`,
    html`${minute(at)}`,
    html`${until === undefined ? 'for ever' : minute(until)}`,
    html`${reason}`,
  ]);
  return table('Banned', ['name', 'player', 'since (UTC)', 'until', 'why'], rows);
}

function reportTable(reports: readonly OperatorReport[]): Html {
  const rows = reports.map(({ at, player, match, reason, text, lines = [] }) => [
    html`${minute(at)}`,
    html`<code>${player ?? ''}</code>`,
    html`<code>${match ?? ''}</code>`,
    html`${reason}`,
    html`${text}${lines.map(quoted)}`,
  ]);
  return table('Reports', ['when (UTC)', 'about', 'match', 'reason', 'text'], rows);
}

function quoted({ at, player, seat, text, phrase }: NonNullable<OperatorReport['lines']>[number]): Html {
  const place = seat === undefined ? '' : `seat ${seat}, `;
  const words = phrase === undefined ? (text ?? '') : PHRASES[phrase];
  return html`<p>${minute(at)} ${place}<code>${player}</code>: ${words}</p>`;
}

function table(title: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html {
  if (rows.length === 0) return html`<h2>${title}</h2><p>None.</p>`;
  const head = columns.map((column) => html`<th scope="col">${column}</th>`);
  const body = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`);
  return html`<h2>${title}</h2><div class="wide"><table><tr>${head}</tr>${body}</table></div>`;
}

/** An age in the largest unit that fits. */
function age(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
  ] as const;
  const [size, unit] = units.find(([length]) => seconds >= length) ?? [1, 's'];
  return `${Math.floor(seconds / size)} ${unit}`;
}

function minute(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
