/**
 * The print service as a target: over real HTTP, in a process of its own, with two people; every
 * answer is checked.
 */
import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { baseString, percentEncode, signingKey } from '../../../src-shared/api/oauth1-base-string.ts';
import { Random } from '../../simulation/random.ts';
import { faultsInBooks, leftOverContents } from '../../support/books.ts';
import { inDatabase } from '../../support/stores/test-database.ts';
import {
  type Case,
  type Performed,
  plannedStep,
  type Step,
  type Target,
  type World,
} from '../fuzz-target.ts';
import { bytesOf, type HttpRequest, isBroken, showRequest } from '../http-message.ts';
import { type Foreign, mutateRequest } from '../mutate-request.ts';
import { Attacked, type Measures } from '../process-calls.ts';
import { type Answer, Connection, type Exchanged } from '../raw-http.ts';
import type { StartedService } from '../service.child.ts';
import { answerFault } from './answer-rules.ts';
import {
  canaries,
  type KnownModel,
  type KnownOrder,
  makePeople,
  type People,
  type Person,
} from './people.ts';

/** What a case knows: what the world began with, and what the case has made. */
export class Scope {
  readonly people: People;
  readonly service: StartedService;
  readonly models: KnownModel[];
  readonly orders: KnownOrder[];
  readonly photos: number[];
  /** Codes, tokens, verifiers and the like, by kind; the newest last. */
  readonly texts = new Map<string, string[]>();

  constructor(service: StartedService, people: People) {
    this.service = service;
    this.people = people;
    this.models = [...people.first.models];
    this.orders = [...people.first.orders];
    this.photos = [...people.first.photos];
  }

  get me(): Person {
    return this.people.first;
  }

  /** Mostly the newest, sometimes an older one, now and then one of the other account. */
  model(random: Random): KnownModel {
    if (random.chance(0.04)) return random.pick(this.people.second.models);
    if (random.chance(0.05)) return this.people.openModel;
    return newest(this.models, random);
  }

  order(random: Random): KnownOrder {
    return random.chance(0.04) ? random.pick(this.people.second.orders) : newest(this.orders, random);
  }

  photo(random: Random): number {
    return random.chance(0.1) ? random.pick(this.people.second.photos) : newest(this.photos, random);
  }

  text(kind: string, random: Random): string {
    const known = this.texts.get(kind) ?? [];
    return known.length === 0 ? 'unknown' : newest(known, random);
  }

  learn(kind: string, text: string | undefined): void {
    if (text !== undefined) this.texts.set(kind, [...(this.texts.get(kind) ?? []), text]);
  }
}

const newest = <T>(all: readonly T[], random: Random): T =>
  random.chance(0.75) ? all.at(-1)! : random.pick(all);

export interface Template {
  readonly weight: number;
  /** Sent to the operator's port. */
  readonly isOperator?: boolean;
  build(random: Random, scope: Scope): HttpRequest;
  mutate?(request: HttpRequest, random: Random, foreign: Foreign): HttpRequest;
  /** Notes what later steps can use. `answer` is a success. */
  learn?(answer: Answer, scope: Scope): void;
  /** Why the body of a success does not fit its description; null if it does. */
  check?(answer: Answer): string | null;
}

export const request = (method: string, path: string, others: Partial<HttpRequest> = {}): HttpRequest => ({
  method,
  path,
  query: [],
  headers: [],
  body: { kind: 'none' },
  framing: 'length',
  cut: 0,
  version: 'HTTP/1.1',
  ...others,
});

export interface ServiceTargetOptions {
  readonly name: string;
  readonly templates: Readonly<Record<string, Template>>;
  /** Who sends, by weight: `token`, `signed` (OAuth 1.0), `cookie`, `other` (the other account), `nobody`. */
  readonly actors: Readonly<Record<string, number>>;
  /** The first steps of most cases, which are valid. */
  readonly openings: readonly { readonly template: string; readonly actor: string }[];
}

const program = fileURLToPath(new URL('../service.child.ts', import.meta.url));

export class ServiceTarget implements Target {
  readonly name: string;
  readonly casesPerWorld = 150;
  readonly width = 6;
  readonly #options: ServiceTargetOptions;
  readonly #weights: Readonly<Record<string, number>>;
  #attacked: Attacked | null = null;

