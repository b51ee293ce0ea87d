/**
 * Compares what the application believes with what really happened at the service
 * (docs/reliability.md, Invariants). Called after a schedule has come to rest.
 */
import type { Job, OrderJob } from '../../src-shared/jobs/job.ts';
import { asksForSignature } from '../../src-shared/jobs/job-group.ts';
import { foundPrices } from '../../src-shared/jobs/order-cost.ts';
import { toAppError } from '../../src-shared/result.ts';
import { isOpen, mostOf } from '../../src-shared/units/money.ts';
import { verifySignatures } from './agents.ts';
import { accountId, clientIds, dataFolder, neighbourFolder } from './customers.ts';
import { databaseOf } from './records.ts';
import type { PersonRequest, Schedule } from './schedule.ts';
import type { Model, Order } from './service.ts';
import { isGatewayRefusal, verifyChanges } from './verify-changes.ts';

export interface Findings {
  readonly jobs: number;
  readonly lost: string[];
  readonly duplicated: string[];
  readonly wrong: string[];
  readonly stuck: string[];
  readonly asked: string[];
  /** Questions about changes that the service does not show: only a person can look. */
  readonly unseen: string[];
  /**
   * Orders without a mark, or at a service that does not filter by it, that took somebody else's order of the
   * very same parts for their own: as far as tier T3 can see.
   */
  readonly mistaken: string[];
  /** What went wrong because an assumption was broken, and was asked or shown. */
  readonly admitted: string[];
  readonly violations: string[];
}

const final = new Set(['done', 'rejected', 'cancelled', 'abandoned', 'poison']);

