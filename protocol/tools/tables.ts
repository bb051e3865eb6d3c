/** The tables of the documentation, in Markdown. */

import { BUCKETS, type Bucket } from '../src/http/routes/limits.ts';
import { bucketOf, type Token } from '../src/http/routes/route.ts';
import type { Route } from '../src/http/routeTable.ts';
import { TOPICS, type Topic } from '../src/temple/topics.ts';
import { CODES, type Code, statusOf } from '../src/wire/errors.ts';

export function routeTable(routes: readonly Route[]): readonly string[] {
  const rows = routes.map((route) => [
    `\`${route.call}\`${route.query === undefined ? '' : ' `?`'}: ${route.about}`,
    whoMay(route.token),
    route.body === undefined ? '' : `\`${route.body}\``,
    `\`${route.answer}\``,
    bucketOf(route) ?? '',
  ]);
  return table(['route', 'token', 'body', 'answer', 'limit'], rows);
}

/** `page` and `metrics` take the operator's token too; the words of the route tell the rest. */
function whoMay(token: Token | undefined): string {
  return token === 'page' || token === 'metrics' ? 'operator' : (token ?? '');
}

export function limitTable(): readonly string[] {
  const rows = Object.entries<Bucket>(BUCKETS).map(([name, { perPlayer, perAddress, seconds }]) => [
    name,
    perPlayer === undefined ? '' : String(perPlayer),
    String(perAddress),
    `${seconds / 60} minutes`,
  ]);
  return table(['limit', 'a player', 'an address', 'in'], rows);
}

export function topicTable(): readonly string[] {
  const rows = Object.entries<Topic>(TOPICS).map(([name, { path, from, readers, qos, isRetained, about }]) => [
    name,
    `\`${path}\`: ${about}`,
    from,
    readers.join(', '),
    String(qos),
    isRetained ? 'yes' : 'no',
  ]);
  return table(['name', 'topic', 'from', 'also read by', 'QoS', 'retained'], rows);
}

/** Which codes come with which status. */
export function statusWords(): readonly string[] {
  const codes = Object.keys(CODES) as Code[];
  const statuses = [...new Set(codes.map(statusOf))].filter((status) => status !== 409).sort((a, b) => a - b);
  const ofStatus = (status: number) => codes.filter((code) => statusOf(code) === status).map((code) => `\`${code}\``);
  return table(
    ['status', 'codes'],
    [...statuses.map((status) => [String(status), ofStatus(status).join(' ')]), ['409', 'all others']],
  );
}

/** A table whose columns are as wide as their widest cell, so that people can read it as text too. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => (cells[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
