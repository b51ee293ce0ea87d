/** The SOAP interface, from its WSDL. */
import { wsdl } from '../../../src-service/soap/wsdl.ts';
import { frame, typed } from '../../../src-shared/soap/message.ts';
import { readXml, type XmlElement } from '../../../src-shared/soap/xml.ts';
import type { Random } from '../../simulation/random.ts';
import { boxStl } from '../../support/models.ts';
import type { HttpRequest } from '../http-message.ts';
import { type Foreign, mutateBytes, mutateRequest } from '../mutate-request.ts';
import { nastyText } from '../nasty-values.ts';
import { request, type Scope, ServiceTarget, type Template } from './service-target.ts';

const description = readXml(wsdl('http://127.0.0.1/soap/v1'));
const all = (element: XmlElement, name: string): XmlElement[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => all(child, name)),
];
const attribute = (element: XmlElement, name: string): string => element.attributes.get(name) ?? '';

/** The parts of each operation's request, by the WSDL. */
const operations: readonly (readonly [string, readonly (readonly [string, string])[]])[] = all(
  description,
  'message',
)
  .filter((message) => attribute(message, 'name').endsWith('Request'))
  .map((message) => [
    attribute(message, 'name').replace(/Request$/, ''),
    message.children.map((part) => [attribute(part, 'name'), attribute(part, 'type')] as const),
  ]);
const membersOfModel = all(description, 'complexType')
  .filter((type) => attribute(type, 'name') === 'SvcModel')
  .flatMap((type) => all(type, 'element'))
  .map((member) => [attribute(member, 'name'), attribute(member, 'type')] as const);

function partValue(name: string, type: string, random: Random, scope: Scope): string {
  const known: Readonly<Record<string, () => string>> = {
    session_id: () => scope.people.soapSession,
    username: () => scope.me.username,
    // A wrong one would lock the name for ten minutes.
    password: () => scope.me.password,
    modelVolume: () => random.pick(['0.000001', '0.00025', '1e-6']),
    materialId: () => random.pick(['6', '25']),
    file: () => Buffer.from(boxStl(10, 10, 10, `s${random.int(0, 5)}`)).toString('base64'),
    filename: () => random.pick(['a.stl', 'a', 'C:\\a.stl']),
    modeltype: () => 'STL',
    scale: () => '0.001',
    view_state: () => random.pick(['0', '1', '2']),
    has_color: () => 'false',
    markup: () => random.pick(['0', '2.5']),
  };
  const text = known[name]?.() ?? (type.includes('integer') || type.includes('float') ? '1' : 'text');
  return typed(name, type, text);
}

const messageOf = (body: string): Partial<HttpRequest> => ({
  headers: [['SOAPAction', '"urn:SvcWebServiceAction"']],
  body: { kind: 'raw', bytes: Buffer.from(frame(body)), type: 'text/xml; charset=utf-8' },
});

const leaf = /<([\w:-]+)([^<>]*)>([^<]*)<\/\1>/g;

/**
 * Changes an element of the message, or the message as a whole, as text: so that what is no XML can be made,
 * too.
 */
