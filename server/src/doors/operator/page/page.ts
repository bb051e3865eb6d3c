/**
 * One page on which the operator sees how the server is doing, also on a phone. It refreshes itself. Its buttons call the
 * routes of the operator with a key that stands in the page, so that no other page can misuse the password of the browser.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Overview, type PageQuery, QUERIES } from '@flower-war/protocol';
import type { z } from 'zod';
import { amissIn } from '../../../base/refused.ts';
import type { Services } from '../../services.ts';
import { hostedMatches, hostedTemples, overviewOf } from '../operatorQueries.ts';
import { bansNow, findPeople, latestReports, playersOnline } from '../peopleQueries.ts';
import { newKey } from '../sealedKey.ts';
import { Html, html } from './parts.ts';
import { banPart, networkPart, onlinePart, peoplePart, reportPart } from './peopleParts.ts';
import { auditPart, endedPart, matchPart, numbers, processPart, templePart } from './serverParts.ts';

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

const DIALOG = html`<dialog id="act"><form method="dialog"><h2></h2><p></p><div class="fields"></div><output></output>
<div class="actions"><button value="cancel" formnovalidate>Cancel</button><button value="do">Do it</button></div></form></dialog>`;

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
    banPart(await bansNow(services)),
    networkPart(await networks.all()),
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
