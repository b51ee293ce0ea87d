import { afterEach, describe, expect, it } from 'vitest';
import { createSoapClient } from '../../../src-main/soap-client/soap-client.ts';
import { type Reply, type WireServer, wireServer } from '../api-client/wire-server.ts';

let server: WireServer;
afterEach(() => server.close());

const xml = (text: string, status = 200): Reply => ({
  bytes: `HTTP/1.1 ${status} Said\r\nContent-Type: text/xml\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
});
const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const fault = (reason: string, status = 500): Reply =>
  xml(
    envelope(`<s:Fault><faultcode>s:Client</faultcode><faultstring>${reason}</faultstring></s:Fault>`),
    status,
  );
const loggedIn = (session: string): Reply =>
  xml(envelope(`<loginResponse><loginReturn>${session}</loginReturn></loginResponse>`));
const printers = (items: string, more = ''): Reply =>
  xml(
    envelope(
      `<getPrintersResponse><getPrintersReturn>${items}</getPrintersReturn></getPrintersResponse>${more}`,
    ),
  );

/** A service whose getPrinters answers so; every login succeeds. */
async function answering(answer: (nth: number) => Reply) {
  let logins = 0;
  let asked = 0;
  server = await wireServer(({ body }) =>
    String(body).includes(':login>') ? loggedIn(`session${++logins}`) : answer(++asked),
  );
  const client = createSoapClient({
    address: `${server.baseUrl}/soap/v1`,
    username: 'ada',
    applicationId: '',
    password: async () => 'p&<q',
    userAgent: 'test',
  });
  return { client, sent: () => server.complete.map(({ body }) => String(body)), logins: () => logins };
}

describe('The SOAP client', () => {
  it('Each request names the operation, its parts and the SOAPAction of the interface.', async () => {
    const { client, sent } = await answering(() => printers(''));
    expect(await client.getPrinters()).toEqual([]);
    expect(server.complete.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /soap/v1',
      'POST /soap/v1',
    ]);
    expect(server.complete[0]?.headers['soapaction']).toBe('"urn:SvcWebServiceAction"');
    expect(sent()[0]).toContain(
      '<tns:login><username xsi:type="xsd:string">ada</username><password xsi:type="xsd:string">p&amp;&lt;q</password></tns:login>',
    );
    expect(sent()[1]).toContain(
      '<tns:getPrinters><session_id xsi:type="xsd:string">session1</session_id></tns:getPrinters>',
    );
  });

  it('A refused session is renewed once, and a second refusal is reported.', async () => {
    const { client, logins } = await answering((nth) => (nth === 2 ? fault('expired') : printers('')));
    await client.getPrinters();
    await client.getPrinters();
    expect(logins()).toBe(2);
    await server.close();
    const never = await answering((nth) => (nth === 1 ? printers('') : fault('no\n longer  sold')));
    await never.client.getPrinters();
    await expect(never.client.getPrinters()).rejects.toMatchObject({
      code: 'soap-refused',
      message: 'The SOAP interface refused: no longer sold',
    });
    expect(never.logins()).toBe(2);
  });

  it('Printers and materials are read as an Axis client of the time wrote them, by references.', async () => {
    const { client } = await answering(() =>
      printers(
        '<item href="#p1"/>',
        '<multiRef id="p1"><title xsi:type="xsd:string">SLS 1</title><wallthickness>0.07</wallthickness>' +
          '<technology>SLS</technology><materials><item href="#m6"/></materials></multiRef>' +
          '<multiRef id="m6"><id>6</id><title>White</title><description>Nylon,\n  sintered.</description><base_color>F0F0EB</base_color>' +
          '<specular_color>#fff</specular_color><shineness>4</shineness><opacity>1</opacity>' +
          '<translucency>0</translucency><refractive_index>1.5</refractive_index><startup_cost>1.5</startup_cost></multiRef>',
      ),
    );
    const [printer] = await client.getPrinters();
    expect(printer).toMatchObject({ title: 'SLS 1', technology: 'SLS' });
    expect(printer?.minimumWall).toBeCloseTo(0.0007, 12);
    expect(printer?.materials).toEqual([
      {
        id: 6,
        title: 'White',
        description: 'Nylon, sintered.',
        appearance: {
          baseColor: '#f0f0eb',
          specularColor: '#ffffff',
          shininess: 4,
          opacity: 1,
          translucency: 0,
          refractiveIndex: 1.5,
        },
        startupCost: 1.5,
      },
    ]);
  });

  it('Missing and absurd values are left out and never read as zero.', async () => {
    const { client } = await answering(() =>
      printers(
        '<item><title>A</title><wallthickness>0</wallthickness><technology xsi:nil="true"/>' +
          '<materials><item><id>x</id><base_color>red; url(x)</base_color><opacity>7</opacity><startup_cost>-1</startup_cost></item></materials></item>' +
          '<item><wallthickness>1e9</wallthickness></item>' +
          '<item><wallthickness>0.0001</wallthickness></item>',
      ),
    );
    expect(await client.getPrinters()).toEqual([
      {
        title: 'A',
        technology: null,
        minimumWall: null,
        materials: [{ id: null, title: '', description: null, appearance: {}, startupCost: null }],
      },
      { title: '', technology: null, minimumWall: null, materials: [] },
      { title: '', technology: null, minimumWall: null, materials: [] },
    ]);
  });

  const many = '<item href="#m"/>'.repeat(2000);
  const hostile: readonly (readonly [what: string, reply: Reply])[] = [
    ['a web page', xml('<!doctype html><html><body>Sign in to the hotel</body></html>')],
    ['a redirect', xml('moved', 302)],
    ['an entity', xml('<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r>&e;</r>')],
    ['deep nesting', xml('<a>'.repeat(100_000))],
    ['too many elements', printers('<item/>'.repeat(30_000))],
    ['a circle of references', printers('<item href="#a"/>', '<m id="a" href="#a"/>')],
    [
      'references that name millions of materials',
      printers('<item href="#p"/>'.repeat(900), `<m id="p"><materials>${many}</materials></m><m id="m"/>`),
    ],
    ['an envelope that ends too early', xml('<Envelope><Body><getPrintersResponse>')],
  ];
  for (const [what, reply] of hostile)
    it(`An answer with ${what} gives a clear error.`, async () => {
      const { client } = await answering(() => reply);
      await expect(client.getPrinters()).rejects.toMatchObject({
        code: 'bad-answer',
        message: expect.stringMatching(/is not the SOAP interface of a print service/),
      });
    });

  it('An answer of more than 8 MB is not read to its end.', async () => {
    const { client } = await answering(() => xml(' '.repeat(9 * 1024 * 1024)));
    await expect(client.getPrinters()).rejects.toMatchObject({ code: 'too-large' });
  });
});
