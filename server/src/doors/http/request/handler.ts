/** What the handler of a route is given and gives back, by the table of routes. */
import type { AnswerOf, BodyOf, JsonRouteId, ParamsOf, QueryOf, RouteId, Sent, TokenOf } from '@flower-war/protocol';
import type { Response } from 'express';
import type { Claims } from '../../../base/tokens.ts';

export interface Asked<Id extends RouteId> {
  readonly params: ParamsOf<Id>;
  /** Parsed when it is read, so that a handler may refuse something else before. */
  readonly body: BodyOf<Id>;
  /** Parsed when it is read, like the body. */
  readonly query: QueryOf<Id>;
  readonly caller: CallerOf<Id>;
  readonly address: string;
}

/** A player, where the route must know one. */
type CallerOf<Id extends RouteId> =
  TokenOf<Id> extends 'must' ? Claims : TokenOf<Id> extends 'may' ? Claims | undefined : undefined;

/** Writes an answer that is no JSON with a schema. */
export type Sending = (response: Response) => unknown;

type ResultOf<Id extends RouteId> = Id extends JsonRouteId ? Sent<AnswerOf<Id>> : Sending;

export type Handler<Id extends RouteId> = (asked: Asked<Id>) => ResultOf<Id> | Promise<ResultOf<Id>>;

/** One for each route: a handler that is missing or belongs to no route does not compile. */
export type Handlers = { readonly [Id in RouteId]: Handler<Id> };
export type SomeHandlers = Partial<Handlers>;
