import { testGame } from '@flower-war/rules/testing';
import { sealed } from './sealed.ts';

testGame(sealed, {
  candidates: () => ['choose 1', 'choose 99', 'shield', 'pass'].flatMap((text) => sealed.parse(text) ?? []),
});
