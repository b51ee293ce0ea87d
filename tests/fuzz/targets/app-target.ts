/** The application as a target: its browser host (calls, spool, event stream) and its control socket. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '../../simulation/random.ts';
import { faultsInBooks } from '../../support/books.ts';
import type { StartedApp } from '../app.child.ts';
import {
  type Case,
  type Performed,
  plannedStep,
  type Step,
  type Target,
  type World,
} from '../fuzz-target.ts';
import { bytesOf, type HttpRequest, isBroken, type Pairs, showRequest } from '../http-message.ts';
import { writeJson } from '../json-text.ts';
import { mutateJson } from '../mutate-json.ts';
import { type Foreign, mutateBytes, mutateRequest } from '../mutate-request.ts';
import { Attacked, type Measures } from '../process-calls.ts';
import { Connection, type Exchanged } from '../raw-http.ts';
import { type AppScope, callNames, inputOf, whyNoAnswer } from './app-calls.ts';
import { request } from './service-target.ts';

const program = fileURLToPath(new URL('../app.child.ts', import.meta.url));

interface Window {
  readonly cookie: string;
  readonly secret: string;
}

type Perform = (world: AppWorld, scope: AppScope, step: Step) => Promise<Performed>;

class AppTarget implements Target {
  readonly name: string;
  readonly casesPerWorld = 150;
  readonly width = 4;
  readonly #templates: readonly string[];
  readonly #actors: Readonly<Record<string, number>>;
  readonly #perform: Perform;
  #attacked: Attacked | null = null;

  constructor(
    name: string,
    templates: readonly string[],
    actors: Readonly<Record<string, number>>,
    perform: Perform,
  ) {
    this.name = name;
    this.#templates = templates;
    this.#actors = actors;
    this.#perform = perform;
  }

  planStep(random: Random): Step {
    return plannedStep(random, random.pick(this.#templates), random.weighted(this.#actors));
  }

  async start(): Promise<World> {
    if (this.#attacked === null || this.#attacked.death !== null) this.#attacked = new Attacked(program);
    const app = await this.#attacked.call<StartedApp>('start');
    const answer = await fetch(`${app.origin}/session`, {
      method: 'POST',
      headers: { Origin: app.origin },
      body: JSON.stringify({ token: app.token }),
    });
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const { value } = (await answer.json()) as { value: { secret: string } };
    const window = { cookie, secret: value.secret };
    const imported = await fetch(`${app.origin}/call/files.importSample`, {
      method: 'POST',
      headers: { Origin: app.origin, Cookie: cookie, 'Fabdesk-Secret': window.secret },
      body: '{}',
    });
    const file = ((await imported.json()) as { value: unknown }).value;
    return new AppWorld(this.#attacked, app, window, file, this.#perform);
  }

  async end(): Promise<void> {
    await this.#attacked?.end();
    this.#attacked = null;
  }
}

class AppWorld implements World {
  readonly attacked: Attacked;
  readonly app: StartedApp;
  readonly window: Window;
  readonly #file: unknown;
  readonly #perform: Perform;

  constructor(attacked: Attacked, app: StartedApp, window: Window, file: unknown, perform: Perform) {
    [this.attacked, this.app, this.window] = [attacked, app, window];
    [this.#file, this.#perform] = [file, perform];
  }

  get isDead(): boolean {
    return this.attacked.death !== null;
  }

  begin(): Case {
    const scope: AppScope = { file: this.#file, modelPath: this.app.modelPath, jobs: [] };
    return { perform: (step) => this.#perform(this, scope, step) };
  }

  async check(): Promise<readonly string[]> {
    return faultsInBooks(join(this.app.dataDir, 'service'));
  }

  measures(): Promise<Measures> {
    return this.attacked.call<Measures>('measures');
  }

  async close(): Promise<readonly string[]> {
    if (this.isDead) return [];
    await this.attacked.call('stop');
    await this.attacked.call('remove');
    return [];
  }

  /** The end of the process explains more than a closed connection. */
  async faultOf(kind: string, text: string, shown: string): Promise<Performed['fault']> {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { death } = this.attacked;
    if (death === null) return { kind, text, shown };
    const error = /\w*Error: .*/.exec(death)?.[0] ?? 'without an error';
    return { kind: `the process ended (${error})`, text: death, shown };
  }
}

/** Not calls: what else the browser host answers. */
const others = ['session', 'spool put', 'spool get', 'page', 'events'] as const;

