/**
 * Verifies jobs of kind `change`: compares the application's belief about each with what happened at the
 * service, and checks whether the service could have answered a question. Called by `verify.ts`.
 */
import type { ChangeOp } from '../../src-shared/jobs/change.ts';
import type { ChangeJob, Job } from '../../src-shared/jobs/job.ts';
import { databaseOf } from './records.ts';
import type { PersonRequest, Schedule } from './schedule.ts';
import type { Effect, Model } from './service.ts';
import { start } from './world.ts';

/** Receives messages about jobs. */
export interface Findings {
  readonly lost: string[];
  readonly duplicated: string[];
  readonly wrong: string[];
  readonly stuck: string[];
  readonly asked: string[];
  readonly unseen: string[];
  readonly mistaken: string[];
  readonly admitted: string[];
  readonly violations: string[];
}

/** Whether a second effect cannot be taken back, so that it counts as a duplicate. */
const isIrreversible: Readonly<Record<ChangeOp, boolean>> = {
  'cancel-order': false,
  'delete-model': false,
  reprint: true,
  'edit-model': false,
  'add-file': false,
  'add-photo': true,
  'add-to-cart': true,
  customise: true,
};

export function verifyChanges(schedule: Schedule, jobs: readonly Job[], findings: Findings): void {
  const changes = jobs.filter((job) => job.kind === 'change');
  for (const job of changes) verifyChange(schedule, job, jobs, findings);
  for (const request of schedule.requests) verifyRequest(schedule, request, findings);
  for (const model of schedule.service.models) verifySuccession(schedule, model, changes, findings);
}

function verifyChange(
  schedule: Schedule,
  job: ChangeJob,
  jobs: readonly Job[],
  { lost, duplicated, wrong, stuck, asked, unseen, mistaken, admitted }: Findings,
): void {
  const { terms, saidAgain, service } = schedule;
  const { op } = job.payload;
  const effects = effectsOf(schedule, job.id);
  const causes = causesOf(schedule, effects);
  const isDamaged = job.problem?.code === 'damaged-record';
  const name = `${op} ${job.id.slice(-4)} ${job.state} ${job.problem?.code ?? ''} believes ${job.result?.remoteId ?? 'nothing'}, the service has ${effects.map(({ remoteId }) => remoteId).join(', ') || 'nothing'}`;
  if (isIrreversible[op] && causes > 1 + (saidAgain.get(job.id) ?? 0)) duplicated.push(name);
  switch (job.state) {
    case 'done': {
      if (isDamaged) asked.push(name);
      else if (effects.length === 0 && !isSoAnyway(schedule, job)) {
        // Somebody else put the same in, or the network delivered an earlier addition twice.
        const others = service.cart.some(
          ({ cause, modelId }) =>
            isAbout(job, modelId) && (cause === null || (schedule.wires[cause - 1]?.deliveries ?? 0) > 1),
        );
        const isShown = schedule.dishonest !== null && schedule.shownUntrue.has(job.id);
        (op === 'add-to-cart' && others ? mistaken : isShown ? admitted : lost).push(name);
      } else if (job.result === null) wrong.push(`${name}: done without a result`);
      else if (effects.length > 0 && !effects.some(({ remoteId }) => remoteId === job.result?.remoteId))
        // A person's decision about a damaged record names what the record says.
        (terms.damaged ? asked : wrong).push(name);
      return;
    }
    case 'ask':
      if (isDamaged || isUnseen(schedule, job) || !hasRecord(schedule, job)) unseen.push(name);
      else if (terms.damaged) asked.push(name);
      else wrong.push(`${name}: asked what the service shows`);
      return;
    case 'abandoned':
      return;
    case 'rejected':
      // A product that somebody else removed before it was found is no different from one that was never
      // made.
      if (effects.some((effect) => goneAt(schedule, effect) === null)) {
        // No list shows photos, and a cart not who put something in. The person was asked about the first one
        // and said "again"; that one was refused.
        const isOfEarlierAttempt = (op === 'add-photo' || op === 'add-to-cart') && saidAgain.has(job.id);
        (isOfEarlierAttempt ? unseen : wrong).push(name);
      } else if (!isGatewayRefusal(job) && !isReason(schedule, job))
        wrong.push(`${name}: ${job.problem?.message}`);
      return;
    case 'cancelled':
    case 'poison':
      if (effects.length > 0 && !isDamaged) wrong.push(name);
      return;
    default: {
      const isBehind = jobs.some(
        (other) =>
          other.kind === 'change' && other.id !== job.id && other.state === 'ask' && isSameThing(other, job),
      );
      if (isBehind) unseen.push(`${name}: behind another one that asks`);
      // Behind a question about an order that exists twice, as other paid work is.
      else if (job.wait === 'frozen' && jobs.some(({ problem }) => problem?.code === 'duplicate-order'))
        asked.push(name);
      else stuck.push(`${name} ${job.wait ?? ''}`);
    }
  }
}

