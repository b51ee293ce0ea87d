/**
 * `fabdesk service`: works a print service as its operator, so that an order can be rehearsed from placed to
 * shipped and every failure on the way. Reaches the local service of Fabdesk through the application, and a
 * service that runs alone through its operator interface; no other service has such a thing.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import {
  faultKinds,
  faultRuleSchema,
  type OperatorAction,
  type OperatorState,
} from '../../../../src-shared/api/operator.ts';
import { CodedError } from '../../../../src-shared/result.ts';
import { exitCodes } from '../exit-codes.ts';
import { withHelp } from '../help.ts';
import { operateAt, parseOperatorUrl } from '../operator-client.ts';
import { collect, dataDirOf, parseId, parseSeconds, usageError, withAppOptions } from '../options.ts';
import type { Output } from '../output.ts';
import type { Registrar } from '../registrar.ts';
import { writeFaults, writeService, writeServiceOrder } from '../service-report.ts';
import { didYouMean, suggest } from '../suggest.ts';
import { invoke, type Surroundings } from '../surroundings.ts';

interface ServiceOptions {
  readonly data?: string;
  readonly operator?: string;
  readonly operatorKeyFile?: string;
}
interface RejectOptions extends ServiceOptions {
  readonly reason: string[];
  readonly product?: string;
  readonly affected?: string[];
}
interface FaultOptions extends ServiceOptions {
  readonly method?: string;
  readonly path?: string;
  readonly times?: string;
  readonly status?: string;
  readonly delay?: string;
  readonly stale?: string;
}

const withServiceOptions = (command: Command): Command =>
  withAppOptions(command)
    .addOption(
      new Option(
        '--operator <url>',
        'operator interface of a service that runs alone (also FABDESK_OPERATOR); without it, the local service of Fabdesk',
      ),
    )
    .addOption(
      new Option('--operator-key-file <file>', 'file with its key; without it, FABDESK_OPERATOR_KEY'),
    );

const about =
  'Works the local print service of Fabdesk, or one that was started with "npm run service -- --operator-port N". ' +
  'A real service has no operator interface.';

export function registerService(program: Command, { act, surroundings }: Registrar): void {
  const operate = (action: OperatorAction, options: ServiceOptions, out: Output) =>
    operateService(surroundings, action, options, out);
  const look = act(async (out, options: ServiceOptions) => {
    tellService(out, await operate({ act: 'look' }, options, out));
    return exitCodes.ok;
  });
  /** A step on one order, which is shown afterwards. */
  const onOrder = <O extends ServiceOptions>(makeAction: (orderId: number, options: O) => OperatorAction) =>
    act(async (out, text: string, options: O) => {
      const orderId = parseId(text, 'an order id');
      tellOrder(out, orderId, await operate(makeAction(orderId, options), options, out));
      return exitCodes.ok;
    });

  const command = program
    .command('service')
    .description('rehearse: move the clock of the sandbox, work on its orders, make calls fail')
    .enablePositionalOptions()
    .action(look);
  withHelp(
    withServiceOptions(command),
    [
      ['fabdesk service', 'clock, orders and faults of the local service'],
      ['fabdesk service advance 3d', 'three days pass for it'],
      ['fabdesk service ship 1042', 'order 1042 is made and sent now'],
      [
        'fabdesk service faults add drop-after --path /orders',
        'the next order is placed, its answer is lost',
      ],
    ],
    about,
  );

  const state = command
    .command('state')
    .description('clock, orders and faults; or one order with its products')
    .argument('[order]', 'show this order')
    .action(
      act(async (out, text: string | undefined, options: ServiceOptions) => {
        const orderId = text === undefined ? null : parseId(text, 'an order id');
        const state = await operate({ act: 'look' }, options, out);
        if (orderId === null) tellService(out, state);
        else tellOrder(out, orderId, state);
        return exitCodes.ok;
      }),
    );
  withHelp(
    withServiceOptions(state),
    [
      ['fabdesk service state --json', 'everything, for a program'],
      ['fabdesk service state 1042', 'order 1042 with its products and shipments'],
    ],
    about,
  );

  const advance = command
    .command('advance')
    .description('let time pass for the service; production goes on by it')
    .argument('<duration>', 'such as 90s, 15m, 2h, 3d, 1w or 1d12h')
    .action(
      act(async (out, text: string, options: ServiceOptions) => {
        tellService(out, await operate({ act: 'advance', seconds: parseSeconds(text) }, options, out));
        return exitCodes.ok;
      }),
    );
  withHelp(
    withServiceOptions(advance),
    [['fabdesk service advance 3d', 'orders that were placed are in production or shipped afterwards']],
    'The clock goes only forward, and stays ahead. Access tokens run out by it, as they do by themselves.',
  );

  const steps = [
    ['start', 'begin production of an order', 'looks at every part and begins with those that can be made'],
    ['complete', 'finish what is not finished of an order', 'every piece of order 1042 is made'],
    ['ship', 'make what is not made and send the parcel', 'order 1042 is shipped, with a tracking number'],
    ['lose', 'lose track of an order: its status becomes unknown', 'nothing goes on until it is found'],
    ['find', 'find a lost order again, as it was', 'order 1042 goes on'],
  ] as const;
  for (const [name, description, example] of steps) {
    const step = command
      .command(name)
      .description(description)
      .argument('<order>', 'the order id')
      .action(onOrder((orderId) => ({ act: name, orderId })));
    withHelp(withServiceOptions(step), [[`fabdesk service ${name} 1042`, example]], about);
  }

  const reject = command
    .command('reject')
    .description('say that an order, or one product of it, cannot be made; it is paid back')
    .argument('<order>', 'the order id')
    .requiredOption('--reason <sentence>', 'why; may be given several times', collect)
    .option('--product <id>', 'only this product, as "fabdesk service state ORDER" shows it')
    .option('--affected <material>', 'a material in which it cannot be made either; may be repeated', collect)
    .action(
      onOrder((orderId, options: RejectOptions) => ({
        act: 'reject',
        orderId,
        reasons: options.reason,
        affectedMaterials: (options.affected ?? []).map((text) => parseId(text, 'a material id')),
        ...(options.product !== undefined && { orderProductId: parseId(options.product, 'a product id') }),
      })),
    );
  withHelp(
    withServiceOptions(reject),
    [
      [
        'fabdesk service reject 1042 --reason "A wall is thinner than 0.7 mm." --affected 6',
        'all that is not made',
      ],
    ],
    about,
  );

  registerFaults(command, act, operate);
}

