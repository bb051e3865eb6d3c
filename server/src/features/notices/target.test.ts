import { expect, test } from 'vitest';
import { addressesOf } from './post.ts';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'example.org': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'inside.example': ['10.0.0.7'],
  'loop.example': ['127.0.0.1'],
  'loop6.example': ['::1'],
  'both.example': ['93.184.215.14', '192.168.1.1'],
  'cloud.example': ['169.254.169.254'],
  'nat.example': ['64:ff9b::a00:1'],
  'localhost.': ['127.0.0.1'],
  localhost: ['127.0.0.1'],
};

async function resolve(host: string): Promise<readonly string[]> {
  const addresses = NAMES[host];
  if (addresses === undefined) throw new Error('ENOTFOUND');
  return addresses;
}

test.each([
  ['https://example.org/hook', 'fine'],
  ['https://example.org:443/', 'fine'],
  ['https://example.org:8443/?a=b#c', 'fine'],
  ['https://8.8.8.8/', 'fine'],
  ['https://[2606:4700::1111]/', 'fine'],
  ['http://example.org/', 'not-https'],
  ['ftp://example.org/', 'not-https'],
  ['file:///etc/passwd', 'not-https'],
  ['javascript:alert(1)', 'not-https'],
  ['example.org/hook', 'not-a-url'],
  ['https://', 'not-a-url'],
  ['https://exa mple.org/', 'not-a-url'],
  ['https://8.8.8.8/\r\nX: y', 'not-a-url'],
  ['https://8.8.8.8\\@127.0.0.1/', 'not-a-url'],
  ['https://example.org/\u0000', 'not-a-url'],
  [' https://example.org/', 'not-a-url'],
  ['https://example.org/\u0085', 'not-a-url'],
  ['https://user:word@example.org/', 'user-name'],
  ['https://user@example.org/', 'user-name'],
  ['https://:word@example.org/', 'user-name'],
  ['https://example.org:22/', 'port'],
  ['https://example.org:80/', 'port'],
  ['https://example.org:0/', 'port'],
  ['https://nobody.example/', 'unknown-host'],
  ['https://127.0.0.1/', 'private-address'],
  ['https://127.1/', 'private-address'],
  ['https://0x7f000001/', 'private-address'],
  ['https://2130706433/', 'private-address'],
  ['https://0177.0.0.1:8443/', 'private-address'],
  ['https://0/', 'private-address'],
  ['https://①②⑦.0.0.1/', 'private-address'],
  ['https://localhost:8443/', 'private-address'],
  ['https://LOCALHOST./', 'private-address'],
  ['https://[::1]/', 'private-address'],
  ['https://[::]/', 'private-address'],
  ['https://[::ffff:127.0.0.1]/', 'private-address'],
  ['https://[::ffff:7f00:1]/', 'private-address'],
  ['https://[64:ff9b::7f00:1]/', 'private-address'],
  ['https://[fd00::1]/', 'private-address'],
  ['https://[fe80::1]/', 'private-address'],
  ['https://169.254.169.254/latest/meta-data/', 'private-address'],
  ['https://inside.example/', 'private-address'],
  ['https://loop.example/', 'private-address'],
  ['https://loop6.example/', 'private-address'],
  ['https://both.example/', 'private-address'],
  ['https://cloud.example/', 'private-address'],
  ['https://nat.example/', 'private-address'],
])('%s: %s', async (url, verdict) => {
  const found = await addressesOf(url, { policy: 'public', resolve });
  expect(typeof found === 'string' ? found : 'fine').toBe(verdict);
});

test('on a trusted network http and every address will do, and nothing else changes', async () => {
  const on = (url: string) => addressesOf(url, { policy: 'any', resolve });
  expect(await on('http://127.0.0.1:2600/')).toEqual(['127.0.0.1']);
  expect(await on('http://[::1]/')).toEqual(['::1']);
  expect(await on('https://inside.example/')).toEqual(['10.0.0.7']);
  expect(await on('ftp://inside.example/')).toBe('not-https');
  expect(await on('http://user@inside.example/')).toBe('user-name');
  expect(await on('http://inside.example:25/')).toBe('port');
});

test('a name is connected to where it was found, and nowhere else', async () => {
  expect(await addressesOf('https://example.org/', { policy: 'public', resolve })).toEqual(NAMES['example.org']);
});