/** Refused before anything was executed, in words that only a gateway of the simulation uses. */
export const isGatewayRefusal = ({ problem }: Job): boolean =>
  /Too large\.|blocked by policy/.test(problem?.message ?? '');

/** I1 for one request of a person, whatever jobs it led to. */
function verifyRequest(schedule: Schedule, request: PersonRequest, { duplicated }: Findings): void {
  const { service, wires, terms, saidAgain } = schedule;
  const change = request.change?.request;
  // A word in the request names the request.
  const word = change?.op === 'reprint' ? change.comment : change?.op === 'customise' ? change.text : null;
  if (word === null || terms.damaged) return;
  const bodyOf = ({ cause }: Effect) => wires[cause - 1]?.body ?? '';
  const effects = service.effects.filter(
    (effect) => effect.op === change?.op && bodyOf(effect).includes(JSON.stringify(word)),
  );
  const again = request.jobId === null ? 0 : (saidAgain.get(request.jobId) ?? 0);
  if (causesOf(schedule, effects) > 1 + again)
    duplicated.push(`${change?.op} ${request.name} took effect ${effects.length} times`);
}

/** An older job of this queue must not overwrite what a newer one has changed. */
function verifySuccession(
  schedule: Schedule,
  model: Model,
  changes: readonly ChangeJob[],
  { violations }: Findings,
): void {
  const { wires } = schedule;
  const jobOf = (cause: number | null) => (cause === null ? null : (wires[cause - 1]?.jobId ?? null));
  for (const [op, made] of [
    ['edit-model', model.edits],
    ['add-file', model.versions],
  ] as const) {
    const done = changes.filter(({ payload, state }) => payload.op === op && state === 'done');
    const seen = new Set<number>();
    let newest = -1;
    for (const { cause } of made) {
      const place = done.findIndex(({ id }) => id === jobOf(cause));
      const isSecond = cause !== null && seen.has(cause);
      if (cause !== null) seen.add(cause);
      // Nobody can prevent the network from delivering something twice.
      if (place < 0 || isSecond) continue;
      if (place < newest)
        violations.push(
          `${op} ${done[place]?.id.slice(-4)} of model ${model.modelId} covers ${done[newest]?.id.slice(-4)}, which was asked for later`,
        );
      newest = Math.max(newest, place);
    }
  }
}

/**
 * How many requests took effect. A customised product does not count if somebody else had removed it before
 * the next request was sent: the service shows no trace of it, and the account has the product once.
 */
function causesOf(schedule: Schedule, effects: readonly Effect[]): number {
  const wasTaken = (effect: Effect): boolean => {
    const gone = goneAt(schedule, effect);
    return (
      gone !== null &&
      effects.some(
        (later) => later.cause > effect.cause && (schedule.wires[later.cause - 1]?.at ?? 0) >= gone,
      )
    );
  };
  return new Set(effects.filter((effect) => !wasTaken(effect)).map(({ cause }) => cause)).size;
}

/** When somebody else removed the customised product; null if nobody did. */
function goneAt({ service }: Schedule, { op, remoteId }: Effect): number | null {
  const product = service.models.find((one) => one.modelId === remoteId);
  return op === 'customise' && product?.isTaken ? product.gone : null;
}

const effectsOf = ({ service, wires }: Schedule, jobId: string): Effect[] =>
  service.effects.filter(({ cause }) => wires[cause - 1]?.jobId === jobId);

const isAbout = ({ payload }: ChangeJob, modelId: number): boolean =>
  'modelId' in payload && payload.modelId === modelId;

function isSameThing({ payload: one }: ChangeJob, { payload: other }: ChangeJob): boolean {
  if ('orderId' in one) return 'orderId' in other && one.orderId === other.orderId;
  if ('modelId' in one) return 'modelId' in other && one.modelId === other.modelId;
  return one.op === other.op;
}

