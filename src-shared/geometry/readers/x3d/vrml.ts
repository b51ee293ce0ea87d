/**
 * Reads the classic encoding of a scene as nodes: VRML97 (.wrl) and X3D's (.x3dv). No field types are needed:
 * what follows a name shows whether it is numbers, nodes, text or a flag. Scripts are skipped.
 *
 * A prototype is read anew for every instance, with names of its own (VRML97 4.8): `IS` takes the instance's
 * fields, or the defaults of the prototype, and only the first node of the body shows.
 */

import { ref } from '../../../messages/messages.ts';
import { geometryError } from '../../geometry-text.ts';
import { ByteScanner, textOf } from '../byte-scanner.ts';
import { blankSeparators } from '../number-list.ts';
import { failDamaged } from '../raw-mesh.ts';
import type { Range } from '../xml-tree.ts';
import { deepestNodes, mostNodes, type X3dChild, type X3dDocument, type X3dNode } from './node.ts';

const [quote, hash, openList, closeList, openBody, closeBody, backslash] = [34, 35, 91, 93, 123, 125, 92];

/** Statements between nodes, and how many words belong to each. */
const statements: Readonly<Record<string, number>> = {
  ROUTE: 3,
  PROFILE: 1,
  COMPONENT: 1,
  IMPORT: 3,
  EXPORT: 3,
  META: 2,
};

export function parseVrml(given: Uint8Array): X3dDocument {
  const head = textOf(given, 0, Math.min(given.length, 32));
  if (/^#VRML V1/.test(head)) {
    throw geometryError('file-unsupported', ref('geometry.oldVrml'));
  }
  const bytes = blankSeparators(given, hash);
  const parser = new VrmlParser(bytes);
  const roots = parser.parse();
  return { bytes, original: given, roots, unit: parser.unit, radians: parser.radians };
}

/** Fields and nodes by the name of the field. */
interface Values {
  readonly fields: Map<string, Range>;
  readonly children: X3dChild[];
}

interface Prototype {
  readonly defaults: Values;
  /** Bytes of its body. */
  readonly length: number;
  /** Where its body begins, and the prototypes that are known there; null if another file has it. */
  readonly bodyAt: number | null;
  readonly known: ReadonlyMap<string, Prototype>;
}

/** Kinds of interface fields that have a default. */
const withDefault = /^(field|exposedField|initializeOnly|inputOutput)$/;
const interfaceField =
  /^(eventIn|eventOut|inputOnly|outputOnly|field|exposedField|initializeOnly|inputOutput)$/;

/** Instances may repeat so many bytes of prototypes, and 20 times the file. */
const mostReread = 2 ** 24;

