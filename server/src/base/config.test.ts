import { expect, test } from 'vitest';
import { describeConfig, readConfig } from './config.ts';

test('without settings it listens on loopback alone and keeps what it accepts', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ HOST: '127.0.0.1', PORT: 2567, JOURNAL: 'sqlite', DURABILITY: 'power', ORIGINS: [] });
  expect(Object.isFrozen(config)).toBe(true);
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '1.5'],
  ['PORT', '1e3'],
  ['PORT', '0x10'],
  ['LIMITS', '1e3'],
  ['LIMITS', 'Infinity'],
  ['ORIGINS', 'https://a.example/path'],
  ['PUBLIC_URL', 'https://play.example.org/flower'],
  ['PUBLIC_URL', 'https://play.example.org?a=b'],
  ['EMBED', 'https://a.example/path'],
  ['INTERNAL_URL', 'http://10.0.0.5:2568/x'],
  ['JOURNAL', 'paper'],
  ['DURABILITY', 'none'],
  ['ORIGINS', 'example.org'],
  ['ORIGINS', 'javascript:alert(1)'],
  ['LOG_LEVEL', 'loud'],
  ['BOT_DELAY_MS', '-1'],
  ['OPEN_MINUTES', '0'],
  ['PUBLIC_URL', 'play.example.org'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '-1'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.1,,10.0.0.2'],
  ['LIMITS', '-1'],
  ['HOSTS', 'play.example.org'],
  ['HOSTS', 'http://play.example.org'],
  ['HOSTS', 'http://8.8.8.8'],
  ['HOSTS', 'https://play.example.org/path'],
  ['HOSTS', 'https://play.example.org#abc'],
  ['HOSTS', 'ftp://play.example.org'],
  ['HOSTS', 'https://a.example,https://a.example/'],
  ['MOST_SEATS', '0'],
  ['KEEP_MATCHES_DAYS', 'never'],
  ['LIMITS', 'many'],
  ['LIMITS', '1001'],
  ['MAIL_FROM', 'Flower War'],
  ['TALK', 'ON'],
])('%s=%s is refused by name, with what it was and what it may be', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`cannot be used.*${name}=${value.replace(/[()?]/g, '\\$&')}: (must be|names a host twice)`, 's'),
  );
});

test.each(['ORIGINS', 'PUBLIC_URL', 'EMBED', 'INTERNAL_URL'])('%s is an address alone, and says so', (name) => {
  for (const value of ['http://a.example/path', 'http://a.example?', 'http://a.example#x', 'http://ana:x@a.example'])
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`${name}=\\S+: must be .*, without a user name, a path, \\? or #$`),
    );
});

test.each(['abc', '70000', '1.5', '-1'])('PORT=%s is answered with what it may be', (value) => {
  expect(() => readConfig({ PORT: value })).toThrow(`PORT=${value}: must be a whole number from 0 to 65535`);
});

test('several bad settings are told at once', () => {
  expect(() => readConfig({ PORT: 'x', JOURNAL: 'y' })).toThrow(/PORT=x.*JOURNAL=y/s);
});

