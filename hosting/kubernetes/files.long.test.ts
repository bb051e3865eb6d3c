/** The files for Kubernetes: it would take them, and they agree with each other, the server and its image. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS } from '@flower-war/protocol/paths';
import { afterAll, describe, expect, test } from 'vitest';
import { DOCKERFILE, environmentIn } from '../testing/hostFiles.ts';
import { adapted, cleanUp, ROOT, scratchFolder } from '../testing/index.ts';
import { environmentOf, FILES, MOVE, namedPods, ONE, objectsIn, SEVERAL, textOf } from './objects.fixture.ts';

afterAll(cleanUp);

const SERVERS = [ONE, SEVERAL];
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const OF_CI = join(ROOT, '.ci/kubernetes/bin/kubernetes-validate');
const validate = existsSync(OF_CI) ? OF_CI : 'kubernetes-validate';
const missing = spawnSync(validate, ['--version']).error === undefined ? '' : ': kubernetes-validate is not installed';

describe.skipIf(missing !== '')(`Kubernetes, by its schemas${missing}`, () => {
  const newest = /^kubernetes-validate==(\d+\.\d+)/m.exec(textOf('requirements.txt'))?.[1] ?? '';
  const oldest = /Kubernetes from (\d+\.\d+)/.exec(read('docs/hosting.md'))?.[1] ?? '';

  /** What a version of Kubernetes says against the text. */
  function refusals(version: string, text: string): string {
    const file = join(scratchFolder('kubernetes'), 'file.yaml');
    writeFileSync(file, text);
    const words = ['--strict', '--quiet', '--kubernetes-version', version, file];
    const { stdout, stderr } = spawnSync(validate, words, { encoding: 'utf8' });
    return stdout + stderr;
  }

  test.each(FILES)('takes %s, the oldest that docs/hosting.md names and the newest', (file) => {
    for (const version of [oldest, newest]) expect(refusals(version, textOf(file)), version).toBe('');
  });

  test.each([
    ['an unknown field', 'terminationGracePeriodSeconds: 30', 'terminationGracePeriod: 30', /terminationGracePeriod/],
    ['a wrong type', 'replicas: 1', 'replicas: one', /'one' is not of type 'integer'/],
    ['an unknown kind', 'kind: Deployment', 'kind: Deploiment', /deploiment/i],
  ])('refuses %s', (_, was, is, words) => {
    expect(refusals(newest, adapted(textOf('one.yaml'), { [was]: is }))).toMatch(words);
  });
});

test('all that is set is a setting of the server, and each token of env.example has its place', () => {
  const help = execFileSync(process.execPath, ['server/src/main.ts', '--help'], { cwd: ROOT, encoding: 'utf8' });
  const set = SERVERS.flatMap((pods) => Object.keys(environmentOf(pods)));
  expect(set.filter((name) => !new RegExp(`^ +${name} `, 'm').test(help))).toEqual([]);
  const tokens = read('hosting/compose/env.example').match(/^[A-Z]+_TOKEN(?==)/gm) ?? [];
  expect(tokens).toHaveLength(3);
  expect(set).toEqual(expect.arrayContaining(tokens));
});

test('the probes ask for what the server answers, at the port of the image', () => {
  const [, port] = DOCKERFILE.find(([instruction]) => instruction === 'EXPOSE') ?? [];
  for (const { container } of SERVERS) {
    expect(container.ports).toContainEqual({ name: 'http', containerPort: Number(port) });
    for (const { httpGet } of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
      expect(httpGet.port).toBe('http');
      expect(Object.values(CALLS)).toContain(`GET ${httpGet.path}`);
    }
  }
});

test('a pod has more time to end than its server takes', () => {
  const [, ms] = /STOP_WITHIN_MS = (\d+);/.exec(read('server/src/main.ts')) ?? [];
  for (const { pod, container } of SERVERS) {
    const seconds = (container.lifecycle?.preStop.sleep.seconds ?? 0) + Number(ms) / 1000;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(seconds);
  }
});

test('no pod has rights, or may write anywhere but into its folders; all run as the user of the image', () => {
  const [, user = ''] = DOCKERFILE.findLast(([instruction]) => instruction === 'USER') ?? [];
  const [runAsUser, runAsGroup] = user.split(':').map(Number);
  const [, settings = ''] = DOCKERFILE.find(([, rest]) => rest.includes('DATA_DIR=')) ?? [];
  for (const { pod, container } of [...SERVERS, MOVE]) {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    const expected = { runAsNonRoot: true, runAsUser, runAsGroup, fsGroup: runAsGroup };
    expect(pod.securityContext).toMatchObject({ ...expected, seccompProfile: { type: 'RuntimeDefault' } });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const mounted = container.volumeMounts.map(({ mountPath }: { readonly mountPath: string }) => mountPath);
    expect(mounted).toEqual([environmentIn(settings, '/app')['DATA_DIR'], '/tmp']);
  }
});

const names = (of: readonly { readonly name: string }[]) => of.map(({ name }) => name);

test.each(SERVERS)('$file: what an object names is there', ({ file, spec, labels, pod, container }) => {
  const selectors = ['PodDisruptionBudget', 'NetworkPolicy'].flatMap((kind) => objectsIn(file, kind));
  for (const { spec: of } of selectors) expect((of.selector ?? of.podSelector).matchLabels).toEqual(labels);
  expect(spec.selector.matchLabels).toEqual(labels);
  const [settings, secret] = [...objectsIn(file, 'ConfigMap'), ...objectsIn('secret.example.yaml', 'Secret')];
  const [{ configMapRef }, { secretRef }] = container.envFrom;
  expect(names([configMapRef, secretRef])).toEqual(names([settings.metadata, secret.metadata]));
  expect(names(pod.volumes)).toEqual(names(container.volumeMounts));
  const services = objectsIn(file, 'Service');
  expect(services[0].spec.selector).toEqual(labels);
  for (const { spec: of } of services) expect(names(container.ports)).toContain(of.ports[0].targetPort);
  const [{ spec: ingress }] = objectsIn(file, 'Ingress');
  const [{ host, http }] = ingress.rules;
  expect(settings.data.PUBLIC_URL).toBe(`https://${host}`);
  expect(ingress.tls[0].hosts).toEqual([host]);
  expect(http.paths.map(({ backend }: { readonly backend: object }) => backend)).toEqual(
    services.map(({ metadata, spec: of }) => ({ service: { name: metadata.name, port: { name: of.ports[0].name } } })),
  );
});

test('one process alone has the volume, and its data is what moves', () => {
  expect(ONE.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  const [{ metadata }] = objectsIn('one.yaml', 'PersistentVolumeClaim');
  for (const { pod } of [ONE, MOVE]) expect(pod.volumes[0].persistentVolumeClaim.claimName).toBe(metadata.name);
});

test('a socket comes to the pod that its path names', () => {
  expect(namedPods()).toEqual(['flower-war-0', 'flower-war-1'].map((name) => ({ name, path: `/${name}` })));
});
