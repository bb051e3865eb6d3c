/** What the handler of a route takes and returns, by the table of routes. */
import type { AnswerOf, BodyOf, JsonRouteId, ParamsOf, QueryOf, RouteId, Sent, TokenOf } from '@flower-war/protocol';
import type { Response } from 'express';
import type { Claims } from '../../../base/tokens.ts';

export interface Asked<Id extends RouteId> {
  readonly params: ParamsOf<Id>;
  /** Parsed when the handler reads it, so that the handler may refuse something else first. */
  readonly body: BodyOf<Id>;
  /** Parsed when the handler reads it, like the body. */
  readonly query: QueryOf<Id>;
  readonly caller: CallerOf<Id>;
  readonly address: string;
}

/** The calling player, as far as the token of the route tells. */
type CallerOf<Id extends RouteId> =
  TokenOf<Id> extends 'must' ? Claims : TokenOf<Id> extends 'may' ? Claims | undefined : undefined;

/** Writes an answer that is no JSON with a schema. */
export type Sending = (response: Response) => unknown;

type ResultOf<Id extends RouteId> = Id extends JsonRouteId ? Sent<AnswerOf<Id>> : Sending;

export type Handler<Id extends RouteId> = (asked: Asked<Id>) => ResultOf<Id> | Promise<ResultOf<Id>>;

/** One handler for each route. A missing handler, or one without a route, does not compile. */
export type Handlers = { readonly [Id in RouteId]: Handler<Id> };
export type SomeHandlers = Partial<Handlers>;
