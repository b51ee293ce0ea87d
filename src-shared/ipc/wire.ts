/**
 * How the contract is written and what both ends derive from it. A handler that is missing or has the wrong type
 * does not compile. Inputs are validated at run time on every transport.
 */
import type { z } from 'zod';
import { fail, type Result, succeed, toAppError } from '../result.ts';

export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
}

export const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> => ({
  input,
  output,
});

export interface Contract {
  readonly calls: Readonly<Record<string, Call>>;
  readonly events: Readonly<Record<string, z.ZodType>>;
}

export type CallName<C extends Contract> = keyof C['calls'] & string;
export type EventName<C extends Contract> = keyof C['events'] & string;
/** The input of a caller, before defaults are filled in. */
export type CallInput<C extends Contract, N extends CallName<C>> = z.input<C['calls'][N]['input']>;
export type CallOutput<C extends Contract, N extends CallName<C>> = z.output<C['calls'][N]['output']>;
export type EventPayload<C extends Contract, N extends EventName<C>> = z.output<C['events'][N]>;

/** One function per call. It gets parsed input and throws on failure. */
export type Handlers<C extends Contract> = {
  readonly [N in CallName<C>]: (
    input: z.output<C['calls'][N]['input']>,
  ) => Promise<CallOutput<C, N>> | CallOutput<C, N>;
};

/** The caller's end of any transport. */
export interface Client<C extends Contract> {
  invoke<N extends CallName<C>>(name: N, input: CallInput<C, N>): Promise<Result<CallOutput<C, N>>>;
  /** Returns the function that ends the subscription. */
  on<N extends EventName<C>>(name: N, listener: (payload: EventPayload<C, N>) => void): () => void;
}

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
    return fail({
      code: 'bad-call',
      message: 'This window asked for something that Fabdesk does not offer.',
    });
  }
  const definition = contract.calls[name] as Call;
  const parsed = definition.input.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.join('.') || 'input';
    return fail({ code: 'bad-input', message: `${where}: ${issue?.message ?? 'not valid'}` });
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