export function verify(schedule: Schedule): Findings {
  const { app, service, terms, wires, requests, world } = schedule;
  const { broken, dishonest } = schedule;
  const verdict = {
    jobs: 0,
    lost: [] as string[],
    duplicated: [] as string[],
    wrong: [] as string[],
    stuck: [] as string[],
    asked: [] as string[],
    unseen: [] as string[],
    mistaken: [] as string[],
    admitted: [] as string[],
    violations: [...schedule.violations],
  };
  const { violations } = verdict;
  if (!app?.process.alive) return { ...verdict, stuck: ['the application does not run at the end'] };
  const neighbour = schedule.neighbour;
  if (neighbour !== null && neighbour !== 'other-account' && !schedule.neighbourApp?.process.alive)
    return { ...verdict, stuck: ['the second application does not run at the end'] };
  for (const thrown of schedule.apps.flatMap(({ reports }) => reports).filter(isUnforeseen))
    violations.push(`unforeseen: ${(thrown as Error).stack ?? String(thrown)}`);
  const jobs: Job[] = schedule.apps.flatMap((one) => world.as(one.process, () => one.queue.list()));
  const changesOf = world.as(app.process, () => app.queue.list());
  verdict.jobs = jobs.length;
  // The person learns that more was sent than this folder knows.
  const isShownAsCopy = world.as(app.process, () => app.stamp?.notice ?? null) !== null;
  const byId = new Map(jobs.map((job) => [job.id, job]));

  for (const request of requests) {
    // A program that hears no answer does not ask again.
    if (request.signatures !== null) request.jobId ??= jobNamed(jobs, request.name)?.id ?? null;
    else if (request.jobId === null) verdict.stuck.push(`${request.kind} ${request.name} was never taken`);
    // The queue cannot keep a record that a person replaced by an old copy of the database.
    else if (!byId.has(request.jobId) && !terms.damaged)
      verdict.lost.push(`${request.kind} ${request.name}: its record is gone`);
  }

  for (const request of requests.filter(({ kind }) => kind === 'order')) {
    const withName = [...service.orders, ...service.lostOrders].filter(
      (order) => order.body['lastName'] === request.name,
    );
    const owner = clientIds[neighbour === 'shared-account' ? accountId : request.account];
    if (withName.some((order) => order.owner !== owner))
      verdict.wrong.push(`${request.name} was ordered through the account of somebody else`);
    const effects = withName.filter((order) => !isReprint(schedule, order));
    // A service that was reset has forgotten the others.
    const live = effects.filter((order) => service.orders.includes(order));
    const job = request.jobId === null ? undefined : byId.get(request.jobId);
    // Whoever restores an old database and then requests the same again makes it twice.
    const askedAgain = terms.damaged && jobsBehind(effects).size > 1;
    const isTwice = new Set(live.map(({ cause }) => cause)).size > 1;
    // The person looked it up and confirmed it again while the first one was still on its way.
    if (isTwice && job !== undefined && schedule.lookedUp.get(job.id) === false)
      verdict.asked.push(about(request, job, effects));
    else if (isTwice && !askedAgain) {
      // Orders that a restored database does not know are shown from sent.log.
      const isAdmitted =
        broken !== null && (job === undefined ? terms.damaged : isKnownToPerson(schedule, job));
      const name = `${about(request, job, effects)}${broken === null ? '' : ` (${broken})`}`;
      (isAdmitted ? verdict.admitted : verdict.duplicated).push(name);
    } else if (
      live.length > 1 &&
      request.carriesMark &&
      service.manners.filters === 'work' &&
      job?.state === 'done' &&
      job.problem === null &&
      !schedule.shown.has(job.id) &&
      live.every((order) => isListed(schedule, order))
    ) {
      violations.push(`I16 a duplicate made by the network is not shown: ${about(request, job, effects)}`);
    }
    // An older copy of the folder may not know that it was cancelled, or that it was sent before it is
    // cancelled there.
    const isShownLate = broken !== null && job !== undefined && schedule.shownLate.has(job.id);
    if (request.cancelled && effects.length > 0 && !terms.folderRestored && !isShownLate)
      verdict.wrong.push(`cancelled: ${about(request, job, effects)}`);
    if (job !== undefined && schedule.shownLate.has(job.id) && effects.length === 0)
      violations.push(`shown as placed after all, and is not: ${about(request, job, effects)}`);
    const others = withName.filter(({ orderId }) => job?.kind === 'order' && orderId !== job.result?.orderId);
    if (
      job !== undefined &&
      schedule.shownTwice.has(job.id) &&
      others.every(({ orderId }) => isReprintOf(jobs, orderId)) &&
      !terms.damaged
    )
      violations.push(`shown as there twice, and is not: ${about(request, job, effects)}`);
    const [all, there] = [effects, live].map((orders) => orders.map(({ orderId }) => orderId));
    verifyEffects(request, job, job?.state === 'done' ? (all ?? []) : (there ?? []));
  }

  for (const job of jobs) {
    if (job.kind !== 'upload') continue;
    const mark = markOf(schedule, job.id);
    const made = service.models.filter(
      (model) => model.cause !== null && model.fileName.includes(`~${mark}`),
    );
    const live = made.filter(({ gone }) => gone === null);
    // A late copy stays where an order may contain it that the service does not list.
    const extra = live.filter(({ modelId }) => !isOrdered(schedule, modelId));
    const name = `upload ${job.payload.title} ${job.state}`;
    if (job.state === 'done') {
      const isKept = (model: Model) => model.gone === null || model.isTaken || wasRemoved(schedule, model);
      const named = service.models.filter(({ modelId }) => modelId === job.result?.modelId);
      // An answer may name an equal model of an earlier upload: the same bytes, so it does as well.
      const own =
        made.find((model) => named.includes(model) && isKept(model)) ??
        named.find((model) => model.md5 === job.payload.md5 && isKept(model));
      if (!own && terms.damaged && job.result === null) verdict.asked.push(`${name}: its record was damaged`);
      else if (!own) verdict.lost.push(`${name}: model ${job.result?.modelId} is not there (${ids(live)})`);
      else if (own.md5 !== job.payload.md5) violations.push(`I6 ${name}: other bytes`);
      // A restored database may not remember which copies are extra; they are identical. A copy that somebody
      // has ordered meanwhile, or may have, must stay.
      const kept = live.filter((model) => model === own || !isOrdered(schedule, model.modelId));
      if (new Set(kept.map(({ cause }) => cause)).size > 1 && !terms.damaged)
        verdict.duplicated.push(`I14 ${name}: models ${ids(live)}`);
    } else if (job.state === 'unknown' || job.state === 'committed') verdict.stuck.push(name);
    else if (job.state === 'ask') verdict.asked.push(`${name} ${job.problem?.code}`);
    else if (!final.has(job.state)) verdict.stuck.push(`${name} ${job.wait ?? ''}`);
    else if (extra.length > 0 && job.problem?.code === 'damaged-record')
      verdict.asked.push(`${name}: its record was damaged`);
    else if (extra.length > 0 && (isShownAsCopy || terms.folderRestored))
      verdict.asked.push(`${name}: made by a newer copy of the folder`);
    else if (extra.length > 0)
      verdict.wrong.push(`${name}, and the service has ${ids(live)} (${job.problem?.code})`);
    if (
      job.state === 'poison' &&
      !terms.damaged &&
      !terms.spoolDamaged &&
      job.problem?.code !== 'died-too-often'
    ) {
      violations.push(`${name}: ${job.problem?.message}`);
    }
    for (const model of made.filter(
      (one) => one.gone !== null && !one.isTaken && !wasRemoved(schedule, one),
    )) {
      if (model.md5 !== job.payload.md5 && job.problem?.code !== 'damaged-record')
        violations.push(`I14 ${name}: deleted model ${model.modelId} with other bytes`);
    }
    // I10
    const isOpen = !final.has(job.state);
    if (
      isOpen &&
      !terms.spoolDamaged &&
      !terms.damaged &&
      !world.disk.names.has(`${folderOf(schedule, job.id)}/spool/${job.payload.file}`)
    ) {
      violations.push(`I10 ${name}: its file is gone`);
    }
  }
  verifyChanges(schedule, changesOf, verdict);
  for (const wire of wires) {
    if (wire.kind === 'other') continue;
    const name = `wire ${wire.number} (${wire.kind})`;
    if (wire.jobId === null) {
      if (!terms.damaged) violations.push(`${name} belongs to no job`);
      continue;
    }
    if (!wire.durable) violations.push(`I3 ${name} left before "committed" was durable`);
    if (wire.kind === 'order') verifyOrderWire(schedule, wire, violations);
  }
  for (const { remoteId, op, cause } of service.effects) {
    const isSwept = op === 'delete-model' && wires[cause - 1]?.kind === 'other';
    if (isSwept && service.models.some((one) => one.modelId === remoteId && one.cause === null))
      violations.push(`I14 model ${remoteId} was removed, though it is nobody's copy`);
  }
  if (world.writesOfOldEpochs > 0)
    violations.push('I8 a process wrote jobs after another one had taken over');
  if (schedule.broke !== null) violations.push(schedule.broke);
  verifySignatures(schedule, jobs, violations);
  verifyProofs(schedule, violations);
  verifySecrets(schedule, violations);
  return verdict;

  function jobsBehind(effects: readonly Order[]): Set<string | null> {
    return new Set(effects.map(({ cause }) => (cause === null ? null : (wires[cause - 1]?.jobId ?? null))));
  }

  function isWithoutMark({ carriesMark }: PersonRequest): boolean {
    return !carriesMark || service.manners.filters !== 'work';
  }

  function verifyEffects(request: PersonRequest, job: Job | undefined, effects: readonly number[]): void {
    if (job?.kind !== 'order') return;
    const name = about(request, job, effects);
    switch (job.state) {
      case 'done':
        if (!terms.damaged) verifyFoundPrices(job, name, violations);
        if (isWithoutMark(request) && isIdenticalOrder(schedule, job, byId)) verdict.mistaken.push(name);
        else if (effects.length === 0 && dishonest !== null && schedule.shownUntrue.has(job.id))
          verdict.admitted.push(name);
        else if (effects.length === 0) verdict.lost.push(name);
        // The number was in the damaged row alone, since the log came from an older copy of the folder. Both
        // were shown.
        else if (job.result === null && terms.damaged && terms.folderRestored)
          verdict.asked.push(`${name}: its record was damaged`);
        else if (!effects.includes(job.result?.orderId ?? -1)) verdict.wrong.push(name);
        break;
      case 'ask':
        verdict.asked.push(name);
        break;
      case 'rejected':
      case 'cancelled':
      case 'poison':
        // A broken assumption did this, and the person was informed.
        if (effects.length > 0 && (broken ?? dishonest) !== null && schedule.shownLate.has(job.id))
          verdict.admitted.push(...(effects.length > 1 ? [] : [`${name} (${broken ?? dishonest})`]));
        else if (effects.length > 0 && (terms.folderRestored || isShownAsCopy)) verdict.asked.push(name);
        else if (effects.length > 0) verdict.wrong.push(name);
        else if (job.problem?.code === 'damaged-record') verdict.asked.push(name);
        else if (isGatewayRefusal(job)) break;
        // Somebody removed its model after the last reading of it: refused, and nothing was bought.
        else if (job.problem?.code === 'refused' && service.models.some(({ isTaken }) => isTaken)) break;
        else if (job.problem?.code === 'proposal-ended' && isUnsigned(request)) break;
        else if (job.state === 'rejected' && job.problem?.code !== 'upload-failed')
          verdict.wrong.push(`${name} ${job.problem?.message}`);
        break;
      default:
        // Its mark shows that nothing is left to order.
        if (effects.length > 0 && !isWithoutMark(request) && !terms.damaged)
          verdict.wrong.push(`waits: ${name}`);
        if (job.wait === 'dependency' && job.dependsOn.some((id) => byId.get(id)?.state === 'ask'))
          verdict.asked.push(name);
        // Nobody offers its model any more, so there is nothing that the person could agree to.
        else if (job.wait === 'consent' && job.offer === null) verdict.asked.push(name);
        // Behind a question about an order that exists twice.
        else if (job.wait === 'frozen' && jobs.some(({ problem }) => problem?.code === 'duplicate-order'))
          verdict.asked.push(name);
        // The person has not decided.
        else if (!asksForSignature(job) || job.wait !== 'consent' || job.offer === null)
          verdict.stuck.push(`${name} ${job.wait ?? ''}`);
    }
  }
}

