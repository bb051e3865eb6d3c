/** A person who comes from another host to one of two servers of this one. */
import type { SignedIn } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { drawnText, OtherHost } from '../hosts/hosts.fixture.ts';
import { asking } from '../support/api.ts';
import { withHouse } from '../lab/house.ts';

const PUBLIC_URL = 'https://play.example.org';
const home = await new OtherHost('a1', PUBLIC_URL).open();
const HOSTS = `${home.origin}#${home.signer.key}`;

withHouse('two servers', [['here', 'there'], { PUBLIC_URL, HOSTS }], (house) => {
  test('is let in once by an assertion, whichever of them gets it, and is the same player at both', async () => {
    const [here, there] = ['here', 'there'].map((name) => asking(() => house().process(name).url));
    const arrive = (at = here, assertion: object = home.vouches()) =>
      at!<SignedIn & { reason?: string }>('POST /api/arrivals', { body: { assertion } });
    const subject = drawnText();
    const sent = home.vouches({ subject });
    const both = await Promise.all([arrive(here, sent), arrive(there, sent), arrive(here, sent), arrive(there, sent)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.filter(({ body }) => body.reason === 'used')).toHaveLength(3);
    const { player } = both.find(({ status }) => status === 200)!.body;
    const again = await Promise.all([here, there].map((at) => arrive(at, home.vouches({ subject }))));
    expect(again.map(({ body }) => body.player)).toEqual([player, player]);
    const crowd = drawnText();
    const met = await Promise.all([here, there, here, there].map((at) => arrive(at, home.vouches({ subject: crowd }))));
    expect(new Set(met.map(({ body }) => body.player)).size).toBe(1);
    const { token } = again[0]!.body;
    home.tell({ subject, what: 'banned' });
    await arrive(there); // another person: the host at home is asked
    const codes = () => Promise.all([here, there].map(async (at) => (await at!('GET /api/me', { token })).body.code));
    expect(await codes()).toEqual(['banned', 'banned']);
    expect((await arrive(here, home.vouches({ subject }))).status).toBe(403);
    home.close();
  });
});
