/**
 * What a call gives to each route, by its id. The types come from the table of routes; at run time only its paths are
 * needed.
 */
import type { ParamsOf, RouteId, SentBody, SentQuery } from '@flower-war/protocol';
import { CLIENT_CALLS, type Method, methodOf, pathWith, REPEATABLE } from '@flower-war/protocol/paths';

export interface Call {
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
  /** Whether it may be sent again when it is not known what became of it. */
  readonly isRepeatable: boolean;
}

type Params<Id extends RouteId> = keyof ParamsOf<Id> extends never ? unknown : { readonly params: ParamsOf<Id> };
type Body<Sent> = [Sent] extends [object] ? Field<'body', Sent> : unknown;
type Query<Sent> = [Sent] extends [object] ? Field<'query', Sent> : unknown;

/** The field may be absent if everything in it may be absent. */
type Field<Name extends string, Value> =
  Partial<Value> extends Value ? { readonly [Key in Name]?: Value } : { readonly [Key in Name]: Value };

type Given<Id extends RouteId> = Params<Id> & Body<SentBody<Id>> & Query<SentQuery<Id>>;

/** The arguments after the id. A route that needs nothing takes none. */
export type GivenTo<Id extends RouteId> =
  Partial<Given<Id>> extends Given<Id> ? readonly [given?: Given<Id>] : readonly [given: Given<Id>];

/** What a call gives to a route, for any id. */
export interface AnyGiven {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly query?: object;
}

/** A route that this client may call: none of the operator. */
export type CalledId = keyof typeof CLIENT_CALLS;

export function callTo(id: CalledId, { params, body = {}, query = {} }: AnyGiven = {}): Call {
  const call = CLIENT_CALLS[id];
  const method = methodOf({ call });
  const path = pathWith({ call }, params) + queryOf(query);
  const isRepeatable = method === 'GET' || (REPEATABLE as readonly string[]).includes(id);
  return method === 'POST' ? { method, path, body, isRepeatable } : { method, path, isRepeatable };
}

/** Without `URLSearchParams`, which React Native has only in part. */
function queryOf(fields: object): string {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  const pairs = known.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
