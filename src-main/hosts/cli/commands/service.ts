/**
 * `fabdesk service`: operates a print service, to rehearse an order from placed to shipped with every failure
 * on the way. Reaches Fabdesk's local service through the application, and a separate service through its
 * operator interface; no other service has one.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  faultKinds,
  faultRuleSchema,
  type OperatorAction,
  type OperatorState,
} from '../../../../src-shared/api/operator.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { suggest } from '../../../../src-shared/text/suggest.ts';
import { mainError, sentences } from '../../../main-error.ts';
import { operateAt, parseOperatorUrl } from '../app/operator-client.ts';
import { invoke } from '../app/surroundings.ts';
import { type Commands, command, type Host, type OptionsOf } from '../declare.ts';
import { appOptions, dataDirOf, didYouMean, parseId, parseSeconds, usageError } from '../input/options.ts';
import type { Output } from '../output/output.ts';
import { writeFaults, writeService, writeServiceOrder } from '../output/service-report.ts';

const options = [...appOptions, '--operator <url>', '--operator-key-file <file>'] as const;
type ServiceOptions = OptionsOf<(typeof options)[number]>;

const faultOptions = [
  '--method <method>',
  '--path <beginning>',
  '--times <count>',
  '--status <code>',
  '--delay <duration>',
  '--stale <duration>',
] as const;

/** Does what an operator can do, and shows the service afterwards. */
async function operate(
  host: Host,
  given: ServiceOptions,
  action: OperatorAction,
  show: (out: Output, state: OperatorState) => void = tellService,
): Promise<void> {
  show(host.out, await operateService(host, action, given));
}

const showState = (host: Host, given: ServiceOptions) => operate(host, given, { act: 'look' });
const listFaults = (host: Host, given: ServiceOptions) => operate(host, given, { act: 'look' }, tellFaults);

/** A step on one order, which is shown afterwards. */
function onOrder(
  host: Host,
  given: ServiceOptions,
  text: string,
  action: (orderId: number) => OperatorAction,
): Promise<void> {
  const orderId = parseId(text, 'order');
  return operate(host, given, action(orderId), (out, state) => tellOrder(out, orderId, state));
}

const more = 'cliHelp.service.more';

const step = (act: 'start' | 'complete' | 'ship' | 'lose' | 'find') =>
  command(
    { takes: ['<order>'], options, examples: [`fabdesk service ${act} 1042`], texts: { more } },
    (host, given, order) => onOrder(host, given, order, (orderId) => ({ act, orderId })),
  );

export const serviceCommands: Commands = {
  service: command(
    {
      options,
      examples: [
        'fabdesk service',
        'fabdesk service advance 3d',
        'fabdesk service ship 1042',
        'fabdesk service faults add drop-after --path /orders',
      ],
    },
    showState,
  ),
  'service state': command(
    {
      takes: ['[order]'],
      options,
      examples: ['fabdesk service state --json', 'fabdesk service state 1042'],
      texts: { more },
    },
    (host, given, order) =>
      order === undefined ? showState(host, given) : onOrder(host, given, order, () => ({ act: 'look' })),
  ),
  'service advance': command(
    { takes: ['<duration>'], options, examples: ['fabdesk service advance 3d'] },
    (host, given, duration) => operate(host, given, { act: 'advance', seconds: parseSeconds(duration) }),
  ),
  'service start': step('start'),
  'service complete': step('complete'),
  'service ship': step('ship'),
  'service lose': step('lose'),
  'service find': step('find'),
  'service reject': command(
    {
      takes: ['<order>'],
      options: ['--reason <sentence>*!', '--product <id>', '--affected <material>*', ...options],
      examples: ['fabdesk service reject 1042 --reason "A wall is thinner than 0.7 mm." --affected 6'],
      texts: { more },
    },
    (host, given, order) =>
      onOrder(host, given, order, (orderId) => ({
        act: 'reject',
        orderId,
        reasons: given.reason,
        affectedMaterials: (given.affected ?? []).map((text) => parseId(text, 'material')),
        ...(given.product !== undefined && { orderProductId: parseId(given.product, 'product') }),
      })),
  ),
  'service faults': command(
    {
      options,
      examples: [
        'fabdesk service faults',
        'fabdesk service faults add status-before --status 429 --times 3',
        'fabdesk service faults clear',
      ],
    },
    listFaults,
  ),
  'service faults list': command({ options, examples: ['fabdesk service faults list'] }, listFaults),
  'service faults add': command(
    {
      takes: ['<kind>'],
      options: [...faultOptions, ...options],
      examples: [
        'fabdesk service faults add drop-after --method POST --path /orders',
        'fabdesk service faults add slow-upload --delay 20s --path /models',
        'fabdesk service faults add expired-token',
      ],
      texts: { kind: faultKinds.join(', ') },
    },
    async (host, given, kind) =>
      operate(host, given, { act: 'add-fault', fault: readFault(kind, given) }, tellFaults),
  ),
  'service faults clear': command({ options, examples: ['fabdesk service faults clear'] }, (host, given) =>
    operate(host, given, { act: 'clear-faults' }, tellFaults),
  ),
};

