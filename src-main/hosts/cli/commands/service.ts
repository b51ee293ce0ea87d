/**
 * `fabdesk service`: operates a print service, to rehearse an order from placed to shipped with every failure on the
 * way. Reaches Fabdesk's local service through the application, and a separate service through its operator interface;
 * no other service has one.
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
import { ref, type Translate } from '../../../../src-shared/messages/messages.ts';
import { suggest } from '../../../../src-shared/text/suggest.ts';
import { mainError, sentences } from '../../../main-error.ts';
import { operateAt, parseOperatorUrl } from '../app/operator-client.ts';
import { invoke, type Surroundings } from '../app/surroundings.ts';
import {
  collect,
  dataDirOf,
  didYouMean,
  parseId,
  parseSeconds,
  usageError,
  withAppOptions,
} from '../input/options.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { withHelp } from '../output/help.ts';
import type { Output } from '../output/output.ts';
import { writeFaults, writeService, writeServiceOrder } from '../output/service-report.ts';
import type { Registrar } from '../registrar.ts';

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

const withServiceOptions = (t: Translate, command: Command): Command =>
  withAppOptions(t, command)
    .addOption(new Option('--operator <url>', t('cliHelp.service.operator')))
    .addOption(new Option('--operator-key-file <file>', t('cliHelp.service.keyFile')));

export function registerService(program: Command, registrar: Registrar): void {
  const { act, surroundings, t } = registrar;
  const about = t('cliHelp.service.more');
  const operate = (action: OperatorAction, options: ServiceOptions, out: Output) =>
    operateService(surroundings, action, options, out);
  const look = act(async (out, options: ServiceOptions) => {
    tellService(out, await operate({ act: 'look' }, options, out));
    return exitCodes.ok;
  });
  /** A step on one order, which is shown afterwards. */
  const onOrder = <O extends ServiceOptions>(makeAction: (orderId: number, options: O) => OperatorAction) =>
    act(async (out, text: string, options: O) => {
      const orderId = parseId(text, 'order');
      tellOrder(out, orderId, await operate(makeAction(orderId, options), options, out));
      return exitCodes.ok;
    });

  const command = program
    .command('service')
    .description(t('cliHelp.service.about'))
    .enablePositionalOptions()
    .action(look);
  withHelp(
    t,
    withServiceOptions(t, command),
    [
      ['fabdesk service', t('cliHelp.service.example')],
      ['fabdesk service advance 3d', t('cliHelp.service.exampleAdvance')],
      ['fabdesk service ship 1042', t('cliHelp.service.exampleShip')],
      ['fabdesk service faults add drop-after --path /orders', t('cliHelp.service.exampleFault')],
    ],
    about,
  );

  const state = command
    .command('state')
    .description(t('cliHelp.service.state.about'))
    .argument('[order]', t('cliHelp.service.state.order'))
    .action(
      act(async (out, text: string | undefined, options: ServiceOptions) => {
        const orderId = text === undefined ? null : parseId(text, 'order');
        const state = await operate({ act: 'look' }, options, out);
        if (orderId === null) tellService(out, state);
        else tellOrder(out, orderId, state);
        return exitCodes.ok;
      }),
    );
  withHelp(
    t,
    withServiceOptions(t, state),
    [
      ['fabdesk service state --json', t('cliHelp.service.state.example')],
      ['fabdesk service state 1042', t('cliHelp.service.state.exampleOrder')],
    ],
    about,
  );

  const advance = command
    .command('advance')
    .description(t('cliHelp.service.advance.about'))
    .argument('<duration>', t('cliHelp.service.advance.duration'))
    .action(
      act(async (out, text: string, options: ServiceOptions) => {
        tellService(out, await operate({ act: 'advance', seconds: parseSeconds(text) }, options, out));
        return exitCodes.ok;
      }),
    );
  withHelp(
    t,
    withServiceOptions(t, advance),
    [['fabdesk service advance 3d', t('cliHelp.service.advance.example')]],
    t('cliHelp.service.advance.more'),
  );

  const steps = [
    ['start', t('cliHelp.service.step.start'), t('cliHelp.service.step.start.example')],
    ['complete', t('cliHelp.service.step.complete'), t('cliHelp.service.step.complete.example')],
    ['ship', t('cliHelp.service.step.ship'), t('cliHelp.service.step.ship.example')],
    ['lose', t('cliHelp.service.step.lose'), t('cliHelp.service.step.lose.example')],
    ['find', t('cliHelp.service.step.find'), t('cliHelp.service.step.find.example')],
  ] as const;
  for (const [name, description, example] of steps) {
    const step = command
      .command(name)
      .description(description)
      .argument('<order>', t('cliHelp.service.orderId'))
      .action(onOrder((orderId) => ({ act: name, orderId })));
    withHelp(t, withServiceOptions(t, step), [[`fabdesk service ${name} 1042`, example]], about);
  }

  const reject = command
    .command('reject')
    .description(t('cliHelp.service.reject.about'))
    .argument('<order>', t('cliHelp.service.orderId'))
    .requiredOption('--reason <sentence>', t('cliHelp.service.reject.reason'), collect)
    .option('--product <id>', t('cliHelp.service.reject.product'))
    .option('--affected <material>', t('cliHelp.service.reject.affected'), collect)
    .action(
      onOrder((orderId, options: RejectOptions) => ({
        act: 'reject',
        orderId,
        reasons: options.reason,
        affectedMaterials: (options.affected ?? []).map((text) => parseId(text, 'material')),
        ...(options.product !== undefined && { orderProductId: parseId(options.product, 'product') }),
      })),
    );
  withHelp(
    t,
    withServiceOptions(t, reject),
    [
      [
        'fabdesk service reject 1042 --reason "A wall is thinner than 0.7 mm." --affected 6',
        t('cliHelp.service.reject.example'),
      ],
    ],
    about,
  );

  registerFaults(command, registrar, operate);
}