/** The order of this name. */
const jobNamed = (jobs: readonly Job[], name: string): Job | undefined =>
  jobs.find((job) => job.kind === 'order' && job.payload.address.lastName === name);

/** A person was shown a second order, or is asked. */
const isKnownToPerson = ({ shown }: Schedule, { id, state, problem }: Job): boolean =>
  shown.has(id) || state === 'ask' || (state === 'done' && problem !== null);

/** No list of a service that cuts them off shows an order that enough others came after. */
const isListed = ({ service: { manners, orders } }: Schedule, { orderId }: Order): boolean =>
  manners.pages || orders.filter((other) => other.orderId > orderId).length < manners.listed;

const isReprint = ({ service }: Schedule, { orderId }: Order): boolean =>
  service.effects.some(({ op, remoteId }) => op === 'reprint' && remoteId === orderId);

/** The queue knows that a reprint made this order. */
const isReprintOf = (jobs: readonly Job[], orderId: number): boolean =>
  jobs.some(
    (job) => job.kind === 'change' && job.payload.op === 'reprint' && job.result?.remoteId === orderId,
  );

/** Somebody else's order of exactly the parts of this job, which may never have been sent itself. */
function isIdenticalOrder({ service }: Schedule, job: OrderJob, jobs: ReadonlyMap<string, Job>): boolean {
  const order = service.orders.find((one) => one.orderId === job.result?.orderId);
  if (order === undefined || order.cause !== null) return false;
  const keyOf = (items: readonly { modelId: number; materialId: number; quantity: number }[]) =>
    items
      .map(({ modelId, materialId, quantity }) => `${modelId} ${materialId} ${quantity}`)
      .sort()
      .join();
  const wanted = job.payload.lines.map(({ source, materialId, quantity }) => {
    const upload = 'uploadJobId' in source ? jobs.get(source.uploadJobId) : undefined;
    const made = upload?.kind === 'upload' ? upload.result?.modelId : undefined;
    return { modelId: 'modelId' in source ? source.modelId : (made ?? -1), materialId, quantity };
  });
  return keyOf(wanted) === keyOf(order.items);
}

