/** The answers of the SOAP interface (spec: Endpoints > Legacy SOAP interface). */
import { frame, typed } from '../../src-shared/soap/message.ts';
import { escapeXml } from '../../src-shared/soap/xml.ts';
import type { Members, Values } from './types.ts';

/** A struct of the WSDL, with its members in their order. */
export function struct<M extends Members>(name: string, type: string, members: M, values: Values<M>): string {
  const written = Object.entries(members).map(([member, memberType]) => {
    const value = values[member as keyof M];
    return Array.isArray(value)
      ? array(member, 'MaterialArray', 'Material', value)
      : typed(member, memberType, value as string | number | boolean);
  });
  return `<${name} xsi:type="tns:${type}">${written.join('')}</${name}>`;
}

export const array = (name: string, type: string, item: string, items: readonly string[]): string =>
  `<${name} xsi:type="tns:${type}" SOAP-ENC:arrayType="tns:${item}[${items.length}]">${items.join('')}</${name}>`;

export const soapAnswer = (operation: string, part: string): string =>
  frame(`<tns:${operation}Response>${part}</tns:${operation}Response>`);

/** SOAP 1.1 4.4. `Client`: the message was wrong; `Server`: the service failed. */
export const soapFault = (who: 'Client' | 'Server', reason: string): string =>
  frame(
    `<SOAP-ENV:Fault><faultcode>SOAP-ENV:${who}</faultcode><faultstring>${escapeXml(reason)}</faultstring></SOAP-ENV:Fault>`,
  );
