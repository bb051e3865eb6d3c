/**
 * `npm run test:image`: runs the steps of the Dockerfile in clean folders, then plays a match and a bead with all that
 * docker-compose.yml starts, from the folder that would be the image.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { setTimeout as wait } from 'node:timers/promises';
import { runDockerfile } from '../image/stages.ts';
import { ROOT } from '../support/server.ts';
import { playWithBead } from './playing.ts';
import { SERVERS, Topology } from './topology.ts';

commandLine({ name: 'test:image', does: 'runs the steps of the Dockerfile, and plays with what they make' });

const began = Date.now();
const log = (line: string) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${line}`);

const image = runDockerfile(ROOT, log);
const topology = await Topology.start(ROOT, image);
log(`everything runs from ${image.folder}`);
for (const name of SERVERS)
  insist(topology.isHealthy(name, image.healthcheck), `the health check of the image does not find ${name} well`);
insist(await servesPage(topology.proxy.https), 'the page is not served: the image holds no build of its own sources');
const { status, dropped, applied } = await playWithBead(topology);
insist(status === 'ended' && applied === dropped, `the match is ${status} with ${applied} of ${dropped} beads`);
const codes = await topology.stop();
insist(!topology.isHealthy('server-a', image.healthcheck), 'the health check finds a stopped server well');
insist(
  Object.values(codes).every((code) => code === 0),
  `ended with ${JSON.stringify(codes)}`,
);
log('a match and a bead were played, and everything stopped in order');

/** A server looks for its build after it has opened its port. */
async function servesPage(url: string): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++, await wait(100))
    if ((await fetch(url, { headers: { Accept: 'text/html' } })).ok) return true;
  return false;
}

function insist(isSo: boolean, problem: string): void {
  if (!isSo) throw new Error(problem);
}
