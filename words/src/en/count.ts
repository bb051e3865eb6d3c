import { counting } from '../plural.ts';

export const count = counting('en');
