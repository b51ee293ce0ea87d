/**
 * A small tree over an XML document for formats that refer to elements by id (COLLADA, X3D). Elements store
 * positions in the bytes instead of text, so that a file of numbers does not become a file of strings.
 */

import { ref } from '../../messages/messages.ts';
import { geometryError } from '../geometry-text.ts';
import type { TaskProgress } from '../runtime/task-progress.ts';
import { textOf } from './byte-scanner.ts';
import { failDamaged } from './raw-mesh.ts';
import { failXml, XmlScanner } from './xml-scanner.ts';

export interface TreeElement {
  /** Local name, without a prefix. */
  readonly name: string;
  readonly children: readonly TreeElement[];
  /** Where the name ends and the attributes begin. */
  readonly attributesAt: number;
  /** The text between the open tag and the first child or the end. */
  readonly textStart: number;
  readonly textEnd: number;
}

/** A range in the bytes of the document. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** An element takes about a hundred bytes; real files have far fewer. */
const mostElements = 1_000_000;
const deepest = 256;
const elementsBetweenSteps = 20_000;
const none: readonly TreeElement[] = [];

export class XmlTree {
  readonly bytes: Uint8Array;
  readonly root: TreeElement;
  readonly #scanner: XmlScanner;

  constructor(bytes: Uint8Array, root: TreeElement) {
    this.bytes = bytes;
    this.root = root;
    this.#scanner = new XmlScanner(bytes);
  }

  /** The attribute's value with its entities resolved; null if the element has no such attribute. */
  attribute(element: TreeElement, name: string): string | null {
    return this.#find(element, name) ? this.#scanner.value : null;
  }

  attributeRange(element: TreeElement, name: string): Range | null {
    if (!this.#find(element, name)) return null;
    return { start: this.#scanner.valueStart, end: this.#scanner.valueEnd };
  }

  text(element: TreeElement): string {
    const most = Math.min(element.textEnd, element.textStart + 4096);
    return textOf(this.bytes, element.textStart, most).trim();
  }

  #find(element: TreeElement, name: string): boolean {
    const scanner = this.#scanner;
    scanner.reopen(element.attributesAt);
    while (scanner.nextAttribute()) if (scanner.isAttribute(name)) return true;
    return false;
  }
}

export const childNamed = (element: TreeElement | null, name: string): TreeElement | null =>
  element?.children.find((child) => child.name === name) ?? null;

export const childrenNamed = (element: TreeElement | null, name: string): readonly TreeElement[] =>
  element?.children.filter((child) => child.name === name) ?? none;

/** @throws CodedError `file-damaged` or `file-too-large` */
export async function readXmlTree(bytes: Uint8Array, progress: TaskProgress): Promise<XmlTree> {
  const scanner = new XmlScanner(bytes, { allowsDocumentType: true });
  const open: Mutable<TreeElement>[] = [];
  let root: TreeElement | null = null;
  let count = 0;
  for (;;) {
    const event = scanner.next();
    const parent = open.at(-1);
    if (parent !== undefined && parent.textEnd < 0) parent.textEnd = scanner.textEnd;
    if (event === 'end') break;
    if (event === 'close') {
      if (parent === undefined || !scanner.isNamed(parent.name)) failXml();
      open.pop();
      continue;
    }
    if (root !== null && parent === undefined) failXml();
    if (++count > mostElements) failLarge();
    if (open.length >= deepest) failDamaged(ref('geometry.xmlTooDeep'));
    const element: Mutable<TreeElement> = {
      name: textOf(bytes, scanner.nameStart, scanner.nameEnd),
      children: none,
      attributesAt: scanner.nameEnd,
      textStart: 0,
      textEnd: -1,
    };
    while (scanner.nextAttribute());
    element.textStart = scanner.at;
    if (scanner.isSelfClosing) element.textEnd = scanner.at;
    if (parent === undefined) root = element;
    else if (parent.children === none) parent.children = [element];
    else (parent.children as TreeElement[]).push(element);
    if (!scanner.isSelfClosing) open.push(element);
    if (count % elementsBetweenSteps === 0) await progress.step(scanner.at / bytes.length);
  }
  if (root === null || open.length > 0) return failXml();
  return new XmlTree(bytes, root);
}

function failLarge(): never {
  throw geometryError('file-too-large', ref('geometry.tooManyElements', { count: mostElements }));
}