function mutateSoap(sent: HttpRequest, random: Random, foreign: Foreign): HttpRequest {
  if (sent.body.kind !== 'raw' || random.chance(0.25)) return mutateRequest(sent, random, foreign);
  const { body } = sent;
  const text = body.bytes.toString('utf8');
  const found = [...text.matchAll(leaf)];
  const element = found.length > 0 ? random.pick(found) : null;
  const put = (other: string): HttpRequest => ({
    ...sent,
    body: {
      ...body,
      bytes: Buffer.from(
        element
          ? text.slice(0, element.index) + other + text.slice(element.index + element[0].length)
          : other,
      ),
    },
  });
  const [whole = '', name = 'a', attributes = '', inner = ''] = element ?? [];
  const nasty = nastyText(random);
  const escaped = nasty.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\0', '');
  const deep = random.pick([10, 99, 100, 101, 3000]);
  return random.pick<() => HttpRequest>([
    () => put(''),
    () => put(whole + whole),
    () => put(`<${name}${attributes}>${escaped}</${name}>`),
    () => put(`<${name}${attributes}>${nasty}</${name}>`),
    () => put(`<${name}${attributes}>${random.pick(foreign.values)}</${name}>`),
    () => put(`<${name} xsi:nil="${random.pick(['1', 'true', '0', 'x'])}">${inner}</${name}>`),
    () => put(`<${name} href="#a"/>`),
    () => put(`<${name} id="a" href="#a"/>`),
    () => put(`<${name} id="a" href="#b"/><b id="b" href="#a"/>`),
    () => put(`<other${attributes}>${inner}</other>`),
    () => put(`<${name}${attributes}><![CDATA[${inner}]]></${name}>`),
    () => put(`<${name}${attributes}><!-- ${inner} --><?x y?>${inner}</${name}>`),
    () => put(`<${name}${attributes}>${'<d>'.repeat(deep)}${'</d>'.repeat(deep)}</${name}>`),
    () => put(`<${name}${attributes}>${'<i>1</i>'.repeat(random.pick([3, 1000, 20_000]))}</${name}>`),
    () => put(`<${name} ${'a="1" '.repeat(random.pick([2, 500]))}>${inner}</${name}>`),
    () =>
      put(
        `<${name}${attributes}>&#${random.pick(['0', 'x0', '65', 'xD800', '99999999999', 'x'])};</${name}>`,
      ),
    () => put(`<${name}${attributes}>&${random.pick(['amp', 'lol', 'xxe', ''])};${inner}`),
    () => ({
      ...sent,
      body: {
        ...body,
        bytes: Buffer.from(
          text.replace('?>', '?><!DOCTYPE a [<!ENTITY lol "lol"><!ENTITY xxe SYSTEM "file:///etc/passwd">]>'),
        ),
      },
    }),
    () => ({
      ...sent,
      body: { ...body, bytes: Buffer.from(text.replace('UTF-8', random.pick(['UTF-16', 'x', '']))) },
    }),
    () => ({
      ...sent,
      body: { ...body, bytes: Buffer.from(text.replaceAll('SOAP-ENV', random.pick(['a', 'S-1', '']))) },
    }),
    () => ({ ...sent, body: { ...body, bytes: Buffer.from(text, 'utf16le') } }),
    () => ({ ...sent, body: { ...body, bytes: mutateBytes(body.bytes, random) } }),
    () => ({ ...sent, body: { ...body, bytes: body.bytes.subarray(0, random.int(0, body.bytes.length)) } }),
  ])();
}

const templates: Record<string, Template> = {};
for (const [operation, parts] of operations)
  templates[operation] = {
    // Logging in takes a scrypt.
    weight: operation === 'login' ? 0.3 : operation === 'submitModel' ? 2 : 3,
    mutate: mutateSoap,
    build: (random, scope) => {
      const written = parts.map(([name, type]) =>
        name === 'model'
          ? `<model xsi:type="${type}">${membersOfModel.map(([member, of]) => (random.chance(0.3) ? '' : partValue(member, of, random, scope))).join('')}</model>`
          : partValue(name, type, random, scope),
      );
      return request(
        'POST',
        '/soap/v1',
        messageOf(`<tns:${operation}>${written.join('')}</tns:${operation}>`),
      );
    },
    learn: ({ text }, scope) => {
      const id = Number(/<response[^>]*>(\d+)</.exec(text)?.[1]);
      if (id > 0) scope.models.push({ id, spin: String(100_000_000 + id), secretKey: '', claimKey: '' });
    },
  };
for (const path of ['/soap/v1', '/v1/wsdl.php', '/soap/v1/encoding.xsd'])
  templates[`GET ${path}`] = { weight: 0.3, build: () => request('GET', path, { query: [['wsdl', '']] }) };

export const soapTarget = (): ServiceTarget =>
  new ServiceTarget({ name: 'soap', templates, actors: { nobody: 9, token: 1 }, openings: [] });