function readFault(kind: string, given: OptionsOf<(typeof faultOptions)[number]>) {
  const known = faultKinds.find((name) => name === kind);
  if (known === undefined) {
    const text = ref('cli.service.badFault', { kind, kinds: faultKinds });
    throw usageError(sentences(text, ...didYouMean(suggest(kind, faultKinds))));
  }
  const { method, path, times, status, delay, stale } = given;
  const parsed = faultRuleSchema.safeParse({
    kind: known,
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(times !== undefined && { times: parseId(times, 'times') }),
    ...(status !== undefined && { status: parseId(status, 'status') }),
    ...(delay !== undefined && { delayMs: Math.round(parseSeconds(delay) * 1000) }),
    ...(stale !== undefined && { staleSeconds: Math.round(parseSeconds(stale)) }),
  });
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]).replace(/Ms$|Seconds$/, '');
  throw usageError(ref('cli.service.badValue', { name }));
}

async function operateService(
  host: Host,
  action: OperatorAction,
  given: ServiceOptions,
): Promise<OperatorState> {
  const { env, signal, out } = host;
  const address = given.operator ?? env['FABDESK_OPERATOR'];
  if (address !== undefined && address !== '') {
    const url = parseOperatorUrl(address);
    return operateAt(url, keyFor(given, host), action, signal);
  }
  out.progress(() => out.t('cli.starting'));
  const connection = await host.connect({ dataDir: dataDirOf(given, host) });
  try {
    // The service would end with this command, and the fault with it.
    if (action.act === 'add-fault' && connection.runsHere) {
      throw mainError('not-running', ref('cli.service.faultNeedsService'));
    }
    return await invoke(connection.client, 'service.operate', action);
  } finally {
    out.progress(null);
    await connection.close();
  }
}

/** Never an argument: every user of a computer can read the arguments of all processes. */
function keyFor({ operatorKeyFile }: ServiceOptions, { cwd, env }: Host): string {
  if (operatorKeyFile === undefined) {
    const key = env['FABDESK_OPERATOR_KEY'] ?? '';
    if (key !== '') return key;
    throw usageError(ref('cli.service.noKey'));
  }
  try {
    return readFileSync(resolve(cwd, operatorKeyFile), 'utf8').trim();
  } catch {
    throw usageError(ref('cli.service.keyUnreadable', { file: operatorKeyFile }));
  }
}

function tellService(out: Output, state: OperatorState): void {
  out.report(state);
  writeService(out, state);
}

function tellOrder(out: Output, orderId: number, state: OperatorState): void {
  const order = state.orders.find((known) => known.orderId === orderId);
  if (order === undefined) {
    const params = { order: String(orderId), count: state.orders.length };
    throw mainError('not-found', ref('cli.service.unknownOrder', params));
  }
  out.report(order);
  writeServiceOrder(out, order);
}

function tellFaults(out: Output, state: OperatorState): void {
  out.report(state.faults);
  writeFaults(out, state);
}
