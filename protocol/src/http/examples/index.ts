/** An example of each body and each answer. A test checks each against the schema that checks real ones. */
import type { AnswerName, BODIES } from '../schemas.ts';
import { hostAnswerExamples, hostBodyExamples } from './host.ts';
import { peopleAnswerExamples, peopleBodyExamples } from './people.ts';
import { plainAnswerExamples, plainBodyExamples } from './plain.ts';
import { playAnswerExamples, playBodyExamples } from './play.ts';
import { templeAnswerExamples, templeBodyExamples } from './temples.ts';

export const BODY_EXAMPLES: Readonly<Record<keyof typeof BODIES, unknown>> = {
  ...peopleBodyExamples,
  ...playBodyExamples,
  ...plainBodyExamples,
  ...templeBodyExamples,
  ...hostBodyExamples,
};

export const ANSWER_EXAMPLES: Readonly<Record<Exclude<AnswerName, 'Refusal'>, unknown>> = {
  ...peopleAnswerExamples,
  ...playAnswerExamples,
  ...plainAnswerExamples,
  ...templeAnswerExamples,
  ...hostAnswerExamples,
};
