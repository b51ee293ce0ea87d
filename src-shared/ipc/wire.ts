/**
 * The form of the contract, and the types that both ends derive from it. A handler that is missing or has the
 * wrong type does not compile. `dispatch` in src-main validates inputs at run time on every transport.
 */
import type { z } from 'zod';
import type { Result } from '../result.ts';

export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
  /** A `read` changes nothing that a person could notice. */
  readonly kind: 'read' | 'write';
  /** Whether a call whose answer was lost may be made again: a second one has no effect of its own. */
  mayBeRepeated(input: z.input<I>): boolean;
}

/** Declares a call. It has to say whether it changes anything. */
export const call = {
  read: <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> => ({
    input,
    output,
    kind: 'read',
    mayBeRepeated: always,
  }),
  /** @param mayBeRepeated never, unless the call says so */
  write: <I extends z.ZodType, O extends z.ZodType>(
    input: I,
    output: O,
    mayBeRepeated: (input: z.input<I>) => boolean = () => false,
  ): Call<I, O> => ({ input, output, kind: 'write', mayBeRepeated }),
};

/** For a write that has the same effect however often it is made. */
export const always = (): boolean => true;

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

/** The client side of any transport. */
export interface Client<C extends Contract> {
  invoke<N extends CallName<C>>(name: N, input: CallInput<C, N>): Promise<Result<CallOutput<C, N>>>;
  /** Returns the function that ends the subscription. */
  on<N extends EventName<C>>(name: N, listener: (payload: EventPayload<C, N>) => void): () => void;
}
