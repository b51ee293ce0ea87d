/**
 * What the command line writes and how it looks: results on stdout, progress and remarks on stderr. Colours and
 * the progress line appear only on a terminal that wants them, so a file or a pipe gets plain text.
 */
import type { AppError } from '../../../src-shared/result.ts';
import type { Surroundings } from './surroundings.ts';

type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly good: Paint;
  readonly warn: Paint;
  readonly bad: Paint;
}

const plain: Paint = (text) => text;
const sgr =
  (start: number, end: number): Paint =>
  (text) =>
    `\u001b[${start}m${text}\u001b[${end}m`;

const styles: { readonly plain: Style; readonly colour: Style } = {
  plain: { bold: plain, dim: plain, good: plain, warn: plain, bad: plain },
  colour: { bold: sgr(1, 22), dim: sgr(2, 22), good: sgr(32, 39), warn: sgr(33, 39), bad: sgr(31, 39) },
};

type OutputSurroundings = Pick<Surroundings, 'stdout' | 'stderr' | 'isTerminal' | 'env'>;

/** https://no-color.org: any non-empty value switches colours off. A dumb terminal knows no escape codes. */
const wantsColour = (env: Surroundings['env']): boolean => !env['NO_COLOR'] && env['TERM'] !== 'dumb';

export class Output {
  readonly json: boolean;
  /** For stdout. */
  readonly style: Style;
  /** For stderr. */
  readonly noteStyle: Style;
  readonly #surroundings: OutputSurroundings;
  readonly #showsProgress: boolean;
  #progressShown: string | null = null;

  constructor(surroundings: OutputSurroundings, json: boolean) {
    const { isTerminal, env } = surroundings;
    this.json = json;
    this.#surroundings = surroundings;
    this.style = isTerminal.stdout && wantsColour(env) ? styles.colour : styles.plain;
    this.noteStyle = isTerminal.stderr && wantsColour(env) ? styles.colour : styles.plain;
    this.#showsProgress = isTerminal.stderr && env['TERM'] !== 'dumb';
  }

  /** A line of the report for people; nothing with `--json`. */
  line(text = ''): void {
    if (this.json) return;
    this.progress(null);
    this.#surroundings.stdout.write(`${harmless(text)}\n`);
  }

  /** The whole answer for programs. */
  value(value: unknown): void {
    this.progress(null);
    this.#surroundings.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** A remark beside the result, on stderr whatever the format. */
  note(text: string): void {
    this.progress(null);
    this.#surroundings.stderr.write(`${harmless(text)}\n`);
  }

  error(error: AppError): void {
    this.note(`${this.noteStyle.bad('fabdesk:')} ${error.message}`);
    if (this.json) this.value({ error });
  }

  /** Replaces the one progress line; null takes it away. */
  progress(text: string | null): void {
    if (!this.#showsProgress || text === this.#progressShown) return;
    const width = (this.#surroundings.stderr.columns || 80) - 1;
    const shown = text === null ? '' : [...harmless(text).replaceAll('\n', ' ')].slice(0, width).join('');
    this.#surroundings.stderr.write(`\r\u001b[2K${shown}`);
    this.#progressShown = text;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: taking control characters away is its purpose
const harmful = /\u001b\[\d+m|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** File names and titles of strangers must not steer the terminal; only our own colours pass. */
const harmless = (text: string): string =>
  text.replace(harmful, (found) => (found.length > 1 ? found : found === '\t' ? ' ' : '\ufffd'));