class VrmlParser {
  unit: number | null = null;
  radians = 1;
  readonly #scanner: ByteScanner;
  #defined = new Map<string, X3dNode>();
  #prototypes = new Map<string, Prototype>();
  /** The values to which `IS` refers; null outside prototypes. */
  #instance: Values | null = null;
  #reread = 0;
  #count = 0;
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.#scanner = new ByteScanner(bytes);
  }

  parse(): X3dNode[] {
    const roots: X3dNode[] = [];
    while (this.#scanner.skipBlanks()) {
      const word = this.#word();
      if (word === '') failSyntax();
      if (!this.#skipStatement(word)) roots.push(this.#node(word));
    }
    return roots;
  }

  /** A node that begins with this word: its type, `DEF name Type` or `USE name`. */
  #node(first: string): X3dNode {
    if (first === 'USE') {
      const name = this.#word();
      return this.#defined.get(name) ?? failDamaged(ref('geometry.missingPart', { format: 'VRML' }));
    }
    const name = first === 'DEF' ? this.#word() : null;
    const type = name === null ? first : this.#word();
    this.#scanner.skipBlanks();
    if (!this.#isAt(openBody)) failSyntax();
    if (++this.#count > mostNodes) {
      throw geometryError('file-too-large', ref('geometry.tooManyNodes', { format: 'VRML' }));
    }
    if (++this.#depth > deepestNodes) failDamaged(ref('geometry.nestedTooDeeply', { format: 'VRML' }));
    const fields = new Map<string, Range>();
    const children: X3dChild[] = [];
    const node: X3dNode = { type, field: (field) => fields.get(field) ?? null, children };
    const prototype = this.#prototypes.get(type);
    // Registered before its children, which may refer to it; walking the scene finds such cycles.
    if (name !== null) this.#defined.set(name, node);
    if (type === 'Script') this.#skipBalanced(openBody, closeBody);
    else this.#body(fields, children);
    const whole = prototype === undefined ? node : this.#expand(type, prototype, { fields, children });
    if (name !== null) this.#defined.set(name, whole);
    this.#depth--;
    return whole;
  }

  /** The first node of a prototype's body, with the instance's values. */
  #expand(name: string, { defaults, bodyAt, length, known }: Prototype, given: Values): X3dNode {
    if (bodyAt === null) {
      throw geometryError('file-unsupported', ref('geometry.prototypeElsewhere', { name }));
    }
    this.#reread += length;
    if (this.#reread > mostReread + 20 * this.#scanner.end) {
      throw geometryError('file-too-large', ref('geometry.tooManyCopies', { format: 'VRML' }));
    }
    const outside = [this.#defined, this.#prototypes, this.#instance, this.#scanner.at] as const;
    this.#defined = new Map();
    this.#prototypes = new Map(known);
    this.#instance = {
      fields: new Map([...defaults.fields, ...given.fields]),
      children: [
        ...defaults.children.filter(({ role }) => given.children.every((child) => child.role !== role)),
        ...given.children,
      ],
    };
    this.#scanner.at = bodyAt;
    let first: X3dNode | null = null;
    while (this.#scanner.skipBlanks() && !this.#isAt(closeBody)) {
      const word = this.#word();
      if (word === '') failSyntax();
      if (this.#skipStatement(word)) continue;
      const node = this.#node(word);
      first ??= node;
    }
    [this.#defined, this.#prototypes, this.#instance, this.#scanner.at] = outside;
    return first ?? { type: '', field: () => null, children: [] };
  }

  #definePrototype(isElsewhere: boolean): void {
    const scanner = this.#scanner;
    const name = this.#word();
    const known = new Map(this.#prototypes);
    const defaults: Values = { fields: new Map(), children: [] };
    this.#interface(defaults, isElsewhere);
    scanner.skipBlanks();
    const bodyAt = isElsewhere ? null : scanner.at + 1;
    if (!isElsewhere) this.#skipBalanced(openBody, closeBody);
    else if (this.#isAt(openList)) this.#skipBalanced(openList, closeList);
    else this.#skipText();
    const length = bodyAt === null ? 0 : scanner.at - bodyAt;
    this.#prototypes.set(name, { defaults, bodyAt, length, known });
  }

  /** Interfaces of other files have no defaults. */
  #interface({ fields, children }: Values, isElsewhere: boolean): void {
    const scanner = this.#scanner;
    scanner.skipBlanks();
    if (!this.#isAt(openList)) failSyntax();
    scanner.at++;
    for (;;) {
      if (!scanner.skipBlanks()) failSyntax();
      if (this.#isAt(closeList)) break;
      const kind = this.#word();
      if (!interfaceField.test(kind)) failSyntax();
      this.#word();
      const name = this.#word();
      if (withDefault.test(kind) && !isElsewhere) this.#value(name, fields, children);
    }
    scanner.at++;
  }

  #body(fields: Map<string, Range>, children: X3dChild[]): void {
    const scanner = this.#scanner;
    scanner.at++;
    for (;;) {
      if (!scanner.skipBlanks()) failSyntax();
      if (this.#isAt(closeBody)) {
        scanner.at++;
        return;
      }
      const name = this.#word();
      if (name === '') failSyntax();
      if (!this.#skipStatement(name)) this.#value(name, fields, children);
    }
  }

  #value(name: string, fields: Map<string, Range>, children: X3dChild[]): void {
    const scanner = this.#scanner;
    if (!scanner.skipBlanks()) failSyntax();
    if (this.#isAt(openList)) this.#list(name, fields, children);
    else if (this.#isAt(quote)) this.#skipText();
    else if (this.#isAtNumber()) {
      const start = scanner.at;
      let end = start;
      while (scanner.skipBlanks() && this.#isAtNumber()) {
        this.#word();
        end = scanner.at;
      }
      fields.set(name, { start, end });
    } else if (!this.#isAt(closeBody)) {
      const start = scanner.at;
      const word = this.#word();
      if (word === 'IS') {
        this.#take(name, this.#word(), fields, children);
        return;
      }
      const isNode = word === 'DEF' || word === 'USE' || (scanner.skipBlanks() && this.#isAt(openBody));
      if (word === '') failSyntax();
      if (isNode) children.push({ role: name, node: this.#node(word) });
      else fields.set(name, { start, end: start + word.length });
    }
  }

  /** A field that is the prototype's field `of`. */
  #take(name: string, of: string, fields: Map<string, Range>, children: X3dChild[]): void {
    const range = this.#instance?.fields.get(of);
    if (range !== undefined) fields.set(name, range);
    for (const { role, node } of this.#instance?.children ?? []) {
      if (role === of) children.push({ role: name, node });
    }
  }

  #list(name: string, fields: Map<string, Range>, children: X3dChild[]): void {
    const scanner = this.#scanner;
    scanner.at++;
    for (;;) {
      if (!scanner.skipBlanks()) failSyntax();
      if (this.#isAt(closeList)) {
        scanner.at++;
        return;
      }
      if (this.#isAt(quote)) this.#skipText();
      else if (this.#isAtNumber()) {
        const end = scanner.bytes.indexOf(closeList, scanner.at);
        if (end < 0) failSyntax();
        fields.set(name, { start: scanner.at, end });
        scanner.at = end;
      } else {
        const word = this.#word();
        if (word === '') failSyntax();
        // Lists of flags contain words that are no nodes.
        if (word !== 'TRUE' && word !== 'FALSE') children.push({ role: name, node: this.#node(word) });
      }
    }
  }

  /** Skips a word that begins neither a node nor a field, with all that belongs to it; else false. */
  #skipStatement(word: string): boolean {
    const scanner = this.#scanner;
    if (word === 'UNIT') {
      const [category, , factor] = [this.#word(), this.#word(), this.#word()];
      if (category === 'length') this.unit = Number(factor);
      else if (category === 'angle') this.radians = Number(factor);
      return true;
    }
    if (word === 'PROTO' || word === 'EXTERNPROTO') {
      this.#definePrototype(word === 'EXTERNPROTO');
      return true;
    }
    const words = Object.hasOwn(statements, word) ? statements[word]! : 0;
    for (let i = 0; i < words; i++) {
      scanner.skipBlanks();
      if (this.#isAt(quote)) this.#skipText();
      else this.#word();
    }
    return words > 0;
  }

  /** The next word, which ends at a blank or a bracket; empty if there is none. */
  #word(): string {
    const scanner = this.#scanner;
    scanner.skipBlanks();
    const { bytes, end } = scanner;
    const start = scanner.at;
    let at = start;
    while (at < end && bytes[at]! > 32 && !isBracket(bytes[at]!) && bytes[at] !== quote) at++;
    scanner.at = at;
    return textOf(bytes, start, Math.min(at, start + 200));
  }

  #isAt(byte: number): boolean {
    return this.#scanner.at < this.#scanner.end && this.#scanner.bytes[this.#scanner.at] === byte;
  }

  #isAtNumber(): boolean {
    const byte = this.#scanner.bytes[this.#scanner.at]!;
    return (byte >= 48 && byte <= 57) || byte === 45 || byte === 43 || byte === 46;
  }

  #skipText(): void {
    const scanner = this.#scanner;
    const { bytes, end } = scanner;
    if (!this.#isAt(quote)) failSyntax();
    let at = scanner.at + 1;
    while (at < end && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    if (at >= end) failSyntax();
    scanner.at = at + 1;
  }

  #skipBalanced(open: number, close: number): void {
    const scanner = this.#scanner;
    if (!this.#isAt(open)) failSyntax();
    let depth = 0;
    while (scanner.skipBlanks()) {
      const byte = scanner.bytes[scanner.at]!;
      if (byte === quote) {
        this.#skipText();
        continue;
      }
      scanner.at++;
      if (byte === open) depth++;
      else if (byte === close && --depth === 0) return;
    }
    failSyntax();
  }
}

const isBracket = (byte: number): boolean =>
  byte === openList || byte === closeList || byte === openBody || byte === closeBody;

function failSyntax(): never {
  return failDamaged(ref('geometry.invalidFile', { format: 'VRML' }));
}
