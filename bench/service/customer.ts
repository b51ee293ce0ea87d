/** A running print service, and a customer who calls it. */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { usAddress } from '../../tests/support/address.ts';
import { boxStl } from '../../tests/support/models.ts';
import type { Programs } from '../support/programs.ts';

export interface Customer {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly port: number;
  readonly headers: { readonly Authorization: string };
  readonly paymentVerificationId: string;
  /** Throws what the service answers, if it refuses. */
  post(path: string, body: object | Buffer<ArrayBuffer>): Promise<Record<string, unknown>>;
}

const entry = fileURLToPath(new URL('../../dist/service/server.js', import.meta.url));

/** The rate limit is out of the way; `args` may set others. */
export async function startService(
  programs: Programs,
  dataDir: string,
  args: readonly string[] = [],
  { nodeArgs = [], env = {} }: { nodeArgs?: readonly string[]; env?: Record<string, string> } = {},
): Promise<Customer> {
  const usual = ['--port', '0', '--data', dataDir, '--rate-limit', '100000000/60', '--json'];
  const { child, line } = await programs.start([...nodeArgs, entry, ...usual, ...args], env);
  const facts = JSON.parse(line) as Record<string, string>;
  const baseUrl = facts['base_url'] ?? '';
  const headers = { Authorization: `Bearer ${await tokenFor(baseUrl, facts)}` };
  return {
    child,
    baseUrl,
    port: Number(new URL(baseUrl).port),
    headers,
    paymentVerificationId: facts['payment_verification_id'] ?? '',
    async post(path, body) {
      const bytes = body instanceof Buffer ? body : JSON.stringify(body);
      const answer = await fetch(baseUrl + path, { method: 'POST', headers, body: bytes });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return JSON.parse(text) as Record<string, unknown>;
    },
  };
}

async function tokenFor(baseUrl: string, facts: Record<string, string>): Promise<string> {
  const answer = await fetch(`${baseUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: facts['client_id'] ?? '',
      client_secret: facts['client_secret'] ?? '',
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** What a customer declares with every model. */
export const consent = { uploadScale: 0.001, hasRightsToModel: 1, acceptTermsAndConditions: 1 };

/** A cube of 10 mm, to be priced in every material. */
export const cubePrice = {
  volume: 1e-6,
  area: 6e-4,
  xBoundMin: 0,
  xBoundMax: 0.01,
  yBoundMin: 0,
  yBoundMax: 0.01,
  zBoundMin: 0,
  zBoundMax: 0.01,
};

/** Uploads a cube, and returns an order of one of it. */
export async function cubeOrder(customer: Customer): Promise<object> {
  const file = Buffer.from(boxStl(10, 10, 10)).toString('base64');
  const { modelId } = await customer.post('/models/v1', { file, fileName: 'box.stl', ...consent });
  return {
    ...usAddress,
    items: [{ modelId, materialId: 6, quantity: 1 }],
    paymentVerificationId: customer.paymentVerificationId,
    paymentMethod: 'credit_card',
    shippingOption: 'Cheapest',
  };
}
