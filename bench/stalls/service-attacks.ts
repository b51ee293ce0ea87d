/** Attacks on the print service, by strangers and by a customer of his own. */
import { type Attack, drip, fire, leave, post, repeated } from './attack.ts';

const json = { 'Content-Type': 'application/json' };
const digits = '1'.repeat(900_000);
const nested = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
const entities = `<!DOCTYPE a [<!ENTITY b "${'b'.repeat(1000)}">]><a>${'&b;'.repeat(50_000)}</a>`;
const deepXml = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`;

/** `authorization`: of a customer who attacks. `mesh`: a sound model as base64. */
export function serviceAttacks(port: number, authorization: string, mesh: string): readonly Attack[] {
  const customer = { ...json, Authorization: authorization };
  const sent = (path: string, headers: Readonly<Record<string, string>>, body: string) => {
    const bytes = post(path, headers, body);
    return repeated(4, () => fire(port, bytes, 5_000));
  };
  const half = Buffer.alloc(4_000_000, 0x20);
  const upload = { fileName: 'a.stl', uploadScale: 0.001, hasRightsToModel: 1, acceptTermsAndConditions: 1 };
  let guess = 0;
  return [
    { name: 'none', run: async () => {} },
    {
      name: 'numbers of 900,000 digits',
      run: sent('/price/v1', customer, JSON.stringify({ volume: digits, area: 1 })),
    },
    {
      name: 'lists of 100,000 bad entries',
      run: sent(
        '/orders/v1',
        customer,
        JSON.stringify({ items: Array(20_000).fill({}), metadata: Array(80_000).fill({}) }),
      ),
    },
    { name: 'JSON of 400,000 levels', run: sent('/price/v1', customer, nested) },
    {
      name: 'forms of 100,000 pairs',
      run: sent(
        '/price/v1',
        { ...customer, 'Content-Type': 'application/x-www-form-urlencoded' },
        'a[b][c]=1&'.repeat(90_000),
      ),
    },
    {
      name: 'SOAP: entities and 100,000 levels',
      run: async (until) => {
        const bytes = [entities, deepXml].map((body) =>
          post('/soap/v1', { 'Content-Type': 'text/xml' }, body),
        );
        await repeated(4, (lane) => fire(port, bytes[lane % 2] ?? '', 5_000))(until);
      },
    },
    {
      name: 'uploads that break off',
      run: repeated(8, () =>
        leave(
          port,
          `POST /models/v1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 60000000\r\n\r\n{"file":"`,
          half,
        ),
      ),
    },
    {
      name: 'sound uploads of 20 MB',
      run: sent('/models/v1', customer, JSON.stringify({ ...upload, file: mesh })),
    },
    {
      name: 'uploads that are no models',
      run: sent(
        '/models/v1',
        customer,
        JSON.stringify({ ...upload, file: Buffer.alloc(8_000_000, 7).toString('base64') }),
      ),
    },
    {
      name: 'guessed passwords',
      run: repeated(16, () =>
        fire(
          port,
          post(
            '/oauth2/token',
            { 'Content-Type': 'application/x-www-form-urlencoded' },
            `grant_type=client_credentials&client_id=x${guess++}&client_secret=y`,
          ),
        ),
      ),
    },
    { name: '300 connections that drip', run: (until) => drip(port, 300, until) },
    {
      name: 'upgrades and resets',
      run: repeated(16, () =>
        fire(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 50),
      ),
    },
  ];
}