function buildIpc(step: Step, random: Random, { app, window }: AppWorld, scope: AppScope): HttpRequest {
  const own: Pairs = [
    ['Origin', app.origin],
    ...(step.actor === 'window' || step.actor === 'cookie' ? [['Cookie', window.cookie] as const] : []),
    ...(step.actor === 'window' || step.actor === 'secret'
      ? [['Fabdesk-Secret', window.secret] as const]
      : []),
  ];
  const { sha256 } = scope.file as { sha256: string };
  switch (step.template as (typeof others)[number]) {
    case 'session':
      return request('POST', '/session', {
        headers: own,
        body: { kind: 'json', value: { token: 'unknown' } },
      });
    case 'spool put':
      return request('PUT', `/spool/${random.pick(['part.stl', 'a%20b.png', '..%2fx.stl'])}`, {
        headers: own,
        body: { kind: 'raw', bytes: Buffer.from(random.bytes(random.int(0, 200))), type: 'model/stl' },
      });
    case 'spool get':
      return request('GET', `/spool/${random.chance(0.7) ? sha256 : 'a'.repeat(64)}`, { headers: own });
    case 'page':
      return request('GET', random.pick(['/', '/index.html', '/assets/x.js', '/../data/fabdesk.db']), {
        headers: own,
      });
    case 'events':
      return request('GET', '/events', {
        headers: [
          ...own,
          ['Connection', 'Upgrade'],
          ['Upgrade', 'websocket'],
          ['Sec-WebSocket-Version', random.pick(['13', '13', '8', 'x'])],
          ['Sec-WebSocket-Key', random.pick(['dGhlIHNhbXBsZSBub25jZQ==', 'short', ''])],
          [
            'Sec-WebSocket-Protocol',
            `fabdesk-events, fabdesk-secret.${step.actor === 'window' ? window.secret : 'x'}`,
          ],
        ],
        // Frames right behind the request: valid ones are masked, small and text.
        tail: Buffer.from(
          random.chance(0.5)
            ? []
            : [
                random.pick([0x81, 0x82, 0x88, 0x89, 0xff]),
                random.int(0, 255),
                ...random.bytes(random.int(0, 300)),
              ],
        ),
      });
    default:
      return request('POST', `/call/${step.template}`, {
        headers: own,
        body: { kind: 'json', value: inputOf(step.template, random, scope) },
      });
  }
}

const performIpc: Perform = async (world, scope, step) => {
  const { app, window } = world;
  const { host, port } = new URL(app.origin);
  const foreign: Foreign = {
    values: [
      ...scope.jobs,
      'local',
      1,
      (scope.file as { sha256: string }).sha256,
      window.cookie.split('=')[1] ?? '',
    ],
    authorizations: ['Bearer x'],
    cookies: [window.cookie, `${window.cookie}x`, 'a=b', `${window.cookie}; ${window.cookie}`],
    paths: [
      '/session',
      '/call/app.info',
      '/call/queue.list',
      '/spool/x.stl',
      '/events',
      '/call/__proto__',
      '/call/',
    ],
  };
  const valid = buildIpc(step, new Random(step.seed), world, scope);
  const sent = step.mutations.reduce<HttpRequest>(
    (one, seed) => mutateRequest(one, new Random(seed), foreign),
    valid,
  );
  const bytes = bytesOf(sent, host);
  const text = bytes.toString('utf8');
  const isPlain = step.mutations.length === 0 && step.template !== 'events';
  const answers = await Promise.all(
    Array.from({ length: step.burst }, async () => {
      const connection = new Connection(Number(port));
      // A stream of events is open until one side closes it.
      const answer = await connection.send(bytes, sent.method === 'HEAD', !isPlain || isBroken(sent));
      connection.close();
      return answer;
    }),
  );
  const outcomes = answers.map((answer) => (typeof answer === 'string' ? answer : String(answer.status)));
  for (const answer of answers) {
    const wrong = ipcFault(answer, step, text, isPlain, window, scope);
    if (wrong === null) continue;
    const shown = typeof answer === 'string' ? answer : `${answer.status} ${answer.text.slice(0, 1500)}`;
    return {
      outcomes,
      fault: await world.faultOf(`${step.template}: ${wrong}`, shown, showRequest(sent, host)),
    };
  }
  return { outcomes, fault: null };
};

function ipcFault(
  answer: Exchanged,
  step: Step,
  sent: string,
  isPlain: boolean,
  { cookie, secret }: Window,
  scope: AppScope,
): string | null {
  if (answer === 'silent') return 'no answer within 30 s';
  if (answer === 'closed') return isPlain ? 'the connection was closed without an answer' : null;
  const { status, text, headers } = answer;
  if (status >= 500) return `status ${status}`;
  const all = `${[...headers.values()].join('\n')}\n${text}`;
  if ([cookie.split('=')[1] ?? '', secret].some((one) => all.includes(one) && !sent.includes(one)))
    return 'a secret in the answer';
  const mayCall = sent.includes(cookie) && sent.includes(secret);
  if (status === 101) return mayCall ? null : 'events without cookie and secret';
  if (!headers.get('content-type')?.startsWith('application/json')) return null;
  // The answer to HEAD.
  if (text === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'an answer that is no JSON';
  }
  const { ok } = value as { ok?: unknown };
  if (ok === true && !mayCall) return 'a success without cookie and secret';
  const isCall = isPlain && callNames.includes(step.template as never);
  if (!isCall && ok === true) return null;
  return whyNoAnswer(step.template, value, scope);
}

