/**
 * A small XML reader for SOAP messages: elements, attributes, text and CDATA. It refuses a DOCTYPE with all
 * declarations before it reads anything else, does not recurse, and limits depth, elements and character
 * references. Names lose their prefix, because old clients choose prefixes freely.
 */

export interface XmlElement {
  /** Local name. */
  readonly name: string;
  /** By local name. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** The text is not accepted as XML here; the message is for the sender. */
export class XmlError extends Error {}

const deepest = 64;
const mostElements = 20_000;
const mostReferences = 10_000;
/** Limit for one element. */
const mostAttributes = 100;

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** @throws XmlError */
export function readXml(text: string): XmlElement {
  if (/<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text))
    throw new XmlError('A DOCTYPE or an ENTITY is not taken.');
  const root: XmlElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open: XmlElement[] = [root];
  const budget = { references: mostReferences, elements: mostElements };
  for (let at = 0; at < text.length; ) {
    const here = open.at(-1)!;
    const next = text.indexOf('<', at);
    const end = next < 0 ? text.length : next;
    if (end > at) addText(here, text.slice(at, end), budget, open.length === 1);
    if (next < 0) break;
    if (text.startsWith('<!--', next)) at = after(text, '-->', next + 4);
    else if (text.startsWith('<![CDATA[', next)) {
      at = after(text, ']]>', next + 9);
      here.text += text.slice(next + 9, at - 3);
    } else if (text.startsWith('<?', next)) at = after(text, '?>', next + 2);
    else if (text.startsWith('</', next)) {
      at = after(text, '>', next + 2);
      const name = localName(text.slice(next + 2, at - 1).trim());
      if (open.length === 1 || here.name !== name)
        throw new XmlError(`</${name.slice(0, 40)}> closes nothing.`);
      open.pop();
    } else at = openElement(text, next, open, budget);
  }
  if (open.length !== 1) throw new XmlError('The document ends too early.');
  const [element, ...others] = root.children;
  if (!element || others.length > 0) throw new XmlError('The document must have one root element.');
  return element;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw new XmlError('The document ends too early.');
  return at + mark.length;
}

function addText(element: XmlElement, raw: string, budget: { references: number }, outside: boolean): void {
  if (outside) {
    if (raw.replaceAll('\uFEFF', '').trim() !== '')
      throw new XmlError('There is text outside the root element.');
    return;
  }
  element.text += decode(raw, budget);
}

/** Reads a start tag with its attributes. @returns the position after it */
function openElement(
  text: string,
  from: number,
  open: XmlElement[],
  budget: { references: number; elements: number },
): number {
  if (open.length > deepest) throw new XmlError(`The document is nested deeper than ${deepest} levels.`);
  if (--budget.elements < 0) throw new XmlError(`The document has more than ${mostElements} elements.`);
  const end = tagEnd(text, from);
  const empty = text[end - 1] === '/';
  const tag = text.slice(from + 1, empty ? end - 1 : end);
  const name = /^[A-Za-z_][\w.:-]*/.exec(tag)?.[0];
  if (name === undefined) throw new XmlError('There is a tag without a name.');
  const attributes = new Map<string, string>();
  const pattern = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
  pattern.lastIndex = name.length;
  let match = pattern.exec(tag);
  let rest = name.length;
  while (match) {
    if (attributes.size >= mostAttributes)
      throw new XmlError(`The tag <${name.slice(0, 40)}> has more than ${mostAttributes} attributes.`);
    attributes.set(localName(match[1]!), decode(match[2] ?? match[3] ?? '', budget));
    rest = pattern.lastIndex;
    match = pattern.exec(tag);
  }
  if (tag.slice(rest).trim() !== '') throw new XmlError(`The tag <${name.slice(0, 40)}> is damaged.`);
  const element: XmlElement = { name: localName(name), attributes, children: [], text: '' };
  open.at(-1)!.children.push(element);
  if (!empty) open.push(element);
  return end + 1;
}

/** The `>` that ends a tag, skipping quoted values. */
function tagEnd(text: string, from: number): number {
  let quote = '';
  for (let i = from; i < text.length && i - from < 100_000; i++) {
    const c = text[i]!;
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '>') return i;
  }
  throw new XmlError('A tag does not end.');
}

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

function decode(raw: string, budget: { references: number }): string {
  // Counted first, because `replace` finds all matches before it handles one.
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', at + 1))
    if (--budget.references < 0) throw new XmlError('The document has too many character references.');
  return raw.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,10}));|&/gi, (all, decimal, hex, name) => {
    if (name !== undefined && named[name] !== undefined) return named[name];
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : -1;
    const allowed =
      code === 9 ||
      code === 10 ||
      code === 13 ||
      (code >= 32 && code <= 0xd7ff) ||
      (code >= 0xe000 && code <= 0x10ffff);
    if (!allowed) throw new XmlError(`The reference ${String(all).slice(0, 20)} is not known.`);
    return String.fromCodePoint(code);
  });
}

export const escapeXml = (text: string): string =>
  text
    // XML 1.0 cannot represent these characters.
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
