import { describe, expect, it } from 'vitest';
import { readSoapCall } from '../../../src-shared/soap/message.ts';
import { escapeXml, readXml, XmlError } from '../../../src-shared/soap/xml.ts';

describe('the XML reader', () => {
  it('The XML reader reads elements, attributes, text, CDATA and references, without prefixes.', () => {
    const root = readXml(
      '\uFEFF<?xml version="1.0"?><a:x b:y="1 &lt; 2" z=\'"\'><!-- <c> --><d/>t&#233;&#x41;<![CDATA[<&]]></a:x>\n',
    );
    expect(root.name).toBe('x');
    expect(Object.fromEntries(root.attributes)).toEqual({ y: '1 < 2', z: '"' });
    expect(root.children.map((child) => child.name)).toEqual(['d']);
    expect(root.text).toBe('téA<&');
  });

  it.each([
    ['a DOCTYPE', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'],
    ['a DOCTYPE in odd spelling', '<! doctype x SYSTEM "file:///etc/passwd"><x/>'],
    [
      'an external entity',
      '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r>&e;</r>',
    ],
    ['an unknown entity', '<x>&nbsp;</x>'],
    ['a lone ampersand', '<x>a & b</x>'],
    ['a reference to NUL', '<x>&#0;</x>'],
    ['a reference to a surrogate', '<x>&#xD800;</x>'],
    ['a tag that does not end', '<x'],
    ['tags that cross', '<a><b></a></b>'],
    ['two roots', '<a/><b/>'],
    ['text outside', 'hello<a/>'],
    ['an attribute without quotes', '<a b=c/>'],
    ['nothing', ''],
    ['an open comment', '<a><!-- '],
  ])('The XML reader refuses %s.', (_, text) => {
    expect(() => readXml(text)).toThrow(XmlError);
  });

  it('The XML reader limits depth, elements and references.', () => {
    expect(() => readXml('<a>'.repeat(100_000))).toThrow(/nested deeper/);
    expect(() => readXml(`<a>${'<b/>'.repeat(100_000)}</a>`)).toThrow(/more than/);
    expect(() => readXml(`<a>${'&#65;'.repeat(1_000_000)}</a>`)).toThrow(/too many/);
    expect(() => readXml(`<a ${'b="'.repeat(200_000)}`)).toThrow(XmlError);
  });

  it('The XML reader refuses a million references without using much memory.', () => {
    const text = `<a>${'&#65;'.repeat(1_000_000)}</a>`;
    const before = process.memoryUsage().heapUsed;
    expect(() => readXml(text)).toThrow(/too many/);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('Text is escaped when XML is written.', () => {
    expect(escapeXml('a<b>&"\0\uFFFE')).toBe('a&lt;b&gt;&amp;&quot;');
  });
});

describe('SOAP messages', () => {
  const envelope = (body: string) =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header/><s:Body>${body}</s:Body></s:Envelope>`;

  it('SOAP parts are found by local name, in any order, missing, empty or nil.', () => {
    const { operation, parts } = readSoapCall(
      envelope(
        '<n:login><password xsi:type="xsd:string">p</password><x:username>u</x:username><application_id xsi:nil="true"/><e></e></n:login>',
      ),
    );
    expect(operation).toBe('login');
    expect([parts.text('username'), parts.text('password')]).toEqual(['u', 'p']);
    expect([parts.text('application_id'), parts.text('e'), parts.text('missing')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('SOAP references of Axis clients are followed, but not in a circle.', () => {
    const { parts } = readSoapCall(
      envelope(
        '<submitModel><model href="#id0"/></submitModel><multiRef id="id0"><title>t</title></multiRef>',
      ),
    );
    expect(parts.struct('model')?.text('title')).toBe('t');
    const circle = readSoapCall(envelope('<a><m href="#x"/></a><r id="x" href="#y"/><r id="y" href="#x"/>'));
    expect(() => circle.parts.struct('m')).toThrow(/circle/);
    const nowhere = readSoapCall(envelope('<a><m href="#gone"/></a>'));
    expect(() => nowhere.parts.struct('m')).toThrow(/nowhere/);
  });
});