/** Because somebody wanted that, and not as an extra copy. */
const wasRemoved = ({ service, wires }: Schedule, { modelId }: Model): boolean =>
  service.effects.some(
    ({ op, remoteId, cause }) =>
      op === 'delete-model' && remoteId === modelId && wires[cause - 1]?.jobId !== null,
  );

const isOrdered = ({ service }: Schedule, modelId: number): boolean =>
  ((!service.manners.pages || service.manners.countsPage) &&
    service.orders.length > service.manners.listed) ||
  service.lostOrders.length > 0 ||
  service.orders.some(({ items }) => items.some((item) => item.modelId === modelId));

/** Errors with a code are handled as planned; anything else is a fault of the application. */
const isUnforeseen = (thrown: unknown) => toAppError(thrown).code === 'internal';

const ids = (made: readonly (Model | Order | number)[]) =>
  made
    .map((one) => (typeof one === 'number' ? one : 'modelId' in one ? one.modelId : one.orderId))
    .join(', ') || 'none';

const about = (request: PersonRequest, job: Job | undefined, effects: readonly (Order | number)[]) =>
  `${request.kind} ${request.name}${request.carriesMark ? ' (marked)' : ''} ${job?.state ?? 'gone'} ${job?.problem?.code ?? ''} believes ${job?.kind === 'order' ? (job.result?.orderId ?? 'nothing') : ''}, the service has ${ids(effects)}`;

