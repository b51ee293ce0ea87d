/**
 * SOAP 1.1 messages in rpc style with SOAP encoding (spec: Endpoints > Legacy SOAP interface), as both ends
 * write and read them. Reads parts by their local name, in any order, typed or not, missing, empty or nil;
 * follows the `href`s of Axis clients.
 */
import { escapeXml, readXml, type XmlElement, XmlError } from './xml.ts';

export interface SoapCall {
  readonly operation: string;
  readonly parts: SoapParts;
}

/** A struct on the wire. */
export class SoapParts {
  readonly #element: XmlElement;
  readonly #byId: ReadonlyMap<string, XmlElement>;

  constructor(element: XmlElement, byId: ReadonlyMap<string, XmlElement>) {
    this.#element = element;
    this.#byId = byId;
  }

  /** Null if the part is missing, empty or nil. */
  text(name: string): string | null {
    const child = this.#child(name);
    return child === null || child.text.trim() === '' ? null : child.text.trim();
  }

  /** Null if the part is missing, empty or not a number. */
  number(name: string): number | null {
    const text = this.text(name);
    const value = text === null ? Number.NaN : Number(text);
    return Number.isFinite(value) ? value : null;
  }

  struct(name: string): SoapParts | null {
    const child = this.#child(name);
    return child === null ? null : new SoapParts(child, this.#byId);
  }

  /** The texts of an array's items. */
  list(name: string): string[] {
    return this.#items(name)
      .map(({ text }) => text.trim())
      .filter(Boolean);
  }

  /** The items of an array of structs. */
  structs(name: string): SoapParts[] {
    return this.#items(name).map((item) => new SoapParts(item, this.#byId));
  }

  #items(name: string): XmlElement[] {
    return this.#child(name)?.children.map((item) => resolve(item, this.#byId)) ?? [];
  }

  #child(name: string): XmlElement | null {
    const found = this.#element.children.find((child) => child.name === name);
    if (!found) return null;
    const nil = found.attributes.get('nil') ?? found.attributes.get('null');
    return nil === 'true' || nil === '1' ? null : resolve(found, this.#byId);
  }
}

/** Follows `href="#id"` for a few steps, never in a circle. */
function resolve(element: XmlElement, byId: ReadonlyMap<string, XmlElement>): XmlElement {
  let current = element;
  for (let steps = 0; steps < 8; steps++) {
    const href = current.attributes.get('href');
    if (!href?.startsWith('#')) return current;
    const target = byId.get(href.slice(1));
    if (!target) throw new XmlError(`The reference ${href.slice(0, 40)} leads nowhere.`);
    current = target;
  }
  throw new XmlError('References lead in a circle.');
}

/** @throws XmlError */
export function readSoapCall(text: string): SoapCall {
  const envelope = readXml(text);
  const body =
    envelope.name === 'Envelope' ? envelope.children.find((child) => child.name === 'Body') : undefined;
  if (!body) throw new XmlError('The message is no SOAP envelope with a body.');
  const [operation] = body.children;
  if (!operation) throw new XmlError('The body of the message names no operation.');
  const byId = new Map<string, XmlElement>();
  for (const element of body.children) {
    const id = element.attributes.get('id');
    if (id !== undefined) byId.set(id, element);
  }
  return { operation: operation.name, parts: new SoapParts(operation, byId) };
}

/** A typed value on the wire, already written. */
export const typed = (name: string, type: string, value: string | number | boolean): string =>
  `<${name} xsi:type="${type}">${escapeXml(String(value))}</${name}>`;

/** The whole message around a body that is already written. */
export const frame = (body: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" ' +
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:tns="urn:Svc.wsdl" ' +
  'SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">' +
  `<SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;
