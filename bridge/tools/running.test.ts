import { describe, expect, it } from 'vitest';
import { asHost, asPort, asTempleId, Unusable } from './running.ts';

describe('what people may give the tools for temples', () => {
  it.each(['templo-7f3a', 'templo-0123456789ab'])('an id: %s', (id) => expect(asTempleId(id)).toBe(id));
  it.each(['', '7f3a', 'templo-', 'templo-7F3A', 'templo-7f3', 'templo-7f3a\n', 'templo-0123456789abc'])(
    'no id: %j',
    (id) => {
      expect(() => asTempleId(id)).toThrow(/is no temple's id: an id is templo- and 4 to 12 digits/);
    },
  );

  it.each(['1', '1883', '65535'])('a port: %s', (port) => expect(asPort(port)).toBe(Number(port)));
  it.each(['', '0', '65536', '1e3', '-1', '18 83', '0x10'])('no port: %j', (port) => {
    expect(() => asPort(port)).toThrow(Unusable);
  });

  it.each(['broker.local', 'vm', '192.168.1.20', '::1', 'fe80::1'])('a machine: %s', (host) =>
    expect(asHost(host)).toBe(host),
  );
  it.each(['', 'a b', 'a,DNS:evil', 'a\nlistener 1', '"', '-x', 'x.', 'a/b'])('no machine: %j', (host) => {
    expect(() => asHost(host)).toThrow(/is no name or address of a machine/);
  });
});