/** The wanted state is reached, whoever caused it. */
function isSoAnyway({ service, requests }: Schedule, { id, payload }: ChangeJob): boolean {
  switch (payload.op) {
    case 'cancel-order':
      return service.orders.some((one) => one.orderId === payload.orderId && one.cancelledAt !== null);
    case 'delete-model':
      return service.model(payload.modelId) === null;
    case 'edit-model': {
      const asked = requests.find(({ jobId }) => jobId === id)?.change?.at ?? Number.POSITIVE_INFINITY;
      const { title, description } = payload.after;
      const model = service.models.find((one) => one.modelId === payload.modelId);
      const states = model
        ? [{ at: model.at, title: model.firstTitle, description: '' }, ...model.edits]
        : [];
      return states.some(
        (state, index) =>
          (states[index + 1]?.at ?? Number.POSITIVE_INFINITY) >= asked &&
          state.title === title &&
          state.description === description,
      );
    }
    case 'reprint':
    case 'add-file':
    case 'add-photo':
    case 'add-to-cart':
    case 'customise':
      return false;
  }
}

/** The service does not show whether it took effect. */
function isUnseen(schedule: Schedule, { id, payload }: ChangeJob): boolean {
  const { service, wires } = schedule;
  switch (payload.op) {
    case 'reprint':
    case 'add-photo':
      return true;
    case 'customise':
      return (
        service.models.some(({ at, cause }) => at > start && cause === null) || hasMade(schedule, 'customise')
      );
    case 'add-to-cart':
      return (
        isGone(schedule, payload.modelId) ||
        service.cart.some(({ cause }) => cause === null) ||
        // Twice the quantity, which the network caused, is neither nothing nor the requested quantity.
        wires.some(({ jobId, deliveries }) => jobId === id && deliveries > 1)
      );
    case 'edit-model':
      return isGone(schedule, payload.modelId) || isEditedByOthers(schedule, payload.modelId);
    case 'add-file':
      return isGone(schedule, payload.modelId);
    case 'cancel-order':
    case 'delete-model':
      return false;
  }
}

/**
 * The power went after sent.log and before the database recorded the attempt: nobody knows what was there
 * before, and so what is new.
 */
const hasRecord = (schedule: Schedule, { id, attempt }: ChangeJob): boolean =>
  databaseOf(schedule.world)
    .prepare('SELECT 1 FROM attempt WHERE job_id = ? AND attempt = ?')
    .get(id, attempt) !== undefined;

const hasMade = ({ service }: Schedule, op: ChangeOp): boolean =>
  service.effects.some((effect) => effect.op === op);

const isGone = ({ service }: Schedule, modelId: number): boolean =>
  modelId >= 100 && service.model(modelId) === null;

const isEditedByOthers = ({ service }: Schedule, modelId: number): boolean =>
  service.models.some((one) => one.modelId === modelId && one.edits.some(({ cause }) => cause === null));

/** `until`: epoch ms. */
const hadTitle = (
  { service }: Schedule,
  modelId: number,
  title: string | undefined,
  until: number,
): boolean =>
  service.models.some(
    (one) =>
      one.modelId === modelId &&
      [one.firstTitle, ...one.edits.filter(({ at }) => at <= until).map((edit) => edit.title)].includes(
        title ?? '',
      ),
  );

/** A refusal needs a reason at the service. */
function isReason(schedule: Schedule, { payload, updatedAt }: ChangeJob): boolean {
  const { service, terms } = schedule;
  if (terms.damaged) return true;
  switch (payload.op) {
    case 'cancel-order':
    case 'reprint': {
      const order = service.orders.find(({ orderId }) => orderId === payload.orderId);
      // An order that the service only said it had placed.
      if (order === undefined && schedule.dishonest === 'only-says') return true;
      return order?.cancelledAt != null || (payload.op === 'cancel-order' && order?.producedAt != null);
    }
    case 'edit-model':
      return (
        isGone(schedule, payload.modelId) ||
        isEditedByOthers(schedule, payload.modelId) ||
        // The person counted on an earlier request of theirs that never took effect.
        !hadTitle(schedule, payload.modelId, payload.before.title, updatedAt) ||
        // That time is by a clock that was changed.
        terms.clockJumped
      );
    case 'customise':
    case 'delete-model':
      return false;
    case 'add-file':
    case 'add-photo':
    case 'add-to-cart':
      return isGone(schedule, payload.modelId);
  }
}