function registerFaults(
  service: Command,
  { act, t }: Registrar,
  operate: (action: OperatorAction, options: ServiceOptions, out: Output) => Promise<OperatorState>,
): void {
  const list = act(async (out, options: ServiceOptions) => {
    tellFaults(out, await operate({ act: 'look' }, options, out));
    return exitCodes.ok;
  });
  const faults = service
    .command('faults')
    .description(t('cliHelp.service.faults.about'))
    .enablePositionalOptions()
    .action(list);
  withHelp(
    t,
    withServiceOptions(t, faults),
    [
      ['fabdesk service faults', t('cliHelp.service.faults.example')],
      [
        'fabdesk service faults add status-before --status 429 --times 3',
        t('cliHelp.service.faults.exampleAdd'),
      ],
      ['fabdesk service faults clear', t('cliHelp.service.faults.exampleClear')],
    ],
    t('cliHelp.service.faults.more'),
  );
  const listed = faults.command('list').description(t('cliHelp.service.faults.list')).action(list);
  withHelp(t, withServiceOptions(t, listed), [
    ['fabdesk service faults list', t('cliHelp.service.faults.example')],
  ]);

  const add = faults
    .command('add')
    .description(t('cliHelp.service.faults.add'))
    .argument('<kind>', faultKinds.join(', '))
    .option('--method <method>', t('cliHelp.service.faults.method'))
    .option('--path <beginning>', t('cliHelp.service.faults.path'))
    .option('--times <count>', t('cliHelp.service.faults.times'))
    .option('--status <code>', t('cliHelp.service.faults.status'))
    .option('--delay <duration>', t('cliHelp.service.faults.delay'))
    .option('--stale <duration>', t('cliHelp.service.faults.stale'))
    .action(
      act(async (out, kind: string, options: FaultOptions) => {
        tellFaults(out, await operate({ act: 'add-fault', fault: readFault(kind, options) }, options, out));
        return exitCodes.ok;
      }),
    );
  withHelp(t, withServiceOptions(t, add), [
    [
      'fabdesk service faults add drop-after --method POST --path /orders',
      t('cliHelp.service.faults.exampleLost'),
    ],
    [
      'fabdesk service faults add slow-upload --delay 20s --path /models',
      t('cliHelp.service.faults.exampleSlow'),
    ],
    ['fabdesk service faults add expired-token', t('cliHelp.service.faults.exampleToken')],
  ]);

  const clear = faults
    .command('clear')
    .description(t('cliHelp.service.faults.clear'))
    .action(
      act(async (out, options: ServiceOptions) => {
        tellFaults(out, await operate({ act: 'clear-faults' }, options, out));
        return exitCodes.ok;
      }),
    );
  withHelp(t, withServiceOptions(t, clear), [
    ['fabdesk service faults clear', t('cliHelp.service.faults.clear.example')],
  ]);
}

function readFault(kind: string, options: FaultOptions) {
  const known = faultKinds.find((name) => name === kind);
  if (known === undefined) {
    const text = ref('cli.service.badFault', { kind, kinds: faultKinds });
    throw usageError(sentences(text, ...didYouMean(suggest(kind, faultKinds))));
  }
  const { method, path, times, status, delay, stale } = options;
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
  out.progress(() => out.t('cli.starting'));
  const connection = await surroundings.connect({ dataDir: dataDirOf(options, surroundings) });
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
function keyFor({ operatorKeyFile }: ServiceOptions, { cwd, env }: Surroundings): string {
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
  if (out.json) out.value(state);
  else writeService(out, state);
}

function tellOrder(out: Output, orderId: number, state: OperatorState): void {
  const order = state.orders.find((known) => known.orderId === orderId);
  if (order === undefined) {
    const params = { order: String(orderId), count: state.orders.length };
    throw mainError('not-found', ref('cli.service.unknownOrder', params));
  }
  if (out.json) out.value(order);
  else writeServiceOrder(out, order);
}

function tellFaults(out: Output, state: OperatorState): void {
  if (out.json) out.value(state.faults);
  else writeFaults(out, state);
}
