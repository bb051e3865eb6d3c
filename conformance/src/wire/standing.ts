/** What is checked on every answer and every frame, in every match. */
export const STANDING = {
  answers: 'every answer over HTTP has the form that the documents promise',
  frames: 'every frame can be read, to its last byte',
  messages: 'every message has a documented number and form',
  tableSteps: 'the step of the table counts one by one',
  ownSteps: 'the step of a seat counts one by one',
  pairs: 'a private part comes right before the patch that it belongs to',
  legal: 'a seat has legal moves if and only if it has a decision',
  accepted: 'every legal move is accepted',
  once: 'every action gets one answer',
  shownFirst: 'what an action did is shown before its answer',
  seatsOnly: 'only seats get private parts',
} as const;