function registerFaults(
  service: Command,
  act: Registrar['act'],
  operate: (action: OperatorAction, options: ServiceOptions, out: Output) => Promise<OperatorState>,
): void {
  const list = act(async (out, options: ServiceOptions) => {
    tellFaults(out, await operate({ act: 'look' }, options, out));
    return exitCodes.ok;
  });
  const faults = service
    .command('faults')
    .description('what is to go wrong, for which calls and how often')
    .enablePositionalOptions()
    .action(list);
  withHelp(
    withServiceOptions(faults),
    [
      ['fabdesk service faults', 'lists what waits to go wrong'],
      ['fabdesk service faults add status-before --status 429 --times 3', 'three calls are refused'],
      ['fabdesk service faults clear', 'nothing goes wrong any more'],
    ],
    'Faults last while the service runs; a restart forgets them.',
  );
  const listed = faults.command('list').description('faults that wait').action(list);
  withHelp(withServiceOptions(listed), [['fabdesk service faults list', 'lists what waits to go wrong']]);

  const add = faults
    .command('add')
    .description('let calls fail')
    .argument('<kind>', faultKinds.join(', '))
    .option('--method <method>', 'only calls of this method, such as POST')
    .option('--path <beginning>', 'only calls of paths that begin so, such as /orders')
    .option('--times <count>', 'how many calls it meets (1)')
    .option('--status <code>', 'status of status-before and status-after, 400 to 599 (503)')
    .option('--delay <duration>', 'delay of slow-answer and slow-upload, such as 5s (1s)')
    .option('--stale <duration>', 'what lists leave out with stale-lists, such as 2m (60s)')
    .action(
      act(async (out, kind: string, options: FaultOptions) => {
        tellFaults(out, await operate({ act: 'add-fault', fault: readFault(kind, options) }, options, out));
        return exitCodes.ok;
      }),
    );
  withHelp(withServiceOptions(add), [
    ['fabdesk service faults add drop-after --method POST --path /orders', 'an order whose answer is lost'],
    ['fabdesk service faults add slow-upload --delay 20s --path /models', 'an upload that takes its time'],
    ['fabdesk service faults add expired-token', 'the next call finds its token expired'],
  ]);

  const clear = faults
    .command('clear')
    .description('let nothing go wrong any more')
    .action(
      act(async (out, options: ServiceOptions) => {
        tellFaults(out, await operate({ act: 'clear-faults' }, options, out));
        return exitCodes.ok;
      }),
    );
  withHelp(withServiceOptions(clear), [['fabdesk service faults clear', 'every call works again']]);
}

