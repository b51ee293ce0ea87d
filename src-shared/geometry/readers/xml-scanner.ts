/**
 * Walks over the tags of an XML document without building a tree or strings: `next` finds a tag, and the
 * caller reads its attributes one by one. Comments and instructions are skipped, and text stays in place:
 * `textStart` and `textEnd` give its position. Document types are refused, since 3MF forbids them, or skipped
 * if a format has them. The entities that they define are never expanded, since that might never end.
 */
import { ref } from '../../messages/messages.ts';
import { ByteScanner, isBlank, textOf } from './byte-scanner.ts';
import { failDamaged } from './raw-mesh.ts';

const [exclamation, doubleQuote, singleQuote, minus, slash, colon] = [33, 34, 39, 45, 47, 58];
const [lessThan, equals, greaterThan, question, bracket] = [60, 61, 62, 63, 91];

export type XmlEvent = 'open' | 'close' | 'end';

export class XmlScanner {
  readonly bytes: Uint8Array;
  at = 0;
  /** Whether the tag just read to its end was `<name ... />`; known once `nextAttribute` returned false. */
  isSelfClosing = false;
  /** The local name (after any prefix) of the tag. */
  nameStart = 0;
  nameEnd = 0;
  /** The whole name of the attribute, the start of its local name, and its value. */
  attributeStart = 0;
  localStart = 0;
  attributeEnd = 0;
  valueStart = 0;
  valueEnd = 0;
  /** The text between the previous tag and this one, including comments. */
  textStart = 0;
  textEnd = 0;
  #isInTag = false;
  readonly #numbers: ByteScanner;
  readonly #allowsDocumentType: boolean;

  constructor(bytes: Uint8Array, { allowsDocumentType = false } = {}) {
    this.bytes = bytes;
    this.#allowsDocumentType = allowsDocumentType;
    this.#numbers = new ByteScanner(bytes);
  }

  next(): XmlEvent {
    while (this.#isInTag) this.nextAttribute();
    const { bytes } = this;
    this.textStart = this.at;
    for (;;) {
      const start = bytes.indexOf(lessThan, this.at);
      this.textEnd = start < 0 ? bytes.length : start;
      if (start < 0) {
        this.at = bytes.length;
        return 'end';
      }
      this.at = start + 1;
      const byte = bytes[this.at];
      if (byte === question) this.#skipTo('?>');
      else if (byte === exclamation) this.#skipDeclaration();
      else if (byte === slash) {
        this.at++;
        this.#readName();
        this.#skipTo('>');
        return 'close';
      } else {
        this.#readName();
        this.#isInTag = true;
        this.isSelfClosing = false;
        return 'open';
      }
    }
  }

  /** Moves to the next attribute of the open tag. False if there is none, and it moves past the tag. */
  nextAttribute(): boolean {
    if (!this.#isInTag) return false;
    const { bytes } = this;
    this.#skipBlanks();
    let byte = bytes[this.at];
    if (byte === slash && bytes[this.at + 1] === greaterThan) {
      this.isSelfClosing = true;
      this.at += 2;
      this.#isInTag = false;
      return false;
    }
    if (byte === greaterThan) {
      this.at++;
      this.#isInTag = false;
      return false;
    }
    this.attributeStart = this.at;
    this.localStart = this.at;
    while (byte !== undefined && byte !== equals && !isBlank(byte)) {
      if (byte === greaterThan || byte === lessThan) failXml();
      if (byte === colon) this.localStart = this.at + 1;
      byte = bytes[++this.at];
    }
    this.attributeEnd = this.at;
    this.#skipBlanks();
    if (bytes[this.at] !== equals) failXml();
    this.at++;
    this.#skipBlanks();
    const quote = bytes[this.at];
    if (quote !== doubleQuote && quote !== singleQuote) failXml();
    this.valueStart = this.at + 1;
    this.valueEnd = bytes.indexOf(quote!, this.valueStart);
    if (this.valueEnd < 0) failXml();
    this.at = this.valueEnd + 1;
    return true;
  }

  /** Goes back to an open tag, right after its name, so that its attributes can be read again. */
  reopen(nameEnd: number): void {
    this.at = nameEnd;
    this.#isInTag = true;
    this.isSelfClosing = false;
  }

  isNamed(name: string): boolean {
    return this.#equals(name, this.nameStart, this.nameEnd);
  }

  /** Whether the attribute has this local name. */
  isAttribute(name: string): boolean {
    return this.#equals(name, this.localStart, this.attributeEnd);
  }

  get attributeName(): string {
    return textOf(this.bytes, this.attributeStart, this.attributeEnd);
  }

  /** The attribute's value with the five entities of XML and numeric ones below 256 resolved. */
  get value(): string {
    const text = textOf(this.bytes, this.valueStart, this.valueEnd);
    // Searched in the value only: most documents have no entity, and a search to their end for every value is
    // quadratic.
    return text.includes('&') ? text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, resolveEntity) : text;
  }

  /** The attribute's value as a number; NaN if it is none. */
  get numberValue(): number {
    const value = this.#valueAfterBlanks().number();
    return this.#isValueRead() ? value : Number.NaN;
  }

  /** The attribute's value as an index; -1 if it is none. */
  get indexValue(): number {
    const value = this.#valueAfterBlanks().integer();
    return value >= 0 && value < 0xffffffff && this.#isValueRead() ? value : -1;
  }

  #valueAfterBlanks(): ByteScanner {
    this.#numbers.at = this.valueStart;
    this.#skipBlanksInValue();
    return this.#numbers;
  }