test.each([
  [{ SIGN_UP: 'signed-in' }, 'OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'https://id.example.org' }, 'OIDC_CLIENT_ID'],
  [{ OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER'],
  [{ SMTP_URL: 'smtp://me:sesame@mail.example.org', PUBLIC_URL: 'https://play.example.org' }, 'MAIL_FROM'],
  [{ SMTP_URL: 'smtp://me:sesame@mail.example.org', MAIL_FROM: 'a@example.org' }, 'PUBLIC_URL'],
  [{ PUBLISH: 'on' }, 'PUBLIC_URL'],
  [{ REDIS_URL: 'redis://127.0.0.1' }, 'DATABASE_URL'],
])('%j is refused without what it needs', (settings, needs) => {
  const said = new RegExp(`${Object.keys(settings)[0]}=\\S+: does nothing without ${needs}, which is not set$`);
  expect(() => readConfig(settings)).toThrow(said);
  expect(() => readConfig(settings)).not.toThrow(/sesame/);
});

test('an empty setting is not a setting, and spaces around one are none of it', () => {
  expect(readConfig({ PORT: '', ORIGINS: '' }).PORT).toBe(2567);
  expect(readConfig({ PORT: ' ', HOST: ' ' })).toMatchObject({ PORT: 2567, HOST: '127.0.0.1' });
  expect(readConfig({ PORT: ' 2600 ' }).PORT).toBe(2600);
});

test('origins are kept as browsers send them', () => {
  expect(readConfig({ ORIGINS: 'https://a.example/, http://localhost:3000' }).ORIGINS).toEqual([
    'https://a.example',
    'http://localhost:3000',
  ]);
});

test('other hosts have an address and perhaps a key; without encryption they are inside a network', () => {
  const key = 'a1'.repeat(32);
  const HOSTS = `https://a.example, https://b.example:8443#${key},http://127.0.0.1:2567,http://[::1]:1,http://192.168.1.5,http://localhost`;
  expect(readConfig({ HOSTS }).HOSTS).toEqual([
    { origin: 'https://a.example', key: undefined },
    { origin: 'https://b.example:8443', key },
    { origin: 'http://127.0.0.1:2567', key: undefined },
    { origin: 'http://[::1]:1', key: undefined },
    { origin: 'http://192.168.1.5', key: undefined },
    { origin: 'http://localhost', key: undefined },
  ]);
  const many = Array.from({ length: 33 }, (_, n) => `https://h${n}.example`).join(',');
  expect(() => readConfig({ HOSTS: many })).toThrow('HOSTS=');
});

test('the operator’s token must be hard to guess, and is not repeated when it is not', () => {
  for (const OPERATOR_TOKEN of ['short', 'with spaces in between it', 'x'.repeat(257)]) {
    expect(() => readConfig({ OPERATOR_TOKEN })).toThrow('OPERATOR_TOKEN=(hidden): must be 16 to 256 characters');
    expect(() => readConfig({ OPERATOR_TOKEN })).not.toThrow(OPERATOR_TOKEN);
  }
  expect(readConfig({ OPERATOR_TOKEN: 'x'.repeat(16) }).OPERATOR_TOKEN).toHaveLength(16);
});

test.each([
  ['DATABASE_URL', 'postgres://fw:p@ses/ame@db.example.org/flower-war'],
  ['DATABASE_URL', 'postgres://fw:12/sesame@db.example.org/flower-war'],
  ['DATABASE_URL', 'postgres://fw:12?sesame@db.example.org/flower-war'],
  ['DATABASE_URL', 'postgres://fw:12#sesame@db.example.org/flower-war'],
  ['REDIS_URL', 'redis://:12?sesame@redis.example.org'],
  ['SMTP_URL', 'smtp://fw:p@ses/ame@mail.example.org:587'],
  ['TEMPLE_BROKER', 'mqtt://fw:p@ses/ame@127.0.0.1:1883'],
  ['OIDC_ISSUER', 'https://fw:p@ses/ame@id.example.org'],
  ['PUBLIC_URL', 'ftp://fw:sesame@play.example.org'],
  ['HOSTS', 'https://fw:sesame@play.example.org'],
])('%s with a password that is not escaped, or has no place there, is refused and not shown', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}=(hidden): `);
  expect(() => readConfig({ [name]: value })).not.toThrow(/ame@|ses\b/);
});

test.each(['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'])(
  '%s may hold a password, so it is not repeated when it is bad',
  (name) => {
    const bad = 'http://:sesame@host';
    expect(() => readConfig({ [name]: bad })).toThrow(`${name}=(hidden): must be like`);
    expect(() => readConfig({ [name]: bad })).not.toThrow(/sesame/);
  },
);

test('a service has a host, and a database may have a socket in its place', () => {
  for (const [name, bad] of Object.entries({ TEMPLE_BROKER: 'mqtt:', REDIS_URL: 'redis:', SMTP_URL: 'smtp:///x' }))
    expect(() => readConfig({ [name]: bad })).toThrow(/=\S+: must be like/);
  const DATABASE_URL = 'postgres:///flower-war?host=/run/postgresql';
  expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
});

test.each([
  'postgres://fw@db.example.org/fw?application_name=a@b',
  'postgres:///fw?user=a@b',
  'postgres://fw:p%40ss@db.example.org/fw?host=/var/run/postgresql',
])('%s is a PostgreSQL, also with an @ in what it is told', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
});

test.each([
  ['.5', 0.5],
  ['2.', 2],
  ['+5', 5],
  ['010', 10],
])('LIMITS=%s is a number in digits', (LIMITS, number) => {
  expect(readConfig({ LIMITS }).LIMITS).toBe(number);
});

test.each(['redis://localhost', 'rediss://user:secret@redis.example.org:6380/2'])('%s is a Redis', (REDIS_URL) => {
  expect(readConfig({ REDIS_URL, DATABASE_URL: 'postgres://127.0.0.1/x' }).REDIS_URL).toBe(REDIS_URL);
});

test.each([
  ['1', 1],
  ['0', 0],
  ['loopback', ['loopback']],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('TRUST_PROXY=%s is what express takes', (TRUST_PROXY, proxies) => {
  expect(readConfig({ TRUST_PROXY }).TRUST_PROXY).toEqual(proxies);
});

test('--help names every setting with its default, and the other words that it takes', () => {
  const help = describeConfig();
  for (const name of Object.keys(readConfig({}))) expect(help).toContain(name);
  expect(help).toMatch(/PORT +.*\(2567\)/);
  expect(help).toMatch(/SEASONS +.*\(quarter; or month, off\)/);
});

test.each(['ana', 'Ana <ana@example.org>', 'ana@example.org\r\nBcc: eve@example.org'])(
  '%j sends no mail',
  (MAIL_FROM) => {
    expect(() => readConfig({ MAIL_FROM })).toThrow('MAIL_FROM');
  },
);

test.each(['smtp://mail.example.org', 'smtps://user:secret@mail.example.org:465'])(
  '%s is a mail server',
  (SMTP_URL) => {
    expect(readConfig({ SMTP_URL, MAIL_FROM: 'a@example.org', PUBLIC_URL: 'https://a.example' })).toMatchObject({
      SMTP_URL,
    });
  },
);
