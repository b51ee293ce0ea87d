/** The owner of the local service's process, with processes that the test plays and real HTTP. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { nowhere } from '../../../src-main/api-client/base-address.ts';
import { usualLimits } from '../../../src-main/api-client/service-connection.ts';
import { LocalService } from '../../../src-main/local-service/local-service.ts';
import type { ServiceFacts, ServiceReply, ServiceRequest } from '../../../src-main/local-service/messages.ts';
import type { ServiceChild } from '../../../src-main/local-service/service-process.ts';
import { secretHeader } from '../../../src-shared/api/private-service.ts';
import { patience } from '../../support/patience.ts';

/** A process whose messages and death the test decides. */
class PlayedChild implements ServiceChild {
  readonly requests: ServiceRequest[] = [];
  /** Whether it answers when it is asked whether it works. */
  answers = true;
  #say: (reply: ServiceReply) => void = () => {};
  #die: () => void = () => {};

  send(request: ServiceRequest) {
    this.requests.push(request);
    if (request.kind === 'close') this.die();
    if (request.kind === 'ping' && this.answers)
      queueMicrotask(() => this.say({ kind: 'answer', id: request.id, value: null }));
  }
  onMessage(listener: (reply: ServiceReply) => void) {
    this.#say = listener;
  }
  onExit(listener: () => void) {
    this.#die = listener;
  }
  kill() {
    this.die();
  }
  say(reply: ServiceReply) {
    this.#say(reply);
  }
  die() {
    this.#die();
  }
  get started() {
    const [start] = this.requests;
    if (start?.kind !== 'start') throw new Error('It was not told to start.');
    return start;
  }
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Heard {
  readonly address: string;
  readonly headers: IncomingHttpHeaders[];
}

async function listen(): Promise<Heard> {
  const headers: IncomingHttpHeaders[] = [];
  const server: Server = createServer((request, response) => {
    headers.push(request.headers);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers };
}

const factsAt = (baseUrl: string): ServiceFacts => ({
  baseUrl,
  clientId: 'id',
  clientSecret: 'client-secret',
  paymentVerificationId: 'payment',
  owner: { username: 'owner', password: 'password' },
});

function begin(
  pauses: { patience?: number; sound?: number } = {},
  heartbeat?: { every: number; missed: number },
) {
  const children: PlayedChild[] = [];
  const logged: unknown[] = [];
  const provisioned: string[] = [];
  let next = Promise.withResolvers<PlayedChild>();
  const service = new LocalService({
    dataDir: '/nowhere',
    start() {
      const child = new PlayedChild();
      children.push(child);
      next.resolve(child);
      next = Promise.withResolvers();
      return child;
    },
    log: { info: (what) => void logged.push(what), error: (what, thrown) => void logged.push(what, thrown) },
    pauses: { first: 1, longest: 4, ...pauses },
    ...(heartbeat && { heartbeat }),
  });
  service.provisions(async ({ baseUrl }) => void provisioned.push(baseUrl));
  ends.push(() => service.close());
  return { service, children, logged, provisioned, nextChild: () => next.promise };
}

const get = (service: LocalService, url: string) =>
  service.exchange({ url: new URL(url), method: 'GET', headers: { Accept: '*/*' }, limits: usualLimits });

it('Nothing starts before it is needed, and one process starts however many need it.', async () => {
  const { service, children, provisioned } = begin();
  expect([children.length, service.connection]).toEqual([0, null]);
  const both = [service.ready(), service.ready()];
  expect(children).toHaveLength(1);
  expect(service.connection).toEqual({ state: 'connecting', error: null });
  children[0]?.say({ kind: 'listens', facts: factsAt('http://127.0.0.1:4000') });
  await Promise.all(both);
  expect(provisioned).toEqual(['http://127.0.0.1:4000']);
  expect([service.isRunning, service.connection]).toEqual([true, null]);
});

it('A request waits for the service and carries its secret there, and to no other address.', async () => {
  const { service, children, logged } = begin();
  const [own, other] = [await listen(), await listen()];
  const waiting = get(service, `${nowhere}/api/v1/?a=b`);
  children[0]?.say({ kind: 'listens', facts: factsAt(own.address) });
  expect(await waiting).toMatchObject({ kind: 'answer', status: 200 });
  const { secret } = children[0]!.started;
  expect(own.headers).toEqual([expect.objectContaining({ [secretHeader]: secret, accept: '*/*' })]);
  expect(await get(service, `${other.address}/soap/v1`)).toMatchObject({ kind: 'answer' });
  expect(JSON.stringify(other.headers)).not.toContain(secretHeader);
  expect(JSON.stringify(logged)).not.toContain(secret);
});

it('A path with two slashes leads to the service too.', async () => {
  const { service, children } = begin();
  const [own, other] = [await listen(), await listen()];
  const waiting = get(service, `${nowhere}//${new URL(other.address).host}/x`);
  children[0]?.say({ kind: 'listens', facts: factsAt(own.address) });
  await waiting;
  expect([own.headers.length, other.headers.length]).toEqual([1, 0]);
});

it('After a death the next process gets the same port and another secret, and the address follows.', async () => {
  const { service, children, provisioned, nextChild } = begin();
  const [first, second] = [await listen(), await listen()];
  service.begin();
  children[0]?.say({ kind: 'listens', facts: factsAt(first.address) });
  await service.ready();
  const again = nextChild();
  children[0]?.die();
  await new Promise(setImmediate);
  expect(service.connection).toMatchObject({
    state: 'connecting',
    error: { message: 'Local service restarting' },
  });
  // The address of the first is known to callers, and another program may listen there now.
  const waiting = get(service, `${first.address}/orders/v1`);
  const child = await again;
  expect(child.started.port).toBe(Number(new URL(first.address).port));
  expect(child.started.secret).not.toBe(children[0]?.started.secret);
  child.say({ kind: 'listens', facts: factsAt(second.address) });
  expect(await waiting).toMatchObject({ kind: 'answer' });
  expect([first.headers.length, second.headers.length]).toEqual([0, 1]);
  expect(provisioned).toEqual([first.address, second.address]);
});

it('A service that dies again and again is given up, and says what to do.', async () => {
  const { service, children, nextChild } = begin();
  const waiting = service.ready();
  waiting.catch(() => {});
  let child = children[0]!;
  for (let deaths = 1; deaths < 8; deaths++) {
    const following = nextChild();
    child.say({ kind: 'failed', message: 'The disk is on fire.' });
    child = await following;
  }
  child.die();
  const refused = { code: 'network', message: expect.stringContaining('Restart Fabdesk') };
  await expect(waiting).rejects.toMatchObject(refused);
  await expect(service.ready()).rejects.toMatchObject(refused);
  expect(service.connection).toMatchObject({ state: 'offline', error: refused });
  expect(children).toHaveLength(8);
});

it('A process that worked for long enough begins a new count of deaths.', async () => {
  const { service, children, nextChild } = begin({ sound: 0 });
  service.begin();
  for (let deaths = 0; deaths < 20; deaths++) {
    const following = nextChild();
    children.at(-1)?.die();
    await following;
  }
  expect(service.connection?.state).toBe('connecting');
});

it('A service that answers nothing any more is replaced, and one that answers is left alone.', async () => {
  const { service, children, nextChild } = begin({}, { every: 2, missed: 3 });
  service.begin();
  const pings = () => children[0]!.requests.filter(({ kind }) => kind === 'ping').length;
  children[0]?.say({ kind: 'listens', facts: factsAt('http://127.0.0.1:4000') });
  await service.ready();
  await vi.waitFor(() => expect(pings()).toBeGreaterThan(5), { timeout: patience.test });
  expect(service.isRunning).toBe(true);
  const replacement = nextChild();
  children[0]!.answers = false;
  await replacement;
  expect(children).toHaveLength(2);
});

it('Waiting for the service has an end, and so has a request.', async () => {
  const { service } = begin({ patience: 5 });
  await expect(service.ready()).rejects.toMatchObject({ code: 'network' });
  expect(await get(service, `${nowhere}/api/v1/`)).toMatchObject({ kind: 'failed', mayHaveActed: false });
  const stop = new AbortController();
  stop.abort();
  await expect(service.ready(stop.signal)).rejects.toThrow(/abort/i);
});

it('A question whose process dies is answered, and so is one after the close.', async () => {
  const { service, children } = begin();
  const asked = service.operate({ act: 'look' });
  children[0]?.say({ kind: 'listens', facts: factsAt('http://127.0.0.1:4000') });
  await service.ready();
  await new Promise(setImmediate);
  children[0]?.die();
  await expect(asked).rejects.toMatchObject({ code: 'service-stopped' });
  await service.close();
  const dead = children.length;
  await expect(service.ready()).rejects.toMatchObject({ code: 'network' });
  expect(children).toHaveLength(dead);
});