function readFault(kind: string, options: FaultOptions) {
  const known = faultKinds.find((name) => name === kind);
  if (known === undefined) {
    throw usageError(
      `"${kind}" is not a kind of fault.${didYouMean(suggest(kind, faultKinds))} Use ${faultKinds.join(', ')}.`,
    );
  }
  const { method, path, times, status, delay, stale } = options;
  const parsed = faultRuleSchema.safeParse({
    kind: known,
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(times !== undefined && { times: parseId(times, 'a number of calls') }),
    ...(status !== undefined && { status: parseId(status, 'a status') }),
    ...(delay !== undefined && { delayMs: Math.round(parseSeconds(delay) * 1000) }),
    ...(stale !== undefined && { staleSeconds: Math.round(parseSeconds(stale)) }),
  });
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]).replace(/Ms$|Seconds$/, '');
  throw usageError(`The value of --${name} cannot be used. Add --help to see what can be.`);
}

async function operateService(
  surroundings: Surroundings,
  action: OperatorAction,
  options: ServiceOptions,
  out: Output,
): Promise<OperatorState> {
  const address = options.operator ?? surroundings.env['FABDESK_OPERATOR'];
  if (address !== undefined && address !== '') {
    const url = parseOperatorUrl(address);
    return operateAt(url, keyFor(options, surroundings), action, surroundings.signal);
  }
  out.progress('Starting Fabdesk');
  const connection = await surroundings.connect({ dataDir: dataDirOf(options, surroundings) });
  try {
    // The service would end with this command, and the fault with it.
    if (action.act === 'add-fault' && connection.runsHere) {
      throw new CodedError(
        'not-running',
        'A fault lasts only while the service runs. Open Fabdesk first, or name a running service with --operator.',
      );
    }
    return await invoke(connection.client, 'service.operate', action);
  } finally {
    out.progress(null);
    await connection.close();
  }
}

/** Never as an argument: every user of a computer can read the arguments of every process. */
function keyFor({ operatorKeyFile }: ServiceOptions, { cwd, env }: Surroundings): string {
  if (operatorKeyFile === undefined) {
    const key = env['FABDESK_OPERATOR_KEY'] ?? '';
    if (key !== '') return key;
    throw usageError(
      'Put the key of the operator interface into FABDESK_OPERATOR_KEY or --operator-key-file.',
    );
  }
  try {
    return readFileSync(resolve(cwd, operatorKeyFile), 'utf8').trim();
  } catch {
    throw usageError(`The file ${operatorKeyFile} with the operator's key cannot be read.`);
  }
}

function tellService(out: Output, state: OperatorState): void {
  if (out.json) out.value(state);
  else writeService(out, state);
}

function tellOrder(out: Output, orderId: number, state: OperatorState): void {
  const order = state.orders.find((known) => known.orderId === orderId);
  if (order === undefined) {
    throw new CodedError(
      'not-found',
      `Order ${orderId} is not among the service's last ${state.orders.length} orders.`,
    );
  }
  if (out.json) out.value(order);
  else writeServiceOrder(out, order);
}

function tellFaults(out: Output, state: OperatorState): void {
  if (out.json) out.value(state.faults);
  else writeFaults(out, state);
}
