/** nginx keeps a connection no longer than the server does: a request could meet its end, and would be lost. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';

const FILES = ['./nginx/upstream.conf', './many/upstream.conf', '../compose/upstream.conf'];

test.each(FILES)('%s closes connections before the server does', (file) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const kept = text.match(/^ +keepalive \d+;$/gm) ?? [];
  const seconds = [...text.matchAll(/^ +keepalive_timeout (\d+)s;$/gm)].map(([, number]) => Number(number));
  expect(kept.length).toBeGreaterThan(0);
  expect(seconds).toHaveLength(kept.length);
  for (const second of seconds) expect(second * 1000).toBeLessThan(createServer().keepAliveTimeout);
});
