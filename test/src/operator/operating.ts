/** What a program of the operator asks. */
import { type Ask, type Asking, asking } from '../support/api.ts';
import { checkRefusal } from '../support/sockets/rawClient.ts';

export const OPERATOR_TOKEN = 'Nahualpilli-0123456789';

/** Usage: `ask('POST /drain')`. Throws at a refusal that no document tells. */
export function operatorOf(url: () => string): Ask {
  const ask = asking(url);
  return async <T>(call: string, asked: Asking = {}) => {
    const [method, path = ''] = call.split(' ');
    const whole = `/api/operator${path}`;
    const body = method === 'POST' && { body: {} };
    const answer = await ask<T>(`${method} ${whole}`, { token: OPERATOR_TOKEN, ...body, ...asked });
    if (method === 'POST') checkRefusal(whole, answer.status, answer.body);
    return answer;
  };
}