/** The folder of the application that has this job. */
const folderOf = ({ apps, world }: Schedule, jobId: string): string =>
  apps.find((app) => world.as(app.process, () => app.queue.list()).some(({ id }) => id === jobId))?.process
    .folder ?? dataFolder;

function markOf(schedule: Schedule, jobId: string): string {
  const database = databaseOf(schedule.world, folderOf(schedule, jobId));
  return database.prepare('SELECT mark FROM job WHERE id = ?').pluck().get(jobId) as string;
}

/** I5 and I13: what an order names exists with the right bytes, and costs what was agreed. */
function verifyOrderWire(
  { service, requests, prices, terms }: Schedule,
  wire: Schedule['wires'][number],
  violations: string[],
): void {
  const body = JSON.parse(wire.body) as { lastName: string; city: string; items: Order['items'] };
  const request = requests.find(({ name }) => name === body.lastName);
  // Every line of every request is the same, so that damaged content shows.
  if (body.city !== 'Eindhoven' || body.items.some((one) => one.quantity !== 2 || one.materialId !== 6))
    violations.push(`I13 ${body.lastName} was sent with other content than was agreed`);
  for (const { modelId } of body.items) {
    if (modelId < 100) continue;
    const model = service.models.find((one) => one.modelId === modelId);
    if (!model || model.at > wire.at || !request?.files.some(({ md5 }) => md5 === model.md5)) {
      violations.push(`I5 ${body.lastName} was sent for model ${modelId}, which is not its file`);
    } else if (!terms.damaged) {
      for (const what of otherThanAgreed(model, wire.at))
        violations.push(`I13 ${body.lastName} was sent for model ${modelId}: ${what}`);
    }
  }
  // The price may change while the request is on its way.
  const lately = prices.filter(
    (_, index) =>
      (prices[index + 1]?.at ?? Number.POSITIVE_INFINITY) > wire.at - 5 * 60_000 &&
      (prices[index]?.at ?? 0) <= wire.at,
  );
  const lowest = Math.min(...lately.map(({ price }) => price));
  const { confirmed } = wire;
  const each = ({ modelId }: Order['items'][number]): number => {
    const model = service.models.find((one) => one.modelId === modelId);
    return lowest + (model ? knownMarkup(model, wire.at) : 0);
  };
  const cost = body.items.reduce((sum, item) => sum + each(item) * item.quantity, 0);
  const most = request?.hasLimit ? 1 : 1.02;
  if (confirmed !== null && !terms.damaged && cost > confirmed * most + 0.01) {
    violations.push(`I13 ${body.lastName} was sent at ${cost}, confirmed ${confirmed}`);
  }
  // A limit is what the person is ready to pay, until they agree to another price: it has no tolerance.
  if (terms.damaged || request?.agreedAt.some((at) => at <= wire.at)) return;
  for (const [index, item] of body.items.entries()) {
    const limit = request?.limits[index] ?? null;
    if (limit !== null && each(item) > limit + 0.005)
      violations.push(
        `I13 ${body.lastName} was sent at ${each(item)} a piece, and nobody agreed to more than ${limit}`,
      );
  }
}

