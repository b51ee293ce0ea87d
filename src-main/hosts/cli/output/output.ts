/**
 * Writes the output of the command line: results to stdout, progress and remarks to stderr. Colours and the
 * progress line appear only on a terminal that wants them, so a file or a pipe gets plain text.
 */
import type { Problem } from '../../../../src-shared/jobs/job.ts';
import { problemText } from '../../../../src-shared/jobs/state-text.ts';
import type { Formats } from '../../../../src-shared/messages/formats.ts';
import type { MessageRef } from '../../../../src-shared/messages/message.ts';
import type { Messages, Translate } from '../../../../src-shared/messages/messages.ts';
import type { AppError } from '../../../../src-shared/result.ts';
import { fitInto, type Paint, paint, terminalJson, terminalLine } from '../../terminal-text.ts';
import type { Surroundings } from '../app/surroundings.ts';

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly good: Paint;
  readonly warn: Paint;
  readonly bad: Paint;
}

const plain: Paint = (text) => text;
const styles: { readonly plain: Style; readonly colour: Style } = {
  plain: { bold: plain, dim: plain, good: plain, warn: plain, bad: plain },
  colour: {
    bold: paint(1, 22),
    dim: paint(2, 22),
    good: paint(32, 39),
    warn: paint(33, 39),
    bad: paint(31, 39),
  },
};

type OutputSurroundings = Pick<Surroundings, 'stdout' | 'stderr' | 'isTerminal' | 'env'>;

/** https://no-color.org: any non-empty value switches colours off. A dumb terminal knows no escape codes. */
const wantsColour = (env: Surroundings['env']): boolean => !env['NO_COLOR'] && env['TERM'] !== 'dumb';

export interface OutputOptions {
  /** The result is one JSON value, in English and the same in every language. */
  readonly json: boolean;
  /** Technical details are shown too. */
  readonly verbose: boolean;
  readonly messages: Messages;
}

export class Output {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly messages: Messages;
  readonly t: Translate;
  readonly format: Formats;
  /** For stdout. */
  readonly style: Style;
  /** For stderr. */
  readonly noteStyle: Style;
  readonly #surroundings: OutputSurroundings;
  readonly #showsProgress: boolean;
  #progressShown: string | null = null;

  constructor(surroundings: OutputSurroundings, { json, verbose, messages }: OutputOptions) {
    const { isTerminal, env } = surroundings;
    this.json = json;
    this.verbose = verbose;
    this.messages = messages;
    this.t = messages.t;
    this.format = messages.format;
    this.#surroundings = surroundings;
    this.style = isTerminal.stdout && wantsColour(env) ? styles.colour : styles.plain;
    this.noteStyle = isTerminal.stderr && wantsColour(env) ? styles.colour : styles.plain;
    this.#showsProgress = isTerminal.stderr && env['TERM'] !== 'dumb';
  }

  /** The text of a message that came as data. */
  readonly say = (text: MessageRef): string => this.messages.say(text) ?? text.key;

  /** The text of an error or problem, in the reader's language if it is known; nothing for null. */
  problem(problem: Problem | AppError | null): string {
    return problemText(problem, this.messages);
  }

  /** A line of the report for people; nothing with `--json`. */
  line(text = ''): void {
    if (this.json) return;
    this.progress(null);
    this.#surroundings.stdout.write(`${terminalLine(text)}\n`);
  }

  /** The complete answer for programs; nothing without `--json`. */
  report(value: unknown): void {
    if (this.json) this.value(value);
  }

  /** A value, in every case as JSON. */
  value(value: unknown): void {
    this.progress(null);
    this.#surroundings.stdout.write(`${terminalJson(JSON.stringify(value, withoutText, 2))}\n`);
  }

  /** A remark beside the result, on stderr whatever the format. */
  note(text: string): void {
    this.progress(null);
    this.#surroundings.stderr.write(`${terminalLine(text)}\n`);
  }

  /** `cause` is shown only to those who asked for details. */
  error(error: AppError, cause?: unknown): void {
    this.note(`${this.noteStyle.bad('fabdesk:')} ${this.problem(error)}`);
    if (this.verbose) for (const line of detailsOf(error, cause)) this.note(this.noteStyle.dim(`  ${line}`));
    this.report({ error });
  }

  /**
   * Replaces the one progress line; null removes it. @param line asked for only where it shows: formatting
   * takes time
   */
  progress(line: (() => string) | null): void {
    if (!this.#showsProgress) return;
    const text = line?.() ?? null;
    if (text === this.#progressShown) return;
    const width = (this.#surroundings.stderr.columns || 80) - 1;
    const shown = text === null ? '' : fitInto(width, text);
    this.#surroundings.stderr.write(`\r\u001b[2K${shown}`);
    this.#progressShown = text;
  }
}

/** Programs read the English message of an error; they have no use for the message for people. */
function withoutText(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!('code' in value && 'message' in value && 'text' in value)) return value;
  const { text: _, ...rest } = value;
  return rest;
}

/** The code of an error and its causes, from the outside to the inside. */
function detailsOf({ code }: AppError, thrown: unknown): string[] {
  const lines: string[] = [code];
  let cause = thrown instanceof Error ? thrown.cause : undefined;
  for (; cause instanceof Error && lines.length < 10; { cause } = cause) lines.push(String(cause));
  return lines;
}
