import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readXml, type XmlElement } from '../../../src-shared/soap/xml.ts';
import { leftOverContents } from '../../support/books.ts';
import { boxStl } from '../../support/models.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let session: string;
beforeAll(async () => {
  service = await startService();
  const { username, password } = service.service.owner;
  session = part(
    await call(`<login><username>${username}</username><password>${password}</password></login>`),
    'loginReturn',
  );
});
afterAll(() => service.close());

const envelope = (body: string) =>
  `<?xml version="1.0"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;

async function call(body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(service.service.soapUrl(), {
    method: 'POST',
    headers: {
      'Content-Type': 'text/xml; charset=utf-8',
      SOAPAction: '"urn:SvcWebServiceAction"',
      ...headers,
    },
    body: envelope(body),
  });
  return { status: answer.status, text: await answer.text() };
}
const part = ({ text }: { text: string }, name: string) =>
  new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
const submit = (model: string) =>
  call(`<submitModel><session_id>${session}</session_id><model>${model}</model></submitModel>`);
const base64 = Buffer.from(boxStl(10, 10, 10)).toString('base64');

describe('the WSDL', () => {
  it('The WSDL is served without a token, with an address that the Host header cannot change.', async () => {
    const http = await import('node:http');
    for (const path of ['/soap/v1?wsdl', '/soap/v1?WSDL', '/v1/wsdl.php', '/v1/wsdl.php?wsdl']) {
      const text = await new Promise<string>((resolve) =>
        http.get(`${service.baseUrl}${path}`, { headers: { Host: 'evil.example' } }, (answer) => {
          let body = '';
          answer.on('data', (chunk) => (body += chunk)).on('end', () => resolve(body));
        }),
      );
      expect(text).toContain(`<soap:address location="${service.service.soapUrl()}"/>`);
      expect(text).not.toContain('evil');
      const root = readXml(text);
      expect(root.name).toBe('definitions');
    }
  });

  /** `name type`, and `?` if nil is allowed. */
  const types: Record<string, string> = {
    Location: 'x float, y float, z float',
    Orientation: 'x float, y float, z float, a float',
    SvcModel:
      'desc string?, file base64Binary?, filename string?, file_uri string?, template_id integer?, title string?, ' +
      'view_state string?, tags string?, has_color boolean, modeltype string?, scale float?, markup float?, ' +
      'availability integer?, materials Array?',
    SvcModelPrice: 'price float?, includes_tax boolean, includes_shipping boolean, currency string',
    Printer:
      'title string, volume float, wallthickness float, technology string, x_bound_max float, x_bound_min float, ' +
      'y_bound_max float, y_bound_min float, z_bound_max float, z_bound_min float, materials MaterialArray',
    Material:
      'id integer, title string, description string, base_color string, specular_color string, shineness integer, ' +
      'opacity float, translucency float, refractive_index float, startup_cost float',
  };
  const messages: Record<string, string> = {
    loginRequest: 'username string, password string, application_id string',
    loginResponse: 'loginReturn string',
    getPrintersRequest: 'session_id string, template_id integer, application_id string',
    getPrintersResponse: 'getPrintersReturn PrinterArray',
    submitModelRequest: 'session_id string, model SvcModel, templateId integer, application_id string',
    submitModelResponse: 'response string',
    getModelPriceRequest:
      'session_id string, modelVolume float, materialId integer, templateId integer, application_id string',
    getModelPriceResponse: 'SvcModelPriceReturn SvcModelPrice',
  };

  it('The WSDL has the types, operations and style of the spec.', async () => {
    const root = readXml(await (await fetch(`${service.service.soapUrl()}?wsdl`)).text());
    const below = (element: XmlElement, name: string): XmlElement[] =>
      element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...below(child, name)]);
    const named = (name: string) =>
      below(root, name).map((element) => [element.attributes.get('name'), element] as const);
    const member = ({ attributes }: XmlElement) =>
      `${attributes.get('name')} ${attributes.get('type')?.replace(/^.*:/, '')}` +
      (attributes.get('nillable') === 'true' ? '?' : '');

    expect(root.attributes.get('targetNamespace')).toBe('urn:Svc.wsdl');
    const described = named('complexType').filter(([name]) => !name?.endsWith('Array'));
    expect(
      Object.fromEntries(
        described.map(([name, type]) => [name, below(type, 'element').map(member).join(', ')]),
      ),
    ).toEqual(types);
    expect(
      Object.fromEntries(named('message').map(([name, one]) => [name, one.children.map(member).join(', ')])),
    ).toEqual(messages);
    const arrays = below(root, 'attribute').map(({ attributes }) => attributes.get('arrayType'));
    expect(arrays).toEqual(['tns:Material[]', 'tns:Printer[]']);
    expect(named('portType').map(([name]) => name)).toEqual(['SvcWebServicePortType']);
    const [, binding] = named('binding').find(([name]) => name !== undefined) ?? [];
    const actions = below(binding!, 'operation').filter(({ attributes }) => attributes.has('soapAction'));
    expect(actions.map(({ attributes }) => Object.fromEntries(attributes))).toEqual(
      Array.from({ length: 4 }, () => ({ soapAction: 'urn:SvcWebServiceAction', style: 'rpc' })),
    );
    const bodies = below(binding!, 'body').map(({ attributes }) => Object.fromEntries(attributes));
    expect(bodies).toEqual(
      Array.from({ length: 8 }, () => ({
        use: 'encoded',
        namespace: 'urn:Svc.wsdl',
        encodingStyle: 'http://schemas.xmlsoap.org/soap/encoding/',
      })),
    );
  });
});

describe('login', () => {
  it('login answers a session id of 32 characters.', () => {
    expect(session).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  it('login refuses a wrong password with a fault.', async () => {
    const answer = await call('<login><username>owner</username><password>wrong</password></login>');
    expect(answer.status).toBe(500);
    expect(part(answer, 'faultcode')).toBe('SOAP-ENV:Client');
    expect(part(answer, 'faultstring')).toMatch(/password is wrong/);
  });

  it('Every other operation needs a login.', async () => {
    for (const body of ['<getPrinters/>', '<getPrinters><session_id>guess</session_id></getPrinters>'])
      expect(part(await call(body), 'faultstring')).toMatch(/Call login again/);
  });
});

describe('getPrinters', () => {
  it('getPrinters lists printers with technology, wall thickness and materials.', async () => {
    const { text } = await call(
      `<getPrinters><session_id>${session}</session_id><template_id></template_id></getPrinters>`,
    );
    expect(text).toContain('SOAP-ENC:arrayType="tns:Printer[21]"');
    const answer = readXml(text).children[0]!.children[0]!.children[0]!;
    const field = (printer: (typeof answer.children)[number], name: string) =>
      printer.children.find((child) => child.name === name)!;
    const sls = answer.children.find((printer) => field(printer, 'title').text === 'SLS Printer')!;
    expect(field(sls, 'technology').text).toBe('SLS');
    expect(field(sls, 'wallthickness').text).toBe('0.07');
    expect(field(sls, 'x_bound_max').text).toBe('66');
    const [nylon] = field(sls, 'materials').children;
    expect(Object.fromEntries(nylon!.children.map((child) => [child.name, child.text]))).toMatchObject({
      id: '6',
      title: 'White Strong &amp; Flexible'.replace('&amp;', '&'),
      base_color: '#f4f3ee',
      startup_cost: '2.41',
    });
  });
});

describe('large messages', () => {
  const large = 'A'.repeat(3_000_000);

  it('Large messages of strangers are refused before they are read, wherever the session is.', async () => {
    for (const body of [
      `<submitModel><session_id>guess</session_id><model><file>${large}</file></model></submitModel>`,
      `<submitModel><model><file>${large}</file></model><session_id>${session}</session_id></submitModel>`,
      `<login><username>owner</username><password>${large}</password></login>`,
    ]) {
      const answer = await call(body);
      expect([answer.status, part(answer, 'faultstring')]).toEqual([
        500,
        expect.stringContaining('needs a valid session_id before the model'),
      ]);
    }
  });

  it('Large messages of strangers are read no further than their head.', async () => {
    const url = new URL(service.service.soapUrl());
    const socket = connect(Number(url.port), url.hostname);
    socket.write(
      `POST ${url.pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 30000000\r\n\r\n<submitModel><session_id>no</session_id>${'A'.repeat(70_000)}`,
    );
    // The answer comes although most of the message never does.
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 500/);
    socket.destroy();
  });
});

describe('getModelPrice', () => {
  const price = (fields: string) =>
    call(`<getModelPrice><session_id>${session}</session_id>${fields}</getModelPrice>`);

  it('getModelPrice prices a volume in cubic metres, without tax and shipping.', async () => {
    const answer = await price(
      '<materialId>6</materialId><modelVolume>0.000001</modelVolume><templateId xsi:nil="true"/>',
    );
    expect(part(answer, 'price')).toBe('2.9');
    expect([
      part(answer, 'includes_tax'),
      part(answer, 'includes_shipping'),
      part(answer, 'currency'),
    ]).toEqual(['false', 'false', 'USD']);
  });

  it('getModelPrice refuses what cannot be priced.', async () => {
    expect(
      part(await price('<materialId>424242</materialId><modelVolume>1</modelVolume>'), 'faultstring'),
    ).toMatch(/424242/);
    expect(
      part(await price('<materialId>6</materialId><modelVolume>much</modelVolume>'), 'faultstring'),
    ).toMatch(/modelVolume/);
  });

  it('getModelPrice tells a client that sends cubic centimetres, instead of naming a price of millions.', async () => {
    const answer = await price('<materialId>6</materialId><modelVolume>12.5</modelVolume>');
    expect(part(answer, 'faultstring')).toMatch(/cubic metres \(1 cubic centimetre is 0.000001\)/);
    expect(part(answer, 'price')).toBe('');
  });

  it('getModelPrice prices cubic centimetres if the operator serves old clients.', async () => {
    const old = await startService({ soapVolume: 'cm3' });
    try {
      const send = async (body: string) => {
        const answer = await fetch(old.service.soapUrl(), { method: 'POST', body: envelope(body) });
        return { text: await answer.text() };
      };
      const { username, password } = old.service.owner;
      const id = part(
        await send(`<login><username>${username}</username><password>${password}</password></login>`),
        'loginReturn',
      );
      const answer = await send(
        `<getModelPrice><session_id>${id}</session_id><materialId>6</materialId><modelVolume>1</modelVolume></getModelPrice>`,
      );
      expect(part(answer, 'price')).toBe('2.9');
    } finally {
      await old.close();
    }
  });
});

describe('submitModel', () => {
  it.each([
    ['0', [1, 0]],
    ['1', [1, 1]],
    ['2', [0, 0]],
    ['', [0, 0]],
  ])(
    'submitModel shows and sells as view_state %j says: view only, for sale, hidden.',
    async (state, shown) => {
      const answer = await submit(
        `<filename>a.stl</filename><view_state>${state}</view_state><file>${base64}</file><scale>0.001</scale>`,
      );
      const { body } = await service.call('GET', `/models/${part(answer, 'response')}/info/v1`);
      expect([body.isPublic, body.isForSale]).toEqual(shown);
    },
  );

  it.each(['STL', 'VRML', 'X3D', 'X3DV', 'DAE', 'ZIP'])(
    'submitModel uses modeltype %s if there is no extension.',
    async (type) => {
      const answer = await submit(
        `<filename>part</filename><modeltype>${type}</modeltype><file>${base64}</file><scale>0.001</scale>`,
      );
      expect(part(answer, 'response')).toMatch(/^\d+$/);
    },
  );

  it('submitModel saves a model that the JSON interface then shows.', async () => {
    const answer = await submit(
      `<title>By SOAP</title><desc>d &amp; e</desc><tags>a, b</tags><view_state>1</view_state><modeltype>STL</modeltype>` +
        `<filename>C:\\parts\\cube</filename><file xsi:type="xsd:base64Binary">${base64}</file><scale>0.001</scale><markup>1.5</markup><has_color></has_color>`,
    );
    const modelId = Number(part(answer, 'response'));
    await expect
      .poll(async () => (await service.call('GET', `/models/${modelId}/info/v1`)).body.printable)
      .toBe('yes');
    const { body } = await service.call('GET', `/models/${modelId}/v1`);
    expect(body).toMatchObject({
      title: 'By SOAP',
      description: 'd & e',
      tags: 'a,b',
      isPublic: 1,
      isForSale: 1,
      fileName: 'cube.stl',
    });
    expect(body.materials['6']).toMatchObject({ markup: 1.5, price: 4.4 });
  });

  it('submitModel reads a file that was encoded twice.', async () => {
    const twice = Buffer.from(base64).toString('base64');
    const modelId = Number(part(await submit(`<filename>x.stl</filename><file>${twice}</file>`), 'response'));
    const { body } = await service.call('GET', `/models/${modelId}/v1`);
    expect(Buffer.from(body.fileData, 'base64').toString()).toBe(boxStl(10, 10, 10));
  });

  it.each([
    ['no file', '<filename>x.stl</filename><file_uri>http://127.0.0.1:1/x.stl</file_uri>'],
    ['broken base64', '<filename>x.stl</filename><file>****</file>'],
    ['an unknown kind', `<filename>x.exe</filename><file>${base64}</file>`],
  ])('submitModel answers failed for %s.', async (_, model) => {
    expect(part(await submit(model), 'response')).toBe('failed');
  });
});

describe('hostile messages', () => {
  it.each([
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', /DOCTYPE/],
    ['hello', /root element|outside/],
    ['<a/>', /no SOAP envelope/],
    ['{"json":1}', /outside|root/],
  ])('The hostile message gets a fault: %s', async (body, reason) => {
    const answer = await fetch(service.service.soapUrl(), { method: 'POST', body });
    expect(answer.status).toBe(500);
    expect(part({ text: await answer.text() }, 'faultstring')).toMatch(reason);
  });

  it('A message that is found to be wrong behind its file leaves nothing on the disk.', async () => {
    const { status, text } = await submit(
      `<file>${base64}</file><filename>a.stl</filename><view_state href="#nowhere"/>`,
    );
    expect([status, text]).toEqual([500, expect.stringContaining('leads nowhere')]);
    expect(await leftOverContents(service.dataDir)).toEqual([]);
  });

  it('An unknown operation gets a fault.', async () => {
    expect(part(await call('<constructor/>'), 'faultstring')).toMatch(/no operation/);
  });
});

/** Ordinary toolkits, if this machine has them. */
const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const toolkits: readonly (readonly [
  name: string,
  present: boolean,
  command: string,
  file: string,
  program: string,
])[] = [
  [
    'zeep (Python)',
    has('/usr/bin/python3', '-c', 'import zeep'),
    '/usr/bin/python3',
    'client.py',
    `import sys, zeep
url, user, password, stl = sys.argv[1:5]
client = zeep.Client(url + '?wsdl')
s = client.service.login(user, password, '')
printers = client.service.getPrinters(s, 0, '')
price = client.service.getModelPrice(s, 0.000001, 6, 0, '')
model = client.get_type('{urn:Svc.wsdl}SvcModel')(title='zeep', filename='cube.stl', file=open(stl, 'rb').read(), has_color=False, modeltype='STL', scale=0.001)
print(len(s), len(printers), printers[2]['title'], price['price'], int(client.service.submitModel(s, model, 0, '')) > 0)
`,
  ],
  [
    'php-soap',
    has('php', '-r', 'exit(class_exists("SoapClient") ? 0 : 1);'),
    'php',
    'client.php',
    `<?php [$_, $url, $user, $password, $stl] = $argv;
ini_set('soap.wsdl_cache_enabled', '0');
$client = new SoapClient($url . '?wsdl', ['location' => $url]);
$s = $client->login($user, $password, null);
$printers = $client->getPrinters($s, null, null);
$price = $client->getModelPrice($s, 0.000001, 6, null, null);
$id = $client->submitModel($s, ['title' => 'php', 'filename' => 'cube.stl', 'file' => file_get_contents($stl), 'has_color' => false, 'modeltype' => 'STL', 'scale' => 0.001], null, null);
echo strlen($s), ' ', count($printers), ' ', $printers[2]->title, ' ', $price->price, ' ', intval($id) > 0 ? 'True' : 'False', "\\n";
`,
  ],
  [
    'SOAP::Lite (Perl)',
    has('perl', '-MSOAP::Lite', '-e', '1'),
    'perl',
    'client.pl',
    `use SOAP::Lite; my ($url, $user, $password, $stl) = @ARGV;
my $client = SOAP::Lite->service($url . '?wsdl');
my $s = $client->login($user, $password, undef);
my $printers = $client->getPrinters($s, undef, undef);
my $price = $client->getModelPrice($s, 0.000001, 6, undef, undef);
open my $in, '<', $stl; local $/; my $bytes = <$in>;
my $id = SOAP::Lite->new(uri => 'urn:Svc.wsdl', proxy => $url)->call('submitModel', SOAP::Data->name(session_id => $s), SOAP::Data->name(model => {title => 'perl', filename => 'cube.stl', file => SOAP::Data->type(base64 => $bytes), modeltype => 'STL', scale => 0.001}))->result;
print length($s), ' ', scalar(@$printers), ' ', $printers->[2]{title}, ' ', $price->{price}, ' ', ($id > 0 ? 'True' : 'False'), "\\n";
`,
  ],
];

describe('toolkits that read the WSDL', () => {
  for (const [name, present, command, file, program] of toolkits) {
    it.skipIf(!present)(name, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'fabdesk-soap-'));
      try {
        writeFileSync(join(folder, file), program);
        writeFileSync(join(folder, 'cube.stl'), boxStl(10, 10, 10));
        const { username, password } = service.service.owner;
        const { spawn } = await import('node:child_process');
        const child = spawn(command, [
          join(folder, file),
          service.service.soapUrl(),
          username,
          password,
          join(folder, 'cube.stl'),
        ]);
        let out = '';
        child.stdout.on('data', (chunk) => (out += chunk));
        child.stderr.on('data', (chunk) => (out += chunk));
        await new Promise((resolve) => child.on('exit', resolve));
        expect(out.trim()).toBe('32 21 SLS Printer 2.9 True');
      } finally {
        removeFolder(folder);
      }
    });
  }
});
