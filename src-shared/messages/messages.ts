/** Turns messages into text in one language. Pure: the catalogue is passed in (see load.ts). */
import type { Catalogue, MessageKey, ParametersOfKey, TypedRef } from './catalogue.ts';
import { longestPart, shown } from './foreign-text.ts';
import { createFormats, type Formats } from './formats.ts';
import type { Language } from './languages.ts';
import type { Area, Dimension, Message, MessageRef, Money, Parameter } from './message.ts';

type Arguments<K extends MessageKey> = keyof ParametersOfKey<K> extends never
  ? []
  : [params: ParametersOfKey<K>];

export type Translate = <K extends MessageKey>(key: K, ...params: Arguments<K>) => string;

export interface Messages {
  readonly language: Language;
  readonly format: Formats;
  /** The text of a message. A wrong key, a missing or a wrong parameter does not compile. */
  readonly t: Translate;
  /** The text of a message that came as data; null if this catalogue has no such message. */
  say(ref: MessageRef): string | null;
}

/** Names a message without turning it into text yet. */
export const ref = <K extends MessageKey>(key: K, ...[params]: Arguments<K>): TypedRef<K> =>
  (params === undefined ? { key } : { key, params }) as TypedRef<K>;

/** `locale` says how numbers and dates are written, and shares the language of the catalogue. */
export function createMessages(
  language: Language,
  catalogue: Partial<Catalogue>,
  locale: string = language,
): Messages {
  const format = createFormats(locale);
  let plurals: Intl.PluralRules | null = null;

  function say({ key, params = {} }: MessageRef): string | null {
    const message = find(key);
    if (message === null) return null;
    const text =
      typeof message === 'string'
        ? message
        : isOne(Number(params['count']))
          ? (message.one ?? message.other)
          : message.other;
    return text.replaceAll(/\{(\w+)(?::(\w+))?\}/g, (_, parameter: string, kind = 'text') =>
      write(kind, params[parameter]),
    );
  }

  function isOne(count: number): boolean {
    plurals ??= new Intl.PluralRules(language);
    return plurals.select(count) === 'one';
  }

  /** Keys may come from another process, so inherited properties of objects must not count as messages. */
  function find(key: string): Message | null {
    const dot = key.indexOf('.');
    const [area, name] = [key.slice(0, dot), key.slice(dot + 1)];
    if (!Object.hasOwn(catalogue, area)) return null;
    const messages: Area = catalogue[area as keyof Catalogue] ?? {};
    return Object.hasOwn(messages, name) ? messages[name]! : null;
  }

  function write(kind: string, value: Parameter | undefined): string {
    if (value === undefined) return '';
    switch (kind) {
      case 'number':
        return format.number(value as number);
      case 'precise':
        return format.precise(value as number);
      case 'percent':
        return format.share(value as number);
      case 'money':
        return format.money(value as Money);
      case 'length':
        return format.length(value as Dimension);
      case 'area': {
        const { metres, unit } = value as Dimension;
        return format.area(metres, unit);
      }
      case 'volume': {
        const { metres, unit } = value as Dimension;
        return format.volume(metres, unit);
      }
      case 'bytes':
        return format.bytes(value as number);
      case 'moment':
        return format.moment(value as number);
      case 'dated':
        return format.dated(value as number);
      case 'day':
        return format.day(value as number);
      case 'duration':
        return format.duration(value as number);
      case 'list':
        return format.list((value as readonly string[]).map(part));
      case 'either':
        return format.either((value as readonly string[]).map(part));
      default:
        return typeof value === 'object' && 'key' in value ? (say(value) ?? value.key) : part(String(value));
    }
  }

  return { language, format, say, t: (key, ...[params]) => say(params ? { key, params } : { key }) ?? key };
}

/** A text inside a sentence may be that of a service or the name of a file. */
const part = (text: string): string => shown(text, longestPart);