  constructor(options: ServiceTargetOptions) {
    this.#options = options;
    this.name = options.name;
    this.#weights = Object.fromEntries(
      Object.entries(options.templates).map(([name, { weight }]) => [name, weight]),
    );
  }

  /** The routes that are fuzzed, as the service's route table names them. */
  get routes(): string[] {
    return Object.keys(this.#options.templates).map((name) => {
      const [method = '', path] = name.replace('operator ', '').split(' ');
      if (path === undefined) return 'POST /soap/v1';
      const route = `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      return name.startsWith('operator ') ? `operator ${route}` : route;
    });
  }

  planStep(random: Random, i: number): Step {
    const { openings, actors } = this.#options;
    // A case begins with something of its own, since other cases may remove what the world began with.
    const opening = openings[i];
    if (opening !== undefined && random.chance(0.85))
      return { ...plannedStep(random, opening.template, opening.actor), mutations: [], burst: 1 };
    return plannedStep(random, random.weighted(this.#weights), random.weighted(actors));
  }

  async start(): Promise<World> {
    if (this.#attacked === null || this.#attacked.death !== null) this.#attacked = new Attacked(program);
    const service = await this.#attacked.call<StartedService>('start');
    const people = await makePeople(service);
    const before = await rowsOf(service, people.second);
    return new ServiceWorld(this.#attacked, service, people, this.#options.templates, before);
  }

  async end(): Promise<void> {
    await this.#attacked?.end();
    this.#attacked = null;
  }
}

/** Rows of the other account that nobody but its owner can change, and that its owner leaves alone here. */
function rowsOf({ dataDir }: StartedService, { models, clientId }: Person): Promise<string> {
  const ids = models.map(({ id }) => id).join();
  return inDatabase(dataDir, async (query) =>
    JSON.stringify([
      ...(await query(`select * from model where model_id in (${ids}) order by model_id`)),
      ...(await query(
        `select model_id, version, sha256 from model_file where model_id in (${ids}) order by model_id, version`,
      )),
      ...(await query(`select * from photo where model_id in (${ids}) order by photo_id`)),
      ...(await query('select * from application where client_id = ?', clientId)),
    ]),
  );
}

class ServiceWorld implements World {
  readonly attacked: Attacked;
  readonly service: StartedService;
  readonly people: People;
  readonly templates: Readonly<Record<string, Template>>;
  readonly #idle = new Map<number, Connection[]>();
  readonly #before: string;
  nonce = 0;

  constructor(
    attacked: Attacked,
    service: StartedService,
    people: People,
    templates: Readonly<Record<string, Template>>,
    before: string,
  ) {
    this.attacked = attacked;
    this.service = service;
    this.people = people;
    this.templates = templates;
    this.#before = before;
  }

  get isDead(): boolean {
    return this.attacked.death !== null;
  }

  begin(): Case {
    return new ServiceCase(this);
  }

  async check(): Promise<readonly string[]> {
    const faults = await faultsInBooks(this.service.dataDir);
    if ((await rowsOf(this.service, this.people.second)) !== this.#before)
      faults.push('Something of the other account was changed.');
    return [...faults, ...(await this.#leftOver())];
  }

  /** What is left over when the last requests have ended, those of clients that left, too. */
  async #leftOver(): Promise<string[]> {
    for (let attempt = 0; attempt < 20; attempt++) {
      if ((await leftOverContents(this.service.dataDir)).length === 0) return [];
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return leftOverContents(this.service.dataDir);
  }

  measures(): Promise<Measures> {
    return this.attacked.call<Measures>('measures');
  }

  async close(): Promise<readonly string[]> {
    for (const connection of [...this.#idle.values()].flat()) connection.close();
    if (this.isDead) return [];
    await this.attacked.call('stop');
    await this.attacked.call('remove');
    return [];
  }

  async exchange(port: number, bytes: Buffer, isHead: boolean, end: boolean): Promise<Exchanged> {
    const idle = this.#idle.get(port) ?? [];
    this.#idle.set(port, idle);
    const connection = idle.pop() ?? new Connection(port);
    const answer = await connection.send(bytes, isHead, end);
    idle.push(connection);
    return answer;
  }
}

/** Headers after which a server may end the connection. */
const closing =
  /^(content-length|transfer-encoding|connection|upgrade|expect|host|x-bad\t|x-bytes|x-long|x-many)/i;
/** A start line that is no HTTP. */
const isOddStart = ({ method, path }: HttpRequest): boolean =>
  !/^[A-Z]+$/.test(method) || !/^[!-~]+$/.test(path) || path.length > 8000;

class ServiceCase implements Case {
  readonly #world: ServiceWorld;
  readonly #scope: Scope;

  constructor(world: ServiceWorld) {
    this.#world = world;
    this.#scope = new Scope(world.service, world.people);
  }

  async perform(step: Step): Promise<Performed> {
    const template = this.#world.templates[step.template]!;
    const sent = this.#render(step, template);
    const port = Number(
      new URL(template.isOperator ? this.#world.service.operatorUrl : this.#world.service.baseUrl).port,
    );
    const host = `127.0.0.1:${port}`;
    const end = isBroken(sent) || isOddStart(sent) || sent.headers.some(([name]) => closing.test(name));
    const copies = Array.from({ length: step.burst }, (_, i) =>
      bytesOf(this.#signed(step, sent, host, i), host),
    );
    const answers = await Promise.all(
      copies.map((bytes) => this.#world.exchange(port, bytes, sent.method === 'HEAD', end)),
    );
    for (const [i, answer] of answers.entries()) {
      let kind = this.#faultIn(answer, copies[i]!.toString('utf8'), end, step, template, sent);
      if (kind === null) continue;
      // A process that has just ended closes its connections first.
      if (answer === 'closed') await new Promise((resolve) => setTimeout(resolve, 300));
      const { death } = this.#world.attacked;
      if (death !== null)
        kind = `the process ended (${/\w*Error: .*/.exec(death)?.[0] ?? 'without an error'})`;
      return {
        outcomes: answers.map(outcomeOf),
        fault: {
          kind: death === null ? `${step.template}: ${kind}` : kind,
          text: death ?? showAnswer(answer),
          shown: showRequest(this.#signed(step, sent, host, i), host),
        },
      };
    }
    return { fault: null, outcomes: answers.map(outcomeOf) };
  }

  #faultIn(
    answer: Exchanged,
    sent: string,
    mayBeClosed: boolean,
    step: Step,
    template: Template,
    request: HttpRequest,
  ): string | null {
    const { first, second } = this.#world.people;
    const { service } = this.#world;
    const ofOther = [
      ...[second.token, second.cookie.split('=')[1] ?? '', second.sessionPath],
      ...[second.clientSecret, second.csrf],
    ];
    const keys = second.models.flatMap(({ secretKey, claimKey }) => [secretKey, claimKey]).filter(Boolean);
    const sees = [...ofOther, ...keys, service.operatorKey].some((one) => sent.includes(one));
    const never = [
      first.password,
      second.password,
      first.clientSecret,
      second.clientSecret,
      first.payment,
      second.payment,
    ];
    const wrong = answerFault({
      answer,
      sent,
      mayBeClosed,
      secrets: [
        ...never,
        service.operatorKey,
        service.oauth1.secret,
        ...(sees ? [] : [...ofOther, ...keys, ...canaries]),
      ],
      credentials: [
        first.token,
        second.token,
        service.oauth1.token,
        service.operatorKey,
        ...(this.#scope.texts.get('access') ?? []),
      ],
      callbacks: ['http://127.0.0.1:', 'http://127.0.0.1/', 'http://localhost'],
    });
    if (wrong !== null || typeof answer === 'string') return wrong;
    if (answer.status >= 200 && answer.status < 400 && !sees && step.actor !== 'other')
      this.#learn(answer, template);
    const isPlain = step.mutations.length === 0 && step.template.includes(`${request.method} `);
    return isPlain && answer.status === 200 && request.method !== 'HEAD'
      ? (template.check?.(answer) ?? null)
      : null;
  }

  #learn(answer: Answer, template: Template): void {
    template.learn?.(answer, this.#scope);
    if (!answer.headers.get('content-type')?.startsWith('application/json')) return;
    const value = JSON.parse(answer.text || '{}') as Record<string, unknown>;
    const {
      modelId,
      spin,
      secretKey,
      claimKey,
      orderId,
      productionOrderIds,
      photoId,
      access_token,
      refresh_token,
    } = value;
    if (typeof modelId === 'number' && typeof secretKey === 'string' && secretKey !== '')
      this.#scope.models.push({ id: modelId, spin: String(spin), secretKey, claimKey: String(claimKey) });
    else if (typeof modelId === 'number' && spin !== undefined)
      this.#scope.models.push({ id: modelId, spin: String(spin), secretKey: '', claimKey: '' });
    if (typeof orderId === 'number' && Array.isArray(productionOrderIds))
      this.#scope.orders.push({ id: orderId, products: productionOrderIds });
    // The answer to a removal names the model alone.
    if (typeof modelId === 'number' && value['title'] === undefined && spin === undefined) {
      const at = this.#scope.models.findIndex(({ id }) => id === modelId);
      if (at > 0) this.#scope.models.splice(at, 1);
    }
    if (typeof photoId === 'number') this.#scope.photos.push(photoId);
    if (typeof access_token === 'string') this.#scope.learn('access', access_token);
    if (typeof refresh_token === 'string') this.#scope.learn('refresh', refresh_token);
  }

  /** The valid request of the template with everything that the step changes. */
  #render(step: Step, template: Template): HttpRequest {
    const scope = this.#scope;
    const { second } = scope.people;
    const valid = template.build(new Random(step.seed), scope);
    const plain = {
      ...valid,
      path: (step.actor === 'cookie' && isPage.test(valid.path) ? scope.me.sessionPath : '') + valid.path,
      headers: [...credentialsOf(step.actor, scope, template), ...valid.headers],
    };
    const foreign = foreignOf(scope);
    const changed = step.mutations.reduce<HttpRequest>(
      (request, seed) => (template.mutate ?? mutateRequest)(request, new Random(seed), foreign),
      plain,
    );
    // Changes by the other account itself would seem to be made by somebody else, or shown to somebody else.
    const text = bytesOf(changed, '').toString('utf8');
    const isOther = [second.token, second.cookie, second.sessionPath].some((one) => text.includes(one));
    const isHarmless = /^(GET|HEAD|OPTIONS)$/.test(changed.method) || changed.path.startsWith('/orders');
    return isOther && !isHarmless ? { ...changed, method: 'GET' } : changed;
  }

  /** Adds the signature of OAuth 1.0, over the request as it is sent. */
  #signed(step: Step, sent: HttpRequest, host: string, copy: number): HttpRequest {
    if (step.actor !== 'signed' || sent.headers.some(([name]) => name === 'Authorization')) return sent;
    const { service, people } = this.#world;
    return signRequest(sent, host, {
      ...{ consumer: people.first.clientId, consumerSecret: people.first.clientSecret },
      ...{ token: service.oauth1.token, tokenSecret: service.oauth1.secret },
      nonce: `n${this.#world.nonce++}-${copy}`,
    });
  }
}