  #isValueRead(): boolean {
    this.#skipBlanksInValue();
    return this.#numbers.at === this.valueEnd;
  }

  #skipBlanksInValue(): void {
    const numbers = this.#numbers;
    while (numbers.at < this.valueEnd && isBlank(this.bytes[numbers.at]!)) numbers.at++;
  }

  #equals(name: string, start: number, end: number): boolean {
    if (end - start !== name.length) return false;
    for (let i = 0; i < name.length; i++) if (this.bytes[start + i] !== name.charCodeAt(i)) return false;
    return true;
  }

  #readName(): void {
    const { bytes } = this;
    this.nameStart = this.at;
    let byte = bytes[this.at];
    while (byte !== undefined && byte !== slash && byte !== greaterThan && !isBlank(byte)) {
      if (byte === colon) this.nameStart = this.at + 1;
      if (byte === lessThan) failXml();
      byte = bytes[++this.at];
    }
    this.nameEnd = this.at;
    if (this.nameEnd === this.nameStart || byte === undefined) failXml();
  }

  #skipBlanks(): void {
    const { bytes } = this;
    let byte = bytes[this.at];
    while (byte !== undefined && isBlank(byte)) byte = bytes[++this.at];
    if (byte === undefined) failXml();
  }

  #skipDeclaration(): void {
    const { bytes, at } = this;
    if (bytes[at + 1] === minus && bytes[at + 2] === minus) {
      this.at += 3;
      this.#skipTo('-->');
    } else if (bytes[at + 1] === bracket) this.#skipTo(']]>');
    else if (this.#allowsDocumentType) this.#skipDocumentType();
    else failDamaged(ref('geometry.documentType'));
  }

  /** Moves past `<!DOCTYPE ...>`, including quotes and what it declares in brackets. */
  #skipDocumentType(): void {
    const { bytes } = this;
    let depth = 0;
    for (let at = this.at; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === doubleQuote || byte === singleQuote) {
        at = bytes.indexOf(byte, at + 1);
        if (at < 0) break;
      } else if (byte === lessThan) depth++;
      else if (byte === greaterThan && depth-- === 0) {
        this.at = at + 1;
        return;
      }
    }
    failXml();
  }

  /** Moves past the next occurrence of this ASCII text. */
  #skipTo(end: string): void {
    const { bytes } = this;
    const last = end.charCodeAt(end.length - 1);
    for (;;) {
      const found = bytes.indexOf(last, this.at);
      if (found < 0) failXml();
      this.at = found + 1;
      if (found - end.length + 1 >= 0 && this.#equals(end, found - end.length + 1, found + 1)) return;
    }
  }
}

export function failXml(): never {
  return failDamaged(ref('geometry.xmlIncomplete'));
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolveEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return namedEntities[name] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code < 256 ? String.fromCharCode(code) : '?';
}
