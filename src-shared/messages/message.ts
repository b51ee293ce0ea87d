/**
 * The form of a message, and the types of its parameters, which are read from the English text itself.
 *
 * A message is a string with named parameters: `{name}` is text, `{count:number}` a number. The kind behind
 * the colon says how the value is written in the reader's language. A message that depends on a count is an
 * object by the categories of Intl.PluralRules; the parameter `count` chooses.
 */
import type { LengthUnit } from '../units/units.ts';

export interface Money {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** A length, area or volume in metres, and the unit in which people want to see it. */
export interface Dimension {
  readonly metres: number;
  readonly unit: LengthUnit;
}

/** The value that each kind of parameter takes. */
export interface ParameterKinds {
  text: string | MessageRef;
  /** At most two decimals. */
  number: number;
  /** At most four significant digits, for numbers of any size. */
  precise: number;
  /** 0.25 is 25 %, 0.0025 is 0.25 %. */
  percent: number;
  money: Money;
  length: Dimension;
  /** `metres` are square metres. */
  area: Dimension;
  /** `metres` are cubic metres. */
  volume: Dimension;
  /** Bytes. */
  bytes: number;
  /** Epoch ms: the time of day when it is today, else with the date. */
  moment: number;
  /** Epoch ms with its date, also today: for what is read on another day. */
  dated: number;
  /** Epoch ms: the date. */
  day: number;
  /** Milliseconds, in the one unit that suits them. */
  duration: number;
  /** "A, B and C". */
  list: readonly string[];
  /** "A, B or C". */
  either: readonly string[];
}
export type ParameterKind = keyof ParameterKinds;
export type Parameter = ParameterKinds[ParameterKind];

export interface PluralMessage {
  readonly one?: string;
  readonly other: string;
}
export type Message = string | PluralMessage;
export type Area = Readonly<Record<string, Message>>;

/** Names a message with its parameters, as plain data that crosses processes; the reader makes text. */
export interface MessageRef {
  readonly key: string;
  readonly params?: Readonly<Record<string, Parameter>>;
}

type One<P extends string> = P extends `${infer Name}:${infer Kind}`
  ? { readonly [N in Name]: Kind extends ParameterKind ? ParameterKinds[Kind] : never }
  : { readonly [N in P]: ParameterKinds['text'] };

type OfText<S extends string> = S extends `${string}{${infer P}}${infer Rest}`
  ? One<P> & OfText<Rest>
  : unknown;

/** `other` names every parameter; `one` may leave some out. */
type OfMessage<M> = M extends string
  ? OfText<M>
  : M extends { readonly other: infer O extends string }
    ? OfText<O> & { readonly count: number }
    : never;

/** The parameters of a message as an object type. */
export type ParametersOf<M> = { [K in keyof OfMessage<M>]: OfMessage<M>[K] };

/** `name:kind` of every placeholder in a message. */
type Placeholders<M> = M extends string
  ? PlaceholdersOfText<M>
  : M extends object
    ? PlaceholdersOfText<M[keyof M] & string>
    : never;
type PlaceholdersOfText<S extends string> = S extends `${string}{${infer P}}${infer Rest}`
  ? P | PlaceholdersOfText<Rest>
  : never;

/** The form that a translation of an area has: the same keys, and plurals if the original has them. */
export type Translation<Original extends Area> = {
  readonly [K in keyof Original]: Original[K] extends string ? string : PluralMessage;
};

/** The keys whose translation uses a parameter that the original does not have, or of another kind. */
export type WrongParameters<Original, Translated> = {
  [K in keyof Original & keyof Translated & string]: [
    Exclude<Placeholders<Translated[K]>, Placeholders<Original[K]> | 'count:number'>,
  ] extends [never]
    ? never
    : K;
}[keyof Original & keyof Translated & string];
