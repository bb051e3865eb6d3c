/** The plain data of a schema: what `toJSON` gives, readonly all the way down. */
import type { Schema, ToJSON } from '@colyseus/schema';

export type SchemaJson<S extends Schema> = Frozen<ToJSON<S>>;

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
