/** Reads the description of a state. It is a state itself, of three types that every client knows. */
import type { Bytes } from './bytes.ts';
import { type Field, type Hear, LiveState, type Type, type Types } from './liveState.ts';

const DESCRIPTION = 0;
const TYPE = 1;
const FIELD = 2;
const BOUNDS = 3;

const OWN_TYPES: Types = new Map([
  [
    DESCRIPTION,
    [
      { name: 'types', type: { list: TYPE } },
      { name: 'rootType', type: 'number' },
    ],
  ],
  [
    TYPE,
    [
      { name: 'id', type: 'number' },
      { name: 'extendsId', type: 'number' },
      { name: 'fields', type: { list: FIELD } },
    ],
  ],
  [
    FIELD,
    [
      { name: 'name', type: 'string' },
      { name: 'type', type: 'string' },
      { name: 'referencedType', type: 'number' },
      { name: 'childPrimitive', type: 'string' },
      { name: 'quantized', type: BOUNDS },
    ],
  ],
]);

export interface Description {
  readonly types: readonly { readonly id: number; readonly fields: readonly DescribedField[] }[];
  readonly rootType?: number;
}

interface DescribedField {
  readonly name: string;
  readonly type: string;
  readonly referencedType?: number;
  readonly childPrimitive?: string;
}

export function readDescription(bytes: Bytes, hear?: Hear): Description {
  const state = new LiveState(OWN_TYPES, DESCRIPTION, hear);
  state.whole(bytes);
  return JSON.parse(JSON.stringify(state.plain())) as Description; // without what is absent
}

/** A reader for the state that is described. */
export function stateOf({ types, rootType = 0 }: Description, hear?: Hear): LiveState {
  const read = types.map(({ id, fields }) => [id, fields.map(fieldOf)] as const);
  return new LiveState(new Map(read), rootType, hear);
}

function fieldOf({ name, type, referencedType = -1, childPrimitive }: DescribedField): Field {
  const item = childPrimitive ?? referencedType;
  return { name, type: typeOf(type, item) };
}

function typeOf(type: string, item: string | number): Type {
  if (type === 'ref') return item;
  if (type === 'array') return { list: item };
  return type === 'map' ? { map: item } : type;
}
