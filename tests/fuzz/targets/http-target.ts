/**
 * The JSON interface, from its OpenAPI description, with the spellings that the description leaves out, and
 * the operator.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { categories, printers } from '../../../src-service/catalogue/catalogue.ts';
import type { ServiceContext } from '../../../src-service/context.ts';
import { routes } from '../../../src-service/open-reach.ts';
import { openApiDocument, recordOperations } from '../../../src-service/openapi/document.ts';
import type { Random } from '../../simulation/random.ts';
import { usAddress } from '../../support/address.ts';
import { gif, png } from '../../support/images.ts';
import { boxStl, openBoxStl } from '../../support/models.ts';
import type { Answer } from '../raw-http.ts';
import { type JsonSchema, valueOfSchema } from '../schema-values.ts';
import type { KnownOrder } from './people.ts';
import { request, type Scope, ServiceTarget, type Template } from './service-target.ts';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >;
}

const models: readonly string[] = [
  boxStl(10, 10, 10),
  boxStl(20, 3, 5),
  openBoxStl(8),
  boxStl(0.1, 0.1, 0.1),
  'no model',
];
const pictures: readonly Buffer[] = [png(3, 2), gif(2, 2), Buffer.from('GIF89a')];

/** Valid values of fields by their names. `path` says what a file is. */
function hintOf(path: string, random: Random, scope: Scope, order: KnownOrder) {
  const values: Readonly<Record<string, () => unknown>> = {
    ...Object.fromEntries(Object.entries(usAddress).map(([name, value]) => [name, () => value])),
    modelId: () => scope.model(random).id,
    materialId: () => random.pick([6, 25, 62, 6, '6']),
    defaultMaterialId: () => 6,
    quantity: () => random.pick([1, 2, 3, '2', 1]),
    orderProductId: () => random.pick(order.products),
    orderId: () => order.id,
    spin: () => scope.model(random).spin,
    file: () =>
      path.includes('photos')
        ? random.pick(pictures).toString('base64')
        : Buffer.from(
            (random.chance(0.7) ? models[0]! : random.pick(models)).replace('box', `box${random.int(0, 5)}`),
          ).toString('base64'),
    fileName: () => random.pick(['part.stl', 'part.stl', 'part.STL', 'C:\\a\\b.stl', 'part.obj']),
    uploadScale: () => random.pick([0.001, 0.001, 0.001, 0.001, 0.0254, 1]),
    hasRightsToModel: () => 1,
    acceptTermsAndConditions: () => random.pick([1, true]),
    isPublic: () => random.pick([0, 0, 1]),
    isClaimable: () => (random.chance(0.15) ? 1 : 0),
    isForSale: () => random.pick([0, 0, 1]),
    isDownloadable: () => random.pick([0, 1]),
    title: () => random.pick(['A part', 'Teil für Ähren', '部品']),
    description: () => random.pick(['', 'For the fuzz.']),
    tags: () => random.pick([[], ['a', 'b'], 'a']),
    materials: () =>
      path === '/price/v1'
        ? random.pick([[], [6], ['25', 6]])
        : { 6: { markup: random.int(0, 5) }, 25: { isActive: random.pick([0, 1]) } },
    categories: () => [],
    paymentVerificationId: () => scope.me.payment,
    paymentMethod: () => random.pick(['credit_card', 'manual']),
    shippingOption: () => random.pick(['Cheapest', 'Fastest']),
    incentives: () => random.pick([[], ['TEN'], []]),
    metadata: () => [],
    reprintReasonId: () => 503,
    reprintComment: () => 'It broke.',
    customParams: () =>
      random.pick([{ text: 'Hi' }, { picture: png(4, 4).toString('base64'), pictureName: 'a.png' }, {}]),
    volume: () => random.pick([1e-6, 2.5e-5]),
    area: () => 6e-4,
    ...Object.fromEntries(
      ['x', 'y', 'z'].flatMap((axis) => [
        [`${axis}BoundMin`, () => 0],
        [`${axis}BoundMax`, () => 0.01],
      ]),
    ),
  };
  return (name: string) => values[name]?.();
}

const inPath: Readonly<Record<string, (random: Random, scope: Scope) => string | number>> = {
  modelId: (random, scope) => scope.model(random).id,
  materialId: (random) => random.pick([6, 25, 62]),
  printerId: (random) => random.pick([...printers.keys()]),
  categoryId: (random) => random.pick([...categories.keys()]),
  fileVersion: (random) => random.pick([0, 0, 1]),
};
const inQuery: Readonly<Record<string, (random: Random, scope: Scope) => string>> = {
  page: (random) => random.pick(['1', '2']),
  key: (random, scope) => scope.model(random).secretKey,
  country: (random) => random.pick(['US', 'Germany', 'NY']),
  file: () => '1',
  limit: (random) => random.pick(['1', '20', '100']),
  orderIds: (random, scope) => `${scope.order(random).id},${scope.order(random).id}`,
  orderId: (random, scope) => String(scope.order(random).id),
};