export const ipcTarget = (): Target =>
  new AppTarget(
    'ipc',
    [...callNames, ...callNames, ...others],
    { window: 88, cookie: 4, secret: 4, nobody: 4 },
    performIpc,
  );

/** The last frame of a connection: answered, unless something before it has ended the connection. */
const probe = { id: 999_999, name: 'app.info', input: {} };

const performControl: Perform = async (world, scope, step) => {
  const random = new Random(step.seed);
  const { address, key } = world.app.control;
  const shownKey = { key, 'wrong key': 'a'.repeat(64), 'no key': '', 'call first': null }[step.actor] ?? null;
  const hello: unknown =
    step.actor === 'call first' ? { id: 0, name: 'queue.list', input: {} } : { key: shownKey };
  const frame: unknown = { id: 1, name: step.template, input: inputOf(step.template, random, scope) };
  const frames = [hello, frame];
  let raw: ((bytes: Buffer) => Buffer) | null = null;
  for (const seed of step.mutations) {
    const own = new Random(seed);
    if (own.chance(0.2)) raw = (bytes) => mutateBytes(bytes, own);
    else frames[1] = mutateJson(frames[1], own, ['local', ...scope.jobs]);
  }
  // What follows a line break inside a frame is another frame.
  const lines = [
    writeJson(frames[0]),
    ...(raw ? [raw(Buffer.from(writeJson(frames[1]))).toString('latin1')] : [writeJson(frames[1])]),
    JSON.stringify(probe),
  ];
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const pieces = random.chance(0.2) ? [bytes.subarray(0, random.int(1, bytes.length - 1))] : [bytes];
  if (pieces[0] !== bytes) pieces.push(bytes.subarray(pieces[0]!.length));
  const answers = await Promise.all(Array.from({ length: step.burst }, () => converse(address, pieces)));
  const outcomes = answers.map(({ outcome }) => outcome);
  for (const { outcome, received } of answers) {
    const wrong = controlFault(outcome, received, step, key, scope);
    if (wrong === null) continue;
    const text = received.join('\n').slice(0, 1500);
    const shown = lines.join('\n').replaceAll(key, '<key>').slice(0, 3000);
    return { outcomes, fault: await world.faultOf(`control ${step.template}: ${wrong}`, text, shown) };
  }
  return { outcomes, fault: null };
};

interface Conversation {
  readonly outcome: 'answered' | 'closed' | 'silent';
  readonly received: readonly string[];
}

function converse(address: string, pieces: readonly Buffer[]): Promise<Conversation> {
  const { promise, resolve } = Promise.withResolvers<Conversation>();
  const socket = connect(address);
  let text = '';
  const finish = (outcome: Conversation['outcome']) => {
    clearTimeout(timer);
    socket.removeAllListeners();
    socket.on('error', () => undefined);
    socket.destroy();
    resolve({ outcome, received: text.split('\n').filter(Boolean) });
  };
  const timer = setTimeout(() => finish('silent'), 30_000);
  socket.setEncoding('utf8');
  // The call may be answered behind the probe.
  socket.on('data', (piece: string) => {
    text += piece;
    if (text.includes(`"id":${probe.id},`) && (text.includes('"id":1,') || pieces.length > 2))
      finish('answered');
    else if (text.includes(`"id":${probe.id},`)) setTimeout(() => finish('answered'), 50);
  });
  socket.on('close', () => finish('closed'));
  socket.on('error', () => finish('closed'));
  for (const piece of pieces) socket.write(piece);
  return promise;
}

function controlFault(
  outcome: Conversation['outcome'],
  received: readonly string[],
  step: Step,
  key: string,
  scope: AppScope,
): string | null {
  if (outcome === 'silent') return 'no answer within 30 s';
  if (received.some((line) => line.includes(key))) return 'the key in an answer';
  if (step.actor !== 'key') return received.length === 0 ? null : 'an answer without the key';
  if (outcome === 'closed' && step.mutations.length === 0) return 'the connection was closed';
  for (const line of received) {
    let value: { id?: unknown; result?: unknown; event?: unknown; welcome?: unknown };
    try {
      value = JSON.parse(line);
    } catch {
      continue;
    }
    if (value.welcome !== undefined || value.event !== undefined) continue;
    const isOwn = value.id === 1 && step.mutations.length === 0;
    const { ok } = (value.result ?? {}) as { ok?: unknown };
    if (!isOwn && ok === true) continue;
    const wrong = whyNoAnswer(isOwn ? step.template : 'app.info', value.result, scope);
    if (wrong !== null) return wrong;
  }
  return null;
}

export const controlTarget = (): Target =>
  new AppTarget(
    'control',
    callNames,
    { key: 85, 'wrong key': 5, 'no key': 5, 'call first': 5 },
    performControl,
  );