/** I13: whoever ordered at an open price learns what it turned out to be. */
function verifyFoundPrices(job: OrderJob, name: string, violations: string[]): void {
  for (const [index, line] of job.payload.lines.entries()) {
    const found = foundPrices(job.payload)?.[index];
    if (isOpen(line) && (found === undefined || found > mostOf(line) + 0.005))
      violations.push(
        `I13 ${name}: the price of a line is ${found ?? 'not known'}, its limit ${mostOf(line)}`,
      );
  }
}

/** How old what was read about a model may be when the order leaves, ms: orders have few models here. */
const checksLast = 5 * 60_000;

/**
 * What was known about a model when it was ordered without anybody's consent. The markup is part of the
 * price.
 */
function otherThanAgreed({ versions, offers, gone, readAt }: Model, sentAt: number): string[] {
  const read = readAt.findLast((time) => time <= sentAt) ?? 0;
  if (read < sentAt - checksLast) return ['nobody has looked at it lately'];
  return [
    ...(versions.some((one) => one.at < read) ? ['it has another file'] : []),
    ...(offers.findLast((one) => one.at < read)?.isActive === false ? ['it is not offered'] : []),
    ...(gone !== null && gone < read ? ['it is gone'] : []),
  ];
}

function knownMarkup({ offers, readAt }: Model, sentAt: number): number {
  const read = readAt.findLast((time) => time <= sentAt) ?? 0;
  return offers.findLast((one) => one.at < read)?.markup ?? 0;
}

/** I4: every attempt before the last that may have been sent has its proof. */
function verifyProofs(schedule: Schedule, violations: string[]): void {
  const open = databaseOf(schedule.world)
    .prepare(
      `SELECT a.job_id, a.attempt FROM attempt a JOIN job j ON j.id = a.job_id
       WHERE a.attempt < j.attempt AND NOT EXISTS (SELECT 1 FROM proof p WHERE p.job_id = a.job_id AND p.attempt = a.attempt)`,
    )
    .all() as { job_id: string; attempt: number }[];
  for (const { job_id, attempt } of open) {
    if (!schedule.terms.damaged)
      violations.push(`I4 job ${job_id.slice(-4)} went on after attempt ${attempt} without a proof`);
  }
}

/** I11: no token and no secret on the disk. */
function verifySecrets(schedule: Schedule, violations: string[]): void {
  const { disk } = schedule.world;
  for (const [path, node] of disk.names) {
    const isOurs = path.startsWith(dataFolder) || path.startsWith(neighbourFolder);
    if (!isOurs || path.includes('/spool/')) continue;
    const content = disk.contentOf(node);
    if (content.includes('client-secret') || /token-\d/.test(content.toString('latin1')))
      violations.push(`I11 a secret stands in ${path}`);
  }
}

/** As far as the application can know: nobody signed the proposal. */
const isUnsigned = ({ signatures, isMaybeUnsigned }: PersonRequest): boolean =>
  signatures?.length === 0 || (signatures !== null && isMaybeUnsigned);
