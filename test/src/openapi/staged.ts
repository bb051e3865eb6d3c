/** The document of a server, whose examples name what is on the stage, so that these calls succeed. */
import { type Stage, TEMPLES } from './stage.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: object } } };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** These calls want a match that has ended. */
const OF_ENDED = ['getRecord', 'listSteps', 'continueMatch', 'playAgain', 'endMatch'];

export async function stagedDocument(stage: Stage): Promise<string> {
  const text = await (await fetch(`${stage.url}/api/openapi.json`)).text();
  const document = JSON.parse(withRealIds(text, stage)) as Document;
  return JSON.stringify(document, (_key, value) => (isOperation(value) ? withExamples(value, stage) : value));
}

/** The examples of the document tell one story, so each of its ids stands for one thing. */
function withRealIds(text: string, { ids, open, ended }: Stage): string {
  const real = {
    GV7GJP3W: open.match,
    A59YY9EF: ended.match,
    'p-XSSWZRRR2SNM': ids.player ?? '',
    [exampleCommitment(text)]: open.commitment,
    'https://example.org/notices': 'http://127.0.0.1:1024/notices',
  };
  return Object.entries(real).reduce((done, [from, to]) => done.replaceAll(from, to), text);
}

function exampleCommitment(text: string): string {
  return /"example":\{"commitment":"([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'parameters' in value;
}

function withExamples(operation: Operation, { ids, codes, ended }: Stage): Operation {
  const { operationId } = operation;
  const known: Stage['ids'] = {
    ...ids,
    ...(OF_ENDED.includes(operationId) && { match: ended.match }),
    ...(operationId === 'releaseTemple' && { temple: TEMPLES.release }),
    ...(operationId === 'giveTemple' && { temple: TEMPLES.give }),
  };
  const code = (codes as Readonly<Record<string, string>>)[operationId];
  const parameters = operation.parameters.map((parameter) =>
    parameter.in === 'path' && known[parameter.name] !== undefined
      ? { ...parameter, example: known[parameter.name] }
      : parameter,
  );
  return { ...operation, parameters, ...(code !== undefined && withCode(operation, code)) };
}

/** The example of the body, with a code that works. */
function withCode({ requestBody }: Operation, code: string): Partial<Operation> {
  if (requestBody === undefined) return {};
  const { example, ...rest } = requestBody.content['application/json'];
  const field = 'refresh' in example ? 'refresh' : 'code';
  const content = { 'application/json': { ...rest, example: { ...example, [field]: code } } };
  return { requestBody: { ...requestBody, content } };
}
