import { expect, test } from 'vitest';
import { asBackups, asDatabase, asDomain, asFolder, asPort, asTemples, BadAnswer } from './answers.ts';

/** What no answer may hold: it ends a line, a quoted text or a value, or means something to systemd, a shell or a terminal. */
const SIGNS = [
  '\n',
  '\r',
  '\0',
  '\t',
  '\u001b[2J',
  '\u009b',
  '\u202e',
  ' ',
  '"',
  "'",
  '`',
  '%i',
  '%',
  '$HOME',
  '\\',
  '#',
  '<',
];
const around = (text: string) => SIGNS.flatMap((sign) => [sign + text, text + sign, text.replace('e', `e${sign}`)]);
const words = (text: string) => text.split(' ');

test('a domain is a name that the internet can have', () => {
  expect(asDomain('PLAY.Example.Org')).toBe('play.example.org');
  for (const name of words('play.example.org xn--bcher-kva.example a.b 1.example')) expect(asDomain(name)).toBe(name);
});

test.each([
  ...words('. localhost play .example.org play.example.org. play..org -a.org a-.org 1.2.3.4 ::1 bücher.example'),
  ...words(
    'https://play.example.org play.example.org:443 play.example.org/ user:secret@play.example.org *.example.org',
  ),
  ...words(`play_1.example.org {$X}.org ${'a'.repeat(64)}.org ${'a.'.repeat(127)}org`),
  ...['', ...around('play.example.org')],
])('%j is not a domain, and the complaint does not repeat it', (text) => {
  expect(() => asDomain(text)).toThrow(BadAnswer);
  expect(() => asDomain(text)).toThrow(/^The name must be like play\.example\.org: [ -~]+$/);
});

test.each(words('/var/lib/flower-war /srv/fw /mnt/disk-1/a.b_c+d@e /opt/x/y/z'))('%s is a folder', (text) => {
  expect(asFolder(text)).toBe(text);
  expect(asFolder(`${text}/`)).toBe(text);
});

test.each([
  ...words('/ // srv/fw ./fw ~/fw /srv /srv//fw /srv/../etc/x /srv/.. /srv/./fw /srv/fw// /srv/ñ /srv/a:b /srv/a,b'),
  ...words('/srv/{a} /srv/a* /srv/a;reboot /srv/a&b /srv/$(x)'),
  ...['', ...around('/srv/fwe')],
])('%j is not a folder', (text) => expect(() => asFolder(text)).toThrow(/^A folder must be a whole path[ -~]+$/));

test.each([
  ...words('/home/ana/fw /root/fw /tmp/fw /var/tmp/fw /etc/fw /usr/share/fw /proc/1/x /lib64/x /run/x/y'),
  ...words('/var/lib /var/log /var/lib/'),
])('in %s the server may not write', (text) => expect(() => asFolder(text)).toThrow(/^The server may not write there/));

test('a database is a PostgreSQL, with or without a password', () => {
  const local = 'postgresql://u:p%23%27@[::1]:5432/db?sslmode=verify-full&host=/run/postgresql';
  for (const url of ['postgres://flower-war:secret@127.0.0.1/flower-war', local]) expect(asDatabase(url)).toBe(url);
});

test.each([
  ...words('postgres postgres:// mysql://u:p@h/d http://h/d postgres://u:hunter2@h:port/d'),
  ...['', ...around('postgres://user:hunter2@host/base')],
])('%j is not a database, and no password is shown', (text) => {
  expect(() => asDatabase(text)).toThrow(BadAnswer);
  expect(() => asDatabase(text)).toThrow(
    /^The database must be like postgres:\/\/user:password@host\/database; [ -~]+$/,
  );
  expect(() => asDatabase(text)).not.toThrow(/hunter2/);
});

test.each(words('1024 1883 8883 65535'))('%s is a port', (text) => expect(asPort(text)).toBe(Number(text)));

test.each(['', ' 1883', '1883\n', ...words('0 80 443 1023 1884 2567 65536 1e4 -1883 01883 ٣٣٣٣')])(
  '%j is not a port for temples',
  (text) => expect(() => asPort(text)).toThrow(/^The port must be a number from 1024 to 65535/),
);

test('temples come with the usual port, or another one', () => {
  expect(asTemples('home')).toEqual({ kind: 'home', port: 1883 });
  expect(asTemples('TLS')).toEqual({ kind: 'tls', port: 8883 });
  expect(asTemples('home 1999')).toEqual({ kind: 'home', port: 1999 });
  for (const text of ['', 'all', 'home home', 'home 1999 2', 'home\n1999', 'none 1999', 'browser 1999'])
    expect(() => asTemples(text), text).toThrow(BadAnswer);
});

test('backups lie apart from the data', () => {
  const data = '/srv/fw/data';
  expect(asBackups('/srv/fw/backups', data)).toEqual({ folder: '/srv/fw/backups', rhythm: 'daily' });
  expect(asBackups('/srv/fw/data-backups  hourly', data)).toEqual({ folder: '/srv/fw/data-backups', rhythm: 'hourly' });
  for (const text of [data, `${data}/backups`, '/srv/fw']) expect(() => asBackups(text, data), text).toThrow(BadAnswer);
  for (const text of ['/srv/x weekly', '/srv/my backups daily', '/srv/x daily daily', '/srv/x\n daily', ''])
    expect(() => asBackups(text, data), text).toThrow(BadAnswer);
});

test('answers without an end are refused', () => {
  const huge = 'a'.repeat(1_000_000);
  const texts = [
    huge,
    `/srv/${huge}`,
    `${huge}.org`,
    `postgres://h/${huge}`,
    '/a'.repeat(500_000),
    'a.'.repeat(500_000),
  ];
  for (const read of [asDomain, asFolder, asDatabase, asPort, asTemples])
    for (const text of texts) expect(() => read(text), text.slice(0, 20)).toThrow(BadAnswer);
});