const fill = (path: string, random: Random, scope: Scope, order: KnownOrder): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(name === 'orderId' ? order.id : (inPath[name]?.(random, scope) ?? 1)),
  );

const weights: Readonly<Record<string, number>> = { get: 2, post: 4, put: 5, delete: 1 };
/** Those that take the service many times as long as another call, and what ends an order. */
const slow: Readonly<Record<string, number>> = {
  'post /shapejs/v1': 0.4,
  'put /orders/{orderId}/v1': 1.2,
  'put /orders/v1': 1,
  'post /models/v1': 1,
  'post /models/{modelId}/files/v1': 1.5,
  'post /models/{modelId}/photos/v1': 1.5,
};

function templateOf(method: string, path: string, operation: Operation): Template {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const answers = operation.responses['200']?.content['application/json']?.schema;
  const fits = answers && z.fromJSONSchema(answers as Parameters<typeof z.fromJSONSchema>[0]);
  return {
    weight: slow[`${method} ${path}`] ?? weights[method] ?? 1,
    build(random, scope) {
      const query = (operation.parameters ?? [])
        .filter(({ in: where }) => where === 'query' && random.chance(0.25))
        .map(({ name }) => [name, inQuery[name]?.(random, scope) ?? 'NY'] as const);
      // The product is one of the order in the path.
      const order = scope.order(random);
      const filled = fill(path, random, scope, order);
      const body = schema && valueOfSchema(schema, random, hintOf(path, random, scope, order));
      return request(method.toUpperCase(), filled, {
        query,
        ...(schema && { body: { kind: 'json', value: body } }),
      });
    },
    check(answer: Answer) {
      const issue = fits?.safeParse(JSON.parse(answer.text)).error?.issues[0];
      return issue
        ? `an answer that does not fit its description (${issue.path.join('.')}: ${issue.message})`
        : null;
    },
  };
}

/** What the routes say of themselves. None of them is called here, so they need no service. */
const server = Fastify() as unknown as FastifyInstance;
const operations = recordOperations(server);
for (const register of routes) register(server, {} as ServiceContext);
const described = openApiDocument('', operations).paths as Readonly<
  Record<string, Readonly<Record<string, Operation>>>
>;
const templates: Record<string, Template> = {};
for (const [path, operations] of Object.entries(described))
  for (const [method, operation] of Object.entries(operations))
    if (path !== '/oauth2/token')
      templates[`${method.toUpperCase()} ${path}`] = templateOf(method, path, operation);

/** Paths of old clients, which take what a described path takes (compatibility: Paths). */
const spellings: Readonly<Record<string, string>> = {
  'PUT /models/{modelId}/v1': 'PUT /models/{modelId}/info/v1',
  'POST /models/{modelId}/info/v1': 'PUT /models/{modelId}/info/v1',
  'POST /models/{modelId}/v1': 'POST /models/{modelId}/photos/v1',
};
for (const [name, like] of Object.entries(spellings)) {
  const [method = '', path = ''] = name.split(' ');
  const same = templates[like]!;
  templates[name] = {
    ...same,
    weight: 1,
    build: (random, scope) => ({
      ...same.build(random, scope),
      method,
      path: fill(path, random, scope, scope.order(random)),
    }),
  };
}
templates['GET /openapi.json'] = { weight: 0.2, build: () => request('GET', '/openapi.json') };

/** Production between the calls of the customer, so that orders are in every state. */
for (const act of ['start', 'complete', 'ship', 'reject', 'lose', 'find'])
  templates[`operator POST /orders/{orderId}/${act}`] = {
    weight: 0.7,
    isOperator: true,
    build: (random, scope) =>
      request('POST', `/orders/${newestOwn(scope, random)}/${act}`, {
        body: {
          kind: 'json',
          value: act === 'reject' ? { reasons: ['Too thin.'], affectedMaterials: [6] } : {},
        },
      }),
  };
templates['operator GET /state'] = { weight: 0.2, isOperator: true, build: () => request('GET', '/state') };
templates['operator GET /'] = { weight: 0.1, isOperator: true, build: () => request('GET', '/') };

const newestOwn = (scope: Scope, random: Random): number =>
  random.chance(0.8) ? scope.orders.at(-1)!.id : random.pick(scope.orders).id;

export const httpTarget = (): ServiceTarget =>
  new ServiceTarget({
    name: 'http',
    templates,
    actors: { token: 74, signed: 8, other: 9, nobody: 5, cookie: 4 },
    openings: [
      { template: 'POST /models/v1', actor: 'token' },
      { template: 'POST /orders/v1', actor: 'token' },
    ],
  });
