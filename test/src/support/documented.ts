/** Checks every refusal that a test sees against the route table. */
import { type Code, OPERATOR_ROUTES, pathOf, type Refusal, ROUTES, refusalsOf } from '@flower-war/protocol';

const POSTS = [...ROUTES, ...OPERATOR_ROUTES].filter(({ call }) => call.startsWith('POST '));

/** Throws when a route answers with a refusal that the route table does not list. */
export function checkRefusal(path: string, status: number, body: unknown): void {
  const { pathname } = new URL(path, 'http://server');
  const route = POSTS.find((one) => new RegExp(`^${pathOf(one).replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname));
  if (route === undefined || status === 200) return;
  const { code } = body as Refusal;
  const codes: readonly Code[] = refusalsOf(route).get(status) ?? [];
  if (!codes.includes(code)) throw new Error(`${route.call} refuses ${code} (${status}), which no document says`);
}
