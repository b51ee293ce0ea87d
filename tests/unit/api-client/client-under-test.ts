/**
 * A client connected to a test's own server, with tokens `t1`, `t2`, ... It records everything that the
 * client reported.
 */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessTokens } from '../../../src-main/api-client/access-tokens.ts';
import {
  createHttpServiceClient,
  type HttpServiceOptions,
} from '../../../src-main/api-client/http-service-client.ts';
import type { CommitGate, RateNotice, UploadRequest } from '../../../src-main/api-client/service-client.ts';
import type { OrderRequest } from '../../../src-shared/api/orders.ts';
import { CodedError } from '../../../src-shared/result.ts';
import { usAddress } from '../../support/address.ts';
import { fullConsent } from '../../support/consent.ts';

export function clientUnderTest(baseUrl: string, options: Partial<HttpServiceOptions> = {}) {
  const time = { now: Date.UTC(2026, 10, 20, 9) };
  const signalled: { connection: string[]; rates: RateNotice[] } = { connection: [], rates: [] };
  const tokens = countingTokens();
  const client = createHttpServiceClient({
    baseUrl,
    auth: tokens,
    clock: { now: () => time.now },
    userAgent: 'Fabdesk/test',
    signals: {
      onConnection: (state, error) => signalled.connection.push(error ? `${state} ${error.code}` : state),
      onRate: (rate) => signalled.rates.push(rate),
    },
    ...options,
  });
  return { client, time, signalled, tokens };
}

export function countingTokens(): AccessTokens & {
  issued: number;
  serverDates: number[];
  ends: Map<string, number>;
} {
  let current: string | null = null;
  const tokens = {
    issued: 0,
    serverDates: [] as number[],
    get: async () => {
      if (current === null) {
        tokens.issued += 1;
        current = `t${tokens.issued}`;
      }
      return current;
    },
    invalidate: (token: string) => {
      if (token === current) current = null;
    },
    authorize: (token: string) => ({
      authorization: `Bearer ${token}`,
      tokenFingerprint: `print-of-${token}`,
      tokenEndsAt: tokens.ends.get(token) ?? null,
    }),
    /** Like the real one, it knows every token that was ever issued. */
    named: (print: string) => {
      const token = /^print-of-(t\d+)$/.exec(print)?.[1] ?? null;
      return token !== null && Number(token.slice(1)) <= tokens.issued ? token : null;
    },
    verdict: (_token: string, isAccepted: boolean) =>
      isAccepted ? ('accepted' as const) : ('refused' as const),
    ends: new Map<string, number>(),
    noteServerDate: (ms: number) => void tokens.serverDates.push(ms),
  };
  return tokens;
}

/** A commit gate that records its calls and their times. */
export function openGate(extra: Partial<CommitGate> = {}) {
  const passed: string[] = [];
  const gate: CommitGate = {
    beforeLastByte: ({ tokenFingerprint }) => void passed.push(tokenFingerprint),
    ...extra,
  };
  return { gate, passed };
}

export const anOrder: OrderRequest = {
  items: [{ modelId: 101, materialId: 6, quantity: 2 }],
  ...usAddress,
  incentives: [],
  paymentVerificationId: 'pay-1',
  paymentMethod: 'credit_card',
  shippingOption: 'Cheapest',
  metadata: [],
};

export const placed = {
  result: 'success',
  orderId: 77,
  productionOrderIds: [770],
  nextActionSuggestions: {},
};

export const uploaded = (bytes: Buffer, overrides: Record<string, unknown> = {}) => ({
  result: 'success',
  modelId: 5,
  modelVersion: 0,
  title: 'part',
  fileName: 'part.stl',
  contentLength: bytes.length,
  fileMd5Checksum: md5(bytes),
  materials: {},
  categories: {},
  urls: {},
  nextActionSuggestions: [],
  ...overrides,
});

export const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A file in a folder of its own; call `remove` at the end. */
export function fileOf(bytes: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'fabdesk-client-'));
  const path = join(folder, 'spooled');
  writeFileSync(path, bytes);
  const request: UploadRequest = {
    path,
    size: bytes.length,
    sha256: sha256(bytes),
    md5: md5(bytes),
    fileName: 'part "1".stl',
    consent: fullConsent,
    uploadScale: 0.001,
    title: 'part ä',
  };
  return { request, remove: () => rmSync(folder, { recursive: true }) };
}

/** The code of the error that a promise rejects with. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (thrown) => (thrown instanceof CodedError ? thrown.code : String(thrown)),
  );