/** Paths of pages for people who are signed in. */
const isPage = /^\/(oauth[12]\/authorize|login|developer|model\/|checkout|sign-out)/;

export interface Signer {
  readonly consumer: string;
  readonly consumerSecret: string;
  readonly token?: string;
  readonly tokenSecret?: string;
  readonly nonce: string;
  readonly others?: Readonly<Record<string, string>>;
}

export function signRequest(sent: HttpRequest, host: string, signer: Signer): HttpRequest {
  const oauth: Record<string, string> = {
    oauth_consumer_key: signer.consumer,
    oauth_nonce: signer.nonce,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    ...(signer.token !== undefined && { oauth_token: signer.token }),
    ...signer.others,
  };
  const form = sent.body.kind === 'form' ? sent.body.pairs : [];
  const base = baseString(sent.method, `http://${host}${sent.path}`, [
    ...Object.entries(oauth),
    ...sent.query,
    ...form,
  ]);
  const key = signingKey(signer.consumerSecret, signer.tokenSecret ?? '');
  oauth['oauth_signature'] = createHmac('sha1', key).update(base).digest('base64');
  const header = Object.entries(oauth).map(([name, value]) => `${name}="${percentEncode(value)}"`);
  return { ...sent, headers: [...sent.headers, ['Authorization', `OAuth ${header.join(', ')}`]] };
}

