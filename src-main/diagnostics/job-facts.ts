/** The facts about a job that support may see: how it goes, but not what it is about. */
import { extname } from 'node:path';
import { readableEndings } from '../../src-shared/geometry/geometry.ts';
import type { ChangeJob, Job, OrderJob, Problem, UploadJob } from '../../src-shared/jobs/job.ts';

/** `accounts`: by id, the name of an account in these facts. */
export function jobFacts(job: Job, accounts: ReadonlyMap<string, string>) {
  const { id, kind, state, wait, attempt, dependsOn, priority } = job;
  return {
    id,
    account: accounts.get(job.accountId) ?? 'removed',
    kind,
    state,
    wait,
    attempt,
    createdAt: time(job.createdAt),
    updatedAt: time(job.updatedAt),
    notBefore: time(job.notBefore),
    knownBy: time(job.knownBy),
    priority: priority ?? null,
    dependsOn,
    problem: problemFacts(job.problem),
    ...factsOf[kind](job as never),
  };
}

const factsOf = {
  upload: ({ payload, result }: UploadJob) => ({
    file: fileFacts(payload),
    uploadScale: payload.uploadScale,
    modelId: result?.modelId ?? null,
  }),
  order: ({ payload, result, offer }: OrderJob) => ({
    lines: payload.lines.map(({ source, materialId, quantity }) => ({
      ...('modelId' in source && { modelId: source.modelId }),
      ...('uploadJobId' in source && { uploadJobId: source.uploadJobId }),
      materialId,
      quantity,
    })),
    confirmedParts: payload.confirmedParts,
    currency: payload.currency,
    shippingOption: payload.shippingOption,
    consentAt: time(payload.consentAt),
    hasReference: payload.agreement.reference !== null,
    hasOffer: offer !== null,
    orderId: result?.orderId ?? null,
  }),
  change: ({ payload, result }: ChangeJob) => ({
    change: payload.op,
    ...('modelId' in payload && { modelId: payload.modelId }),
    ...('orderId' in payload && { orderId: payload.orderId }),
    ...('fileName' in payload &&
      payload.fileName && { file: fileFacts({ ...payload, fileName: payload.fileName }) }),
    result,
  }),
} as const;

/** The parameters of the text, and the text itself, may name files and people. */
const problemFacts = (problem: Problem | null) =>
  problem && {
    code: problem.code,
    text: problem.text?.key ?? null,
    reason: problem.reason ? { code: problem.reason.code, text: problem.reason.text?.key ?? null } : null,
  };

const fileFacts = ({
  fileName,
  size,
}: {
  readonly fileName: string;
  readonly size?: number | undefined;
}) => ({
  ending: endingOf(fileName),
  size: size ?? null,
});

/** Anything else than a format that Fabdesk reads may be a part of the name. */
function endingOf(name: string): string {
  const ending = extname(name).slice(1).toLowerCase();
  return readableEndings.find((known) => known === ending) ?? 'other';
}

/** Null, and withdrawn consents, are no times. */
const time = (at: number | null | undefined): string | null =>
  at === null || at === undefined || at <= 0 ? null : new Date(at).toISOString();
