import { counting } from '../telling.ts';

export const count = counting('es');
