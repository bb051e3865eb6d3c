import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { keepSession, readSession, sessionFile } from './account.ts';

let file: string;

beforeEach(() => {
  file = sessionFile({ XDG_STATE_HOME: mkdtempSync(join(tmpdir(), 'session-')) });
});

const session = (player: string) => ({ player, name: player, token: 't', refresh: 'r', expiresAt: 1 });

test('each server has a session of its own, for nobody else’s eyes', () => {
  keepSession(file, 'http://127.0.0.1:2567', session('ana'));
  keepSession(file, 'https://example.org/', session('ben'));
  expect(readSession(file, 'HTTP://127.0.0.1:2567/')).toEqual(session('ana'));
  expect(readSession(file, 'https://example.org')).toEqual(session('ben'));
  expect(readSession(file, 'https://example.com')).toBeUndefined();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
});

test('forgetting one keeps the others, and no draft is left', () => {
  keepSession(file, 'http://a', session('ana'));
  keepSession(file, 'http://b', session('ben'));
  keepSession(file, 'http://a', undefined);
  expect(readSession(file, 'http://a')).toBeUndefined();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ 'http://b/': session('ben') });
  expect(readdirSync(dirname(file))).toEqual(['session.json']);
});

test.each(['', '{', '[]', 'null', '7', '{"http://a/":{"refresh":7}}', '{"http://a/":null}'])(
  'a file that holds %j holds nobody, and can be written again',
  (text) => {
    keepSession(file, 'http://a', session('ana'));
    writeFileSync(file, text);
    expect(readSession(file, 'http://a')).toBeUndefined();
    keepSession(file, 'http://a', session('ben'));
    expect(readSession(file, 'http://a')).toEqual(session('ben'));
  },
);

test.each([{}, { XDG_STATE_HOME: '' }, { XDG_STATE_HOME: 'not/absolute' }])(
  'with %j it lies at home',
  (environment) => {
    expect(sessionFile(environment)).toBe(join(homedir(), '.local/state/flower-war/session.json'));
  },
);
