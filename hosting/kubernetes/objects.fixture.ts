/** What the files of this folder say, for tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export type Strings = Readonly<Record<string, string>>;

export const FILES = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.yaml'));
export const textOf = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

export const objectsIn = (file: string, kind: string) =>
  parseAllDocuments(textOf(file))
    .map((document) => document.toJS())
    .filter((object) => object.kind === kind);

type Pods = ReturnType<typeof podsOf>;

/** What of a file runs in pods. */
function podsOf(file: string, kind: string) {
  const [{ spec }] = objectsIn(file, kind);
  const pod = spec.template.spec;
  return { file, spec, labels: spec.template.metadata?.labels, pod, container: pod.containers[0] };
}

export const ONE = podsOf('one.yaml', 'Deployment');
export const SEVERAL = podsOf('several.yaml', 'StatefulSet');
export const MOVE = podsOf('move.yaml', 'Job');

/** The environment of a container. `fields` are what Kubernetes knows of the pod. */
export function environmentOf({ file, container }: Pods, secret: Strings = {}, fields: Strings = {}): Strings {
  const settings = objectsIn(file, 'ConfigMap').map(({ data }) => data);
  const [{ stringData }] = objectsIn('secret.example.yaml', 'Secret');
  const given = Object.assign({}, ...settings, stringData, secret);
  for (const { name, valueFrom } of container.env ?? []) given[name] = fields[valueFrom.fieldRef.fieldPath];
  return given;
}

interface Path {
  readonly path: string;
  readonly backend: { readonly service: { readonly name: string } };
}

/** The pods of several.yaml, in their order, each with the path that leads to it alone. */
export function namedPods(): readonly { readonly name: string; readonly path: string | undefined }[] {
  const [{ metadata }] = objectsIn('several.yaml', 'StatefulSet');
  const [{ spec }] = objectsIn('several.yaml', 'Ingress');
  const paths: readonly Path[] = spec.rules[0].http.paths;
  return Array.from({ length: SEVERAL.spec.replicas }, (_, at) => {
    const name = `${metadata.name}-${at}`;
    const leads = ({ spec: { selector } }: { spec: { selector: Strings } }) =>
      selector['statefulset.kubernetes.io/pod-name'] === name;
    const service = objectsIn('several.yaml', 'Service').find(leads);
    return { name, path: paths.find(({ backend }) => backend.service.name === service?.metadata.name)?.path };
  });
}
