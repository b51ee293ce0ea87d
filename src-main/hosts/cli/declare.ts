/**
 * Commands as data: what a command takes, in the notation of its usage line, and its work. The types of the
 * work follow from the notation, and the help texts are found by the name of the command: for `models show
 * --prices` they are `cliHelp.models.show.about`, `.prices` and `.example`; a missing one is that of the
 * command above it, or of `cliHelp.any`, `cliHelp.options` or `cliHelp.address`.
 */
import { type Command, Option } from 'commander';
import type { MessageRef } from '../../../src-shared/messages/message.ts';
import type { Translate } from '../../../src-shared/messages/messages.ts';
import type { Surroundings } from './app/surroundings.ts';
import { collect } from './input/options.ts';
import type { ExitCode } from './output/exit-codes.ts';
import { withHelp } from './output/help.ts';
import type { Output } from './output/output.ts';

/** The context that every work gets. */
export interface Host extends Surroundings {
  readonly out: Output;
}

/** The means with which commands are added to the program. */
export interface Registrar {
  readonly surroundings: Surroundings;
  /** For help texts, which are made before the command runs. */
  readonly t: Translate;
  /** Turns a command's work into commander's action and records its exit code. */
  act(work: (out: Output, ...args: unknown[]) => Ending): (...args: unknown[]) => Promise<void>;
}

/**
 * `takes`: `<needed>`, `[optional]`, `<several...>`, `[any...]`. An option ends with `*` if it may be
 * repeated, with `!` if it must be given.
 */
export interface Usage<T extends string, O extends string> {
  readonly takes?: readonly T[];
  readonly options: readonly O[];
  /** Command lines, each of which has a text: `example`, `example2`, ... */
  readonly examples: readonly string[];
  /** Other texts than those of that name: the key of a message, or what is the same in every language. */
  readonly texts?: Readonly<Record<string, string | MessageRef>>;
  /** A command that has the same options; texts that this one lacks are found there. */
  readonly like?: string;
}

type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
type Word<S extends string> = S extends `${infer A} ${string}` ? A : S extends `${infer A}!` ? A : S;
type NameOf<F extends string> = F extends `--no-${infer N}`
  ? Camel<Word<N>>
  : F extends `--${infer N}` | `-${string}, --${infer N}`
    ? Camel<Word<N>>
    : never;
type ValueOf<F extends string> = F extends `--no-${string}`
  ? boolean
  : F extends `${string}>*${string}`
    ? string[]
    : F extends `${string}<${string}`
      ? string
      : F extends `${string}[${string}`
        ? string | true
        : true;
/** The options as the work gets them. */
export type OptionsOf<F extends string> = {
  readonly [K in Exclude<F, `${string}!`> as NameOf<K>]?: ValueOf<K>;
} & { readonly [K in Extract<F, `${string}!`> as NameOf<K>]: ValueOf<K> };

type ArgumentOf<T extends string> = T extends `${string}...${string}`
  ? string[]
  : T extends `[${string}`
    ? string | undefined
    : string;
type ArgumentsOf<T extends readonly string[]> = { -readonly [I in keyof T]: ArgumentOf<T[I]> };

/** With the exit code of a command, or with nothing where all went well. */
type Ending = Promise<ExitCode> | Promise<void>;

/** Throws `CodedError` if it cannot continue; the exit code follows from the error's code. */
type WorkOf<T extends readonly string[], O extends string> = (
  host: Host,
  options: OptionsOf<O>,
  ...taken: ArgumentsOf<T>
) => Ending;

export interface Declared {
  readonly usage: Usage<string, string>;
  readonly work: (host: Host, options: never, ...taken: never[]) => Ending;
}

export const command = <const T extends readonly string[], const O extends string>(
  usage: Omit<Usage<string, O>, 'takes'> & { readonly takes?: T },
  work: WorkOf<T, O>,
): Declared => ({ usage, work: work as Declared['work'] });

/** Keyed by the complete name, such as `models show`. A command comes before those below it. */
export type Commands = Readonly<Record<string, Declared>>;

/** Adds the commands to the program. */
export function declare(program: Command, registrar: Registrar, commands: Commands): void {
  for (const [path, one] of Object.entries(commands)) add(program, registrar, path.split(' '), one);
}

function add(
  program: Command,
  { act, surroundings, t }: Registrar,
  names: readonly string[],
  { usage, work }: Declared,
) {
  const parent = names
    .slice(0, -1)
    .reduce((above, word) => above.commands.find((one) => one.name() === word) ?? above, program);
  const { takes = [], options, examples, texts = {}, like } = usage;
  const say = t as AnyText;
  const textOf = (name: string): string => {
    const text = texts[name] ?? keyOf(say, names, name, like);
    return typeof text === 'string' ? say(text) : say(text.key, text.params);
  };
  const added = parent
    .command(names.at(-1) ?? '')
    .description(textOf('about'))
    .enablePositionalOptions();
  for (const taken of takes) added.argument(taken, textOf(camel(taken.replaceAll(/[<>[\].]/g, ''))));
  for (const option of options) {
    const flags = option.replace(/[*!]+$/, '');
    const shown = new Option(flags, textOf(camel(flags.replace(/^(-\w, )?--/, '').replace(/ .*/, ''))));
    if (/\*!?$/.test(option)) shown.argParser(collect);
    added.addOption(shown.makeOptionMandatory(option.endsWith('!')));
  }
  added.action(
    act((out, ...given) => {
      const taken = given.slice(0, -1) as never[];
      return work({ ...surroundings, out }, given.at(-1) as never, ...taken);
    }),
  );
  const shown = examples.map((line, at) => [line, textOf(`example${at === 0 ? '' : at + 1}`)] as const);
  const own = `cliHelp.${names.map(camel).join('.')}.more`;
  const hasMore = texts['more'] !== undefined || isText(say, own);
  withHelp(t, added, shown, hasMore ? textOf('more') : undefined);
}

/** The text of this name for the command, or of the nearest command above it that has one. */
function keyOf(say: AnyText, names: readonly string[], name: string, like?: string): string {
  const path = names.map(camel);
  const [own, ...above] = path.map((_, at) => path.slice(0, path.length - at).join('.'));
  const places = [own, ...(like === undefined ? [] : [like]), ...above, 'any', 'options', 'address'];
  const keys = places.map((place) => `cliHelp.${place}.${name}`);
  return keys.find((key) => isText(say, key)) ?? keys[0]!;
}

/** The translation by a key that was put together. */
type AnyText = (key: string, params?: MessageRef['params']) => string;

/** A key without a text comes back as it is. */
const isText = (say: AnyText, key: string): boolean => say(key) !== key;

const camel = (word: string): string =>
  word.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
