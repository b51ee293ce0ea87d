/**
 * Every write whose last byte left: which job it belongs to, by the database, and whether `committed` was
 * durable before (I3). Also whether it matches the person's request, since the wire carries no job id.
 */
import { createHash } from 'node:crypto';
import type { ChangeRequest } from '../../src-main/queue/core/enqueue-change.ts';
import type { ChangeOp } from '../../src-shared/jobs/change.ts';
import { dataFolder } from './customers.ts';
import type { Wire } from './line.ts';
import { databaseOf } from './records.ts';
import type { Schedule } from './schedule.ts';
import type { Call } from './service.ts';
import { changeOf } from './service-changes.ts';

export interface Seen extends Wire {
  readonly process: number;
  /** `other`: belongs to no job, such as the removal of an extra copy. */
  readonly kind: 'upload' | 'order' | 'change' | 'other';
  readonly jobId: string | null;
  readonly durable: boolean;
  readonly price: number;
  /** What a person has agreed to; null: no order. */
  readonly confirmed: number | null;
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly attempt: number;
  readonly confirmed_price: number | null;
}

/** The last byte of a write leaves. */
export function sent(schedule: Schedule, call: Call): Seen {
  const { world, wires, service, violations } = schedule;
  const { pathname } = call.url;
  const process = world.process()?.number ?? 0;
  const folder = world.process()?.folder ?? dataFolder;
  const { kind, row } = jobOf(schedule, call, folder);
  const log = world.disk.names.get(`${folder}/sent.log`)?.durable.toString() ?? '';
  const line = row && `"event":"committed","jobId":"${row.id}","attempt":${row.attempt}`;
  const seen: Seen = {
    number: wires.length + 1,
    at: world.time,
    path: pathname,
    body: call.body,
    authorization: call.authorization,
    deliveries: 0,
    process,
    kind,
    jobId: row?.id ?? null,
    durable: row === null || line === null || (row.state === 'committed' && log.includes(line)),
    price: service.unitPrice,
    confirmed: row?.confirmed_price ?? null,
  };
  wires.push(seen);
  world.note(
    `wire ${seen.number} ${call.method} ${pathname} job ${seen.jobId?.slice(-4) ?? '-'} of process ${process}`,
  );
  if (pathname.startsWith('/api')) violations.push(`I9 ${call.method} ${pathname} is no GET`);
  if (kind === 'change') verifyContent(schedule, call, seen);
  return seen;
}

function jobOf(schedule: Schedule, call: Call, folder: string): { kind: Seen['kind']; row: Row | null } {
  const real = databaseOf(schedule.world, folder);
  const { pathname } = call.url;
  const body = call.body === '' ? {} : (JSON.parse(call.body) as { fileName?: string; lastName?: string });
  const columns = 'id, state, attempt, confirmed_price';
  if (call.method === 'POST' && pathname === '/models/v1') {
    const mark = /~([0-9A-Z]{8})(?:\.[^.]*)?$/.exec(body.fileName ?? '')?.[1] ?? '';
    const find = real.prepare(`SELECT ${columns} FROM job WHERE kind = 'upload' AND mark = ?`);
    return { kind: 'upload', row: (find.get(mark) as Row | undefined) ?? null };
  }
  if (call.method === 'POST' && pathname === '/orders/v1') {
    const find = real.prepare(
      `SELECT ${columns} FROM job WHERE kind = 'order' AND payload ->> '$.address.lastName' = ?`,
    );
    return { kind: 'order', row: (find.get(body.lastName) as Row | undefined) ?? null };
  }
  const op = opOf(call);
  if (op === null) return { kind: 'other', row: null };
  // The one that is being sent; the others are older or wait for it.
  const rows = real
    .prepare(
      `SELECT ${columns}, payload FROM job WHERE kind = 'change' AND payload ->> '$.op' = ?
       ORDER BY state = 'committed' DESC, state IN ('armed', 'preparing') DESC, seq DESC`,
    )
    .all(op) as (Row & { payload: string })[];
  const row = rows.find(({ payload }) => asksFor(JSON.parse(payload) as ChangeRequest, call)) ?? null;
  const isSweep = op === 'delete-model' && row?.state !== 'committed' && isCopy(schedule, idIn(call));
  return isSweep ? { kind: 'other', row: null } : { kind: 'change', row };
}

