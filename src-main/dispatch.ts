/** Runs the calls of the contract for every host. */
import type { Call, Contract, Handlers } from '../src-shared/ipc/wire.ts';
import { ref } from '../src-shared/messages/messages.ts';
import { fail, type Result, succeed, toAppError } from '../src-shared/result.ts';
import { mainProblem } from './main-error.ts';

/**
 * The only entry for every transport: validates the name and the input, runs the handler, and answers with a
 * `Result`. Never throws; `report` gets what was thrown, for the log.
 */
export async function dispatch<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  name: string,
  input: unknown,
  report: (name: string, thrown: unknown) => void,
): Promise<Result<unknown>> {
  if (!Object.hasOwn(contract.calls, name)) {
    return fail(mainProblem('bad-call', ref('hosts.badCall')));
  }
  const definition = contract.calls[name] as Call;
  const parsed = definition.input.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue?.path.join('.') || 'input';
    return fail(mainProblem('bad-input', ref('hosts.badInput', { field, problem: issue?.message ?? '' })));
  }
  try {
    const handler = (handlers as Record<string, (value: unknown) => unknown>)[name];
    if (!handler) throw new Error(`no handler for ${name}`);
    return succeed(await handler(parsed.data));
  } catch (thrown) {
    report(name, thrown);
    return fail(toAppError(thrown));
  }
}
