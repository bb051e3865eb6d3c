import { expect, test } from 'vitest';
import { createLog, SECRET_FIELDS } from './log.ts';

function logged(fields: object): string {
  let text = '';
  createLog({ LOG_LEVEL: 'debug' }, { destination: { write: (line) => (text += line) } }).info(
    fields,
    'something happened',
  );
  return text;
}

test.each(SECRET_FIELDS)('%s never appears, whoever logs it', (name) => {
  const text = logged({ match: 'K7Q4', [name]: 'hush', inner: { match: 'K7Q5', [name]: 'hush' } });
  expect(text).not.toContain('hush');
  expect(text).toContain('K7Q4');
  expect(text).toContain('K7Q5');
});

test('an error is told with its cause', () => {
  const err = new Error('the journal could not append', { cause: new Error('disk full') });
  expect(logged({ err })).toMatch(/could not append.*disk full/);
});