/** A model that an upload made. */
const isCopy = ({ service }: Schedule, modelId: number): boolean =>
  service.models.some((model) => model.modelId === modelId && model.cause !== null);

const idIn = ({ url }: Call): number => Number(url.pathname.split('/')[2]);

export function opOf({ method, url }: Call): ChangeOp | null {
  const [, kind = '', id = '', part = ''] = url.pathname.split('/');
  return changeOf(`${method} ${/^\d+$/.test(id) ? `${kind}/#/${part}` : `${kind}/${id}`}`);
}

/** I13: only what somebody requested is sent, whatever happened to the record in between. */
function verifyContent({ requests, violations, service, world }: Schedule, call: Call, seen: Seen): void {
  const asked = requests.filter(({ change }) => change !== null && asksFor(change.request, call));
  if (asked.length === 0)
    violations.push(`I13 wire ${seen.number} ${call.method} ${seen.path} was not asked for`);
  const edit = asked.find(({ change }) => change?.request.op === 'edit-model');
  if (edit?.change?.request.op !== 'edit-model') return;
  const { before, after } = edit.change.request;
  const model = service.model(idIn(call));
  const foreign = model?.edits.findLast(({ cause }) => cause === null);
  // Between the reading before sending and the last byte, somebody may still change it.
  if (
    model &&
    foreign &&
    foreign.at < world.time - 60_000 &&
    foreign.title === model.title &&
    foreign.title !== before.title &&
    foreign.title !== after.title
  )
    violations.push(`wire ${seen.number} overwrites what somebody else changed (${foreign.title})`);
}

/** Whether this request is what a change asks for. */
function asksFor(wanted: ChangeRequest, call: Call): boolean {
  if (wanted.op !== opOf(call)) return false;
  const id = idIn(call);
  const body = call.body === '' ? {} : (JSON.parse(call.body) as Record<string, unknown>);
  const isFile = (md5: string | undefined, base64: unknown) =>
    md5 ===
    createHash('md5')
      .update(Buffer.from(String(base64), 'base64'))
      .digest('hex');
  switch (wanted.op) {
    case 'cancel-order':
      return wanted.orderId === id;
    case 'delete-model':
      return wanted.modelId === id;
    case 'reprint':
      return (
        wanted.orderId === id &&
        wanted.orderProductId === body['orderProductId'] &&
        wanted.reasonId === body['reprintReasonId'] &&
        wanted.comment === body['reprintComment'] &&
        wanted.quantity === body['quantity']
      );
    case 'edit-model':
      return (
        wanted.modelId === id &&
        wanted.after.title === body['title'] &&
        wanted.after.description === body['description']
      );
    case 'add-file':
      return (
        wanted.modelId === id &&
        wanted.fileName === String(body['fileName']).replace(/~[0-9A-Z]{8}/, '') &&
        isFile(wanted.md5, body['file'])
      );
    case 'add-photo':
      return wanted.modelId === id && wanted.title === body['title'] && isFile(wanted.md5, body['file']);
    case 'add-to-cart':
      return (
        wanted.modelId === body['modelId'] &&
        wanted.materialId === body['materialId'] &&
        wanted.quantity === body['quantity']
      );
    case 'customise': {
      const params = body['customParams'] as { text?: string; picture?: string };
      return (
        wanted.spin === body['spin'] &&
        wanted.text === (params.text ?? '') &&
        (wanted.md5 === undefined ? params.picture === undefined : isFile(wanted.md5, params.picture))
      );
    }
  }
}
