/** Valid calls of the application's contract, made from its schemas, and what an answer must be. */
import { z } from 'zod';
import { contract } from '../../../src-shared/ipc/contract.ts';
import { resultSchema } from '../../../src-shared/ipc/result-schema.ts';
import type { Random } from '../../simulation/random.ts';
import { usAddress } from '../../support/address.ts';
import { type JsonSchema, valueOfSchema } from '../schema-values.ts';

/** What a case knows of the application. */
export interface AppScope {
  readonly file: unknown;
  readonly modelPath: string;
  readonly jobs: string[];
}

type CallName = keyof typeof contract.calls;

/** They connect to addresses in their input, which the fuzz must not make up. */
const leaving: ReadonlySet<string> = new Set(['accounts.add', 'accounts.signIn', 'accounts.setSoap']);

export const callNames = (Object.keys(contract.calls) as CallName[]).filter((name) => !leaving.has(name));

const inputs = new Map<string, JsonSchema>(
  callNames.map((name) => [
    name,
    z.toJSONSchema(contract.calls[name].input, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
  ]),
);

const geometry = {
  ...{ volume: 1e-6, area: 6e-4, xBoundMin: 0, xBoundMax: 0.01, yBoundMin: 0, yBoundMax: 0.01 },
  ...{ zBoundMin: 0, zBoundMax: 0.01 },
};

export function inputOf(name: string, random: Random, scope: AppScope): unknown {
  // Other actions move the clock or make the service fail on purpose.
  if (name === 'service.operate')
    return {
      act: random.pick(['look', 'start', 'complete', 'ship', 'lose', 'find']),
      orderId: random.int(1, 5),
    };
  const line = () => ({
    ...{ id: `line-${random.int(0, 9)}`, file: scope.file, uploadScale: 0.001, title: 'A part', geometry },
    ...{ materialId: 6, materialTitle: 'White', quantity: random.int(1, 3), unitPrice: 2.9, currency: 'USD' },
    ...{ quotedAt: 1_790_000_000_000, source: null },
  });
  const hints: Readonly<Record<string, () => unknown>> = {
    accountId: () => 'local',
    geometry: () => geometry,
    file: () => scope.file,
    picture: () => null,
    line,
    lines: () => [line()],
    address: () => usAddress,
    confirmedParts: () => 2.9,
    paused: () => false,
    paths: () => random.pick([[], [scope.modelPath]]),
    path: () => scope.modelPath,
    jobId: () => (scope.jobs.length > 0 ? random.pick(scope.jobs) : 'unknown'),
    modelId: () => random.int(1, 4),
    orderId: () => random.int(1, 4),
    orderProductId: () => random.int(1, 4),
    materialId: () => 6,
    materials: () => [6],
    uploadScale: () => 0.001,
    country: () => 'US',
    windowId: () => 'window',
    sequence: () => random.int(1, 50),
    requestKey: () => `key-${random.int(0, 30)}`,
    requestDigest: () => undefined,
    given: () => true,
  };
  return valueOfSchema(inputs.get(name) ?? {}, random, (field) => hints[field]?.());
}

const result = resultSchema(z.unknown());

/** Why this is no answer to the call, in words that are the same for the same fault; null if it is one. */
export function whyNoAnswer(name: string, value: unknown, scope: AppScope): string | null {
  const parsed = result.safeParse(value);
  if (!parsed.success) return 'an answer that is no result';
  if (!parsed.data.ok) return parsed.data.error.code === 'internal' ? 'an internal error' : null;
  const call = Object.hasOwn(contract.calls, name) ? contract.calls[name as CallName] : null;
  if (!call) return 'a success of a call that does not exist';
  const output = (call.output as z.ZodType).safeParse(parsed.data.value);
  if (!output.success) return `an output that does not fit (${output.error.issues[0]?.path.join('.')})`;
  const id = (parsed.data.value as { id?: unknown; order?: { id?: unknown } } | null)?.id;
  if (typeof id === 'string') scope.jobs.push(id);
  return null;
}
