/** The form of each message of a match. */
import { MESSAGES } from '@flower-war/protocol';

const isWhole = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isListOf = (value: unknown, isItem: (item: unknown) => boolean) => Array.isArray(value) && value.every(isItem);

/** The elements of `private`; `null` and absent elements stand for what was before. */
const PRIVATE: readonly (readonly [name: string, isRight: (value: unknown) => boolean])[] = [
  ['table', isWhole],
  ['step', isWhole],
  ['decision', isWhole],
  ['legal', (value) => isListOf(value, (item) => isText(item) || isWhole(item))],
  ['view', isMap],
  ['gone', (value) => isListOf(value, isText)],
  ['until', isWhole],
  ['asks', (value) => value === 'all' || value === 'attacks' || value === 'none'],
  ['habits', (value) => isListOf(value, isText)],
];

/** What is wrong with a message, if anything. */
export function messageProblem(name: string, payload: unknown): string | undefined {
  switch (Number(name)) {
    case MESSAGES.private:
      return privateProblem(payload);
    case MESSAGES.events:
      return isListOf(payload, (event) => isMap(event) && isText(event['kind'])) ? undefined : 'no list of events';
    case MESSAGES.talk:
      return isListOf(payload, isLine) ? undefined : 'no list of lines';
    case MESSAGES.rematch:
      return isMap(payload) && isText(payload['match']) ? undefined : 'it names no match';
    case MESSAGES.bulletin:
      return isMap(payload) && isText(payload['text']) && isWhole(payload['at'])
        ? undefined
        : 'it has no text or no time';
    default:
      return 'no message has this number';
  }
}

function privateProblem(payload: unknown): string | undefined {
  if (!Array.isArray(payload) || payload.length < 2) return 'no list of two elements or more';
  if (payload.length > PRIVATE.length) return `${payload.length} elements`;
  const wrong = PRIVATE.find(([, isRight], index) => {
    const value: unknown = payload[index];
    return index < 2 ? !isRight(value) : value !== undefined && value !== null && !isRight(value);
  });
  return wrong === undefined
    ? undefined
    : `the element ${wrong[0]} is ${JSON.stringify(payload[PRIVATE.indexOf(wrong)])}`;
}

function isLine(line: unknown): boolean {
  return isMap(line) && isWhole(line['n']) && isWhole(line['at']) && (isText(line['text']) || isText(line['phrase']));
}
