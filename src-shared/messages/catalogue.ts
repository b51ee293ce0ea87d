/** The types of the whole catalogue, derived from the English one. */
import type { en } from './en/index.ts';
import type { Parameter, ParametersOf, Translation } from './message.ts';

type English = typeof en;

export type Catalogue = { readonly [A in keyof English]: Translation<English[A]> };

type KeysOf<A extends keyof English> = `${A}.${keyof English[A] & string}`;
/** `area.name`. */
export type MessageKey = { [A in keyof English]: KeysOf<A> }[keyof English];
/** The keys of one area. */
export type KeyOf<A extends keyof English> = KeysOf<A>;

type MessageOf<K extends string> = K extends `${infer A extends keyof English & string}.${infer N}`
  ? N extends keyof English[A]
    ? English[A][N]
    : never
  : never;

/** The parameters of a message; of several possible ones, those of all. */
export type ParametersOfKey<K extends MessageKey> = [MessageKey] extends [K]
  ? AnyParameters
  : (K extends MessageKey ? (params: ParametersOf<MessageOf<K>>) => void : never) extends (
        params: infer P,
      ) => void
    ? P
    : never;
/** Those of all messages at once are never asked for, and would take the compiler a minute. */
type AnyParameters = Readonly<Record<string, Parameter>>;

/** A message of known key with its parameters. */
export type TypedRef<K extends MessageKey = MessageKey> = K extends MessageKey
  ? keyof ParametersOfKey<K> extends never
    ? { readonly key: K }
    : { readonly key: K; readonly params: ParametersOfKey<K> }
  : never;
