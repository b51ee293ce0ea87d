/** Scans a form body: passes the value of `file` on, still percent-encoded, and collects the other pairs. */
import { Fault } from '../fault.ts';
import { readForm } from './form.ts';
import { Collected, type Scanner, type ScanTarget } from './scan.ts';

const ampersand = 0x26;
const equals = 0x3d;

export class FormScanner implements Scanner {
  readonly #target: ScanTarget;
  readonly #collected = new Collected();
  #name: Buffer[] = [];
  #nameLength = 0;
  #state: 'name' | 'value' | 'file' = 'name';

  constructor(target: ScanTarget) {
    this.#target = target;
  }

  feed(chunk: Buffer): void {
    for (let i = 0; i < chunk.length; ) {
      const stop = chunk.indexOf(this.#state === 'name' ? equals : ampersand, i);
      const piece = chunk.subarray(i, stop < 0 ? chunk.length : stop);
      i = stop < 0 ? chunk.length : stop + 1;
      if (this.#state === 'file') this.#target.file(piece);
      else if (this.#state === 'value')
        this.#collected.add(stop < 0 ? piece : chunk.subarray(i - piece.length - 1, i));
      else this.#addName(piece);
      if (stop < 0) return;
      if (this.#state === 'name') this.#endName();
      else this.#state = 'name';
    }
  }

  end(): unknown {
    if (this.#nameLength > 0 || this.#name.length > 0) throw notAForm();
    return readForm(this.#collected.text());
  }

  /** The form without the file, as it was sent. Valid after `end`. */
  get text(): string {
    return this.#collected.text();
  }

  #addName(piece: Buffer): void {
    this.#nameLength += piece.length;
    if (this.#nameLength > 200) throw notAForm();
    this.#name.push(Buffer.from(piece));
  }

  #endName(): void {
    const name = Buffer.concat(this.#name);
    this.#name = [];
    this.#nameLength = 0;
    if (name.toString('latin1').trim() === 'file') {
      this.#target.openFile('base64');
      this.#state = 'file';
    } else {
      this.#collected.add(name);
      this.#collected.add(Buffer.of(equals));
      this.#state = 'value';
    }
  }
}

const notAForm = (): Fault =>
  new Fault(
    400,
    'bad-body',
    'The body is neither JSON nor a form. Send JSON with the fields file and fileName.',
  );
