import { describe, expect, it } from 'vitest';
import { aclFile, passwdLine } from './installation.ts';
import { mosquittoConf } from './conf.ts';

describe('the files of mosquitto', () => {
  it('gives devices patterns, accounts topics, and whoever has no name nothing', () => {
    const lines = aclFile().split('\n');
    const firstUser = lines.indexOf('user bridge');
    expect(lines.slice(0, firstUser).every((line) => line === '' || line.startsWith('#'))).toBe(true);
    expect(lines.filter((line) => line.startsWith('pattern')).sort()).toEqual([
      'pattern read templo/v1/%u/ack',
      'pattern read templo/v1/%u/cmd',
      'pattern read templo/v1/%u/config',
      'pattern read templo/v1/%u/match',
      'pattern read templo/v1/bridge/state',
      'pattern write templo/v1/%u/availability',
      'pattern write templo/v1/%u/cmd/result',
      'pattern write templo/v1/%u/info',
      'pattern write templo/v1/%u/odometer',
    ]);
    expect(lines).toContain('topic readwrite templo/v1/bridge/state');
    expect(lines).toContain('topic readwrite templo/v1/bridge/response/#');
    expect(lines.filter((line) => line.includes('#') && !line.startsWith('#')).every((line) => /\/#$/.test(line))).toBe(
      true,
    );
  });

  it('hashes a password as mosquitto_passwd does', () => {
    const salt = Buffer.from('AAECAwQFBgcICQoL', 'base64');
    expect(passwdLine({ user: 'templo-7f3a', password: 'secret' }, salt)).toMatch(
      /^templo-7f3a:\$7\$101\$AAECAwQFBgcICQoL\$[A-Za-z0-9+/]{86}==$/,
    );
  });

  it('asks for a password at every door, and for TLS at that of devices alone', () => {
    const settings = {
      at: '/etc/templo',
      bind: '',
      port: 8883,
      servicePort: 1884,
      serviceBind: '127.0.0.1',
      isTls: true,
    };
    const [devices = '', services = ''] = mosquittoConf(settings)
      .split(/^listener /m)
      .slice(1);
    for (const door of [devices, services]) expect(door).toContain('allow_anonymous false');
    expect(devices).toMatch(/^8883\n.*password_file \/etc\/templo\/passwd\n.*use_username_as_clientid true.*certfile/s);
    expect(services).toMatch(/^1884 127\.0\.0\.1\n.*password_file \/etc\/templo\/passwd-services\n/s);
    expect(services).not.toContain('certfile');
  });
});