function credentialsOf(actor: string, { people, service }: Scope, template: Template): [string, string][] {
  if (template.isOperator)
    return [['Authorization', `Bearer ${actor === 'nobody' ? 'x' : service.operatorKey}`]];
  switch (actor) {
    case 'token':
      return [['Authorization', `Bearer ${people.first.token}`]];
    case 'other':
      return [['Authorization', `Bearer ${people.second.token}`]];
    case 'cookie':
      return [['Cookie', people.first.cookie]];
    default:
      return [];
  }
}

function foreignOf(scope: Scope): Foreign {
  const { first, second, openModel } = scope.people;
  const all = [first, second];
  return {
    values: [
      ...all.flatMap(({ models }) => models.flatMap(({ id, spin }) => [id, spin])),
      ...all.flatMap(({ orders }) => orders.flatMap(({ id, products }) => [id, ...products])),
      ...all.flatMap(({ photos }) => photos),
      ...scope.models.map(({ id }) => id),
      ...scope.orders.map(({ id }) => id),
      ...[openModel.id, first.clientId, second.clientId, first.username, first.csrf],
      ...[...scope.texts.values()].flat(),
    ],
    authorizations: [
      `Bearer ${first.token}`,
      `Bearer ${second.token}`,
      `Bearer ${'A'.repeat(40)}`,
      `Basic ${Buffer.from(`${first.clientId}:${first.clientSecret}`).toString('base64')}`,
      `Basic ${first.clientSecret}`,
    ],
    cookies: [first.cookie, second.cookie, `${first.cookie}; ${second.cookie}`, `${first.cookie}x`],
    paths: [
      '/api/v1/',
      '/models/v1',
      '/orders/v1',
      '/developer',
      `${first.sessionPath}/developer`,
      `${second.sessionPath}/developer`,
      `${first.sessionPath}${second.sessionPath}/models/v1`,
      '/openapi.json',
      '/soap/v1',
      '/oauth2/token',
      '/state',
      '/clock',
    ],
  };
}

const outcomeOf = (answer: Exchanged): string =>
  typeof answer === 'string' ? answer : `${Math.floor(answer.status / 100)}xx`;

const showAnswer = (answer: Exchanged): string =>
  typeof answer === 'string' ? `(${answer})` : `${answer.status} ${answer.text.slice(0, 1500)}`;
