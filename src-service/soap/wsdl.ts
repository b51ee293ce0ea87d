/** The WSDL: rpc style, encoded use, namespace `urn:Svc.wsdl` (spec: Endpoints > Legacy SOAP interface) */
import { type Members, material, modelPrice, printer, submittedModel } from './types.ts';

const nillable = (name: string, type: string): string =>
  `<xsd:element name="${name}" type="${type}" nillable="true" minOccurs="0"/>`;
const element = (name: string, type: string): string => `<xsd:element name="${name}" type="${type}"/>`;
const complex = (name: string, members: readonly string[]): string =>
  `<xsd:complexType name="${name}"><xsd:all>${members.join('')}</xsd:all></xsd:complexType>`;
const arrayOf = (name: string, item: string): string =>
  `<xsd:complexType name="${name}"><xsd:complexContent><xsd:restriction base="SOAP-ENC:Array">` +
  `<xsd:attribute ref="SOAP-ENC:arrayType" wsdl:arrayType="${item}[]"/>` +
  '</xsd:restriction></xsd:complexContent></xsd:complexType>';

const membersOf = (members: Members, isNillable = (_name: string) => false): string[] =>
  Object.entries(members).map(([name, type]) => (isNillable(name) ? nillable : element)(name, type));

/** Whether a client may leave out a member of a model. */
const mayBeNil = (name: string): boolean => name !== 'has_color';

const float = 'xsd:float';
const text = 'xsd:string';
const integer = 'xsd:integer';

const types = [
  complex(
    'Location',
    ['x', 'y', 'z'].map((name) => element(name, float)),
  ),
  complex(
    'Orientation',
    ['x', 'y', 'z', 'a'].map((name) => element(name, float)),
  ),
  complex('SvcModel', membersOf(submittedModel, mayBeNil)),
  complex(
    'SvcModelPrice',
    membersOf(modelPrice, (name) => name === 'price'),
  ),
  complex('Printer', membersOf(printer)),
  complex('Material', membersOf(material)),
  arrayOf('MaterialArray', 'tns:Material'),
  arrayOf('PrinterArray', 'tns:Printer'),
];

interface Operation {
  readonly name: string;
  readonly documentation: string;
  readonly input: readonly (readonly [name: string, type: string])[];
  readonly output: readonly [name: string, type: string];
}

const operations: readonly Operation[] = [
  {
    name: 'login',
    documentation: 'Login and create a session id',
    input: [
      ['username', text],
      ['password', text],
      ['application_id', text],
    ],
    output: ['loginReturn', text],
  },
  {
    name: 'getPrinters',
    documentation: 'Returns the available printers and printing materials',
    input: [
      ['session_id', text],
      ['template_id', integer],
      ['application_id', text],
    ],
    output: ['getPrintersReturn', 'tns:PrinterArray'],
  },
  {
    name: 'submitModel',
    documentation: 'Saves a newly created model',
    input: [
      ['session_id', text],
      ['model', 'tns:SvcModel'],
      ['templateId', integer],
      ['application_id', text],
    ],
    output: ['response', text],
  },
  {
    name: 'getModelPrice',
    documentation: 'Price of the model for the material, excluding tax and shipping',
    input: [
      ['session_id', text],
      ['modelVolume', float],
      ['materialId', integer],
      ['templateId', integer],
      ['application_id', text],
    ],
    output: ['SvcModelPriceReturn', 'tns:SvcModelPrice'],
  },
];

const parts = (list: Operation['input']): string =>
  list.map(([name, type]) => `<part name="${name}" type="${type}"/>`).join('');
const bodyUse =
  '<soap:body use="encoded" namespace="urn:Svc.wsdl" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>';

/**
 * The part of the SOAP 1.1 encoding schema that the WSDL needs: the array type and its attributes. The
 * service itself serves it, since toolkits follow the import and often cannot reach schemas.xmlsoap.org.
 */
export const encodingSchema =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ' +
  'xmlns:tns="http://schemas.xmlsoap.org/soap/encoding/" ' +
  'targetNamespace="http://schemas.xmlsoap.org/soap/encoding/">' +
  '<xs:attribute name="root" type="xs:boolean"/><xs:attribute name="arrayType" type="xs:string"/>' +
  '<xs:attribute name="offset" type="xs:string"/>' +
  // Does not refer to its own namespace, which zeep would then fetch from its original address.
  '<xs:complexType name="Array"><xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>' +
  '<xs:attribute name="id" type="xs:ID"/><xs:attribute name="href" type="xs:anyURI"/>' +
  '<xs:anyAttribute namespace="##any" processContents="lax"/></xs:complexType></xs:schema>\n';

/** @param address of the interface; never taken from a Host header */
export function wsdl(address: string): string {
  const messages = operations.map(
    ({ name, input, output }) =>
      `<message name="${name}Request">${parts(input)}</message><message name="${name}Response">${parts([output])}</message>`,
  );
  const port = operations.map(
    ({ name, documentation }) =>
      `<operation name="${name}"><documentation>${documentation}</documentation><input message="tns:${name}Request"/><output message="tns:${name}Response"/></operation>`,
  );
  const binding = operations.map(
    ({ name }) =>
      `<operation name="${name}"><soap:operation soapAction="urn:SvcWebServiceAction" style="rpc"/><input>${bodyUse}</input><output>${bodyUse}</output></operation>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<definitions name="SvcWebService" targetNamespace="urn:Svc.wsdl" xmlns="http://schemas.xmlsoap.org/wsdl/" ' +
    'xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" ' +
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" ' +
    'xmlns:tns="urn:Svc.wsdl"><types><xsd:schema targetNamespace="urn:Svc.wsdl">' +
    `<xsd:import namespace="http://schemas.xmlsoap.org/soap/encoding/" schemaLocation="${address}/encoding.xsd"/>` +
    `${types.join('')}</xsd:schema></types>${messages.join('')}` +
    `<portType name="SvcWebServicePortType">${port.join('')}</portType>` +
    '<binding name="SvcWebServiceBinding" type="tns:SvcWebServicePortType">' +
    `<soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${binding.join('')}</binding>` +
    '<service name="SvcWebService"><port name="SvcWebServicePort" binding="tns:SvcWebServiceBinding">' +
    `<soap:address location="${address}"/></port></service></definitions>\n`
  );
}
