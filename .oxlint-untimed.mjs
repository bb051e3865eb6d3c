/** A busy machine is not a defect: a test waits for what happens, and counts it. */
const SHORT_WAIT =
  'CallExpression[callee.object.name="vi"][callee.property.name=/^wait(For|Until)$/][arguments.length=1]';
const TIMED =
  'CallExpression[callee.property.name=/^toBeLessThan/] > MemberExpression > CallExpression > BinaryExpression[operator="-"] > CallExpression[callee.object.name=/^(performance|Date)$/][callee.property.name="now"]';

const MESSAGES = {
  [SHORT_WAIT]: 'It waits for one second only. Use expect.poll, which waits as long as vitest.config.ts says.',
  [TIMED]: 'How long it takes depends on the machine. Count what happens, or give the test a limit of its own.',
};

const untimed = {
  create: (context) =>
    Object.fromEntries(
      Object.entries(MESSAGES).map(([selector, message]) => [selector, (node) => context.report({ node, message })]),
    ),
};

export default { meta: { name: 'untimed' }, rules: { untimed } };
