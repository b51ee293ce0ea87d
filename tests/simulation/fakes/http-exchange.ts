/**
 * The real `src-main/api-client/http-exchange.ts`, whose sockets and timers are simulated (`http.ts`,
 * `watchdog.ts`). An exchange of a process that died never ends: nobody is there to receive the answer.
 */
import {
  type Exchange,
  type ExchangeRequest,
  exchange as real,
} from '../../../src-main/api-client/http-exchange.ts';
import { world } from '../world.ts';

export type {
  Exchange,
  ExchangeBody,
  ExchangeRequest,
  Limits,
} from '../../../src-main/api-client/http-exchange.ts';

const never = new Promise<never>(() => {});

export async function exchange(request: ExchangeRequest): Promise<Exchange> {
  const process = world().process();
  const ended = await real(request);
  return process?.alive === false ? never : ended;
}
