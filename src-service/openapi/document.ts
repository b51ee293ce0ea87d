/**
 * The OpenAPI 3.1 description of the JSON interface, built from the schemas that the routes validate with. Served at
 * /openapi.json.
 */
import { z } from 'zod';
import { categoryAnswerSchema, categoryListSchema } from '../../src-shared/api/categories.ts';
import { failureSchema, success } from '../../src-shared/api/envelope.ts';
import { materialAnswerSchema, materialListSchema } from '../../src-shared/api/materials.ts';
import {
  deletedModelSchema,
  modelFieldsSchema,
  modelInfoSchema,
  modelListSchema,
  modelSchema,
  uploadedModelSchema,
  uploadFieldsSchema,
} from '../../src-shared/api/models.ts';
import { accessTokenSchema, tokenErrorSchema } from '../../src-shared/api/oauth.ts';
import {
  cancelledOrderSchema,
  orderListSchema,
  orderRequestSchema,
  placedOrderSchema,
} from '../../src-shared/api/orders.ts';
import { priceAnswerSchema, priceRequestSchema } from '../../src-shared/api/price.ts';
import { printerAnswerSchema, printerListSchema } from '../../src-shared/api/printers.ts';
import { serviceInfoSchema } from '../../src-shared/api/service-info.ts';
import { flag, id, integer, list, text } from '../../src-shared/api/wire.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

type Method = 'get' | 'post' | 'put' | 'delete';

interface DescribedOperation {
  readonly method: Method;
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly summary: string;
  readonly query?: readonly string[];
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

const file = { file: z.string().describe('The file as base64') };
const versionFields = {
  modelId: id,
  modelVersion: integer,
  title: text,
  fileName: text,
  contentLength: integer,
  fileMd5Checksum: text,
};
const photoAnswer = success({
  contentLength: integer,
  fileMd5Checksum: text,
  modelId: id,
  title: text,
  description: text,
  width: integer,
  height: integer,
  materialId: id.nullable(),
  photoId: id,
  photoCount: integer,
});
const cartAnswer = success({
  itemCount: integer,
  items: list(z.looseObject({ modelId: id, spin: integer, materialId: id, quantity: integer })),
});

/** spec: Endpoints > GET /orders/<orderId>/v1. */
const orderFilterNames = [
  'orderIds',
  'orderId',
  'firstName',
  'lastName',
  'country',
  'state',
  'city',
  'address1',
  'address2',
  'address3',
  'zipCode',
  'phoneNumber',
  'email',
  'limit',
] as const;

const describedOperations: readonly DescribedOperation[] = [
  {
    method: 'get',
    path: '/api/v1/',
    summary: 'The rate limit of the application',
    answer: serviceInfoSchema,
  },
  { method: 'get', path: '/materials/v1', summary: 'All materials', answer: materialListSchema },
  {
    method: 'get',
    path: '/materials/{materialId}/v1',
    summary: 'One material',
    answer: materialAnswerSchema,
  },
  { method: 'get', path: '/printers/v1', summary: 'All printers; bounds in cm', answer: printerListSchema },
  { method: 'get', path: '/printers/{printerId}/v1', summary: 'One printer', answer: printerAnswerSchema },
  { method: 'get', path: '/categories/v1', summary: 'All categories', answer: categoryListSchema },
  {
    method: 'get',
    path: '/categories/{categoryId}/v1',
    summary: 'One category',
    answer: categoryAnswerSchema,
  },
  {
    method: 'post',
    path: '/price/v1',
    summary: 'Prices of a geometry; metres, square metres and cubic metres',
    body: priceRequestSchema,
    answer: priceAnswerSchema,
  },
  {
    method: 'get',
    path: '/models/v1',
    summary: 'The models of the account, 36 on a page',
    query: ['page'],
    answer: modelListSchema,
  },
  {
    method: 'post',
    path: '/models/v1',
    summary: 'Upload a model',
    body: uploadFieldsSchema.extend(file),
    answer: uploadedModelSchema,
  },
  {
    method: 'get',
    path: '/models/{modelId}/v1',
    summary: 'A model with its file',
    query: ['key'],
    answer: modelSchema,
  },
  { method: 'delete', path: '/models/{modelId}/v1', summary: 'Delete a model', answer: deletedModelSchema },
  {
    method: 'get',
    path: '/models/{modelId}/info/v1',
    summary: 'A model without its file',
    query: ['key'],
    answer: modelInfoSchema,
  },
  {
    method: 'put',
    path: '/models/{modelId}/info/v1',
    summary: 'Change a model',
    body: modelFieldsSchema,
    answer: modelInfoSchema,
  },
  {
    method: 'post',
    path: '/models/{modelId}/files/v1',
    summary: 'Upload a new version of the file',
    body: z.object({
      ...file,
      fileName: text,
      uploadScale: uploadFieldsSchema.shape.uploadScale,
      hasRightsToModel: flag,
      acceptTermsAndConditions: flag,
    }),
    answer: success(versionFields),
  },
  {
    method: 'get',
    path: '/models/{modelId}/files/{fileVersion}/v1',
    summary: 'A version of the file; file=1 includes its data',
    query: ['file', 'key'],
    answer: success({ ...versionFields, fileData: z.string().nullable() }),
  },
  {
    method: 'post',
    path: '/models/{modelId}/photos/v1',
    summary: 'Add a photo: PNG, JPEG, WebP or GIF',
    body: z.object({
      ...file,
      title: text.optional(),
      description: text.optional(),
      materialId: id.optional(),
    }),
    answer: photoAnswer,
  },
  { method: 'get', path: '/orders/cart/v1', summary: 'The cart', answer: cartAnswer },
  {
    method: 'post',
    path: '/orders/cart/v1',
    summary: 'Put a model into the cart',
    body: z.object({ modelId: id, materialId: id.optional(), quantity: integer.optional() }),
    answer: success({}),
  },
  {
    method: 'get',
    path: '/orders/v1',
    summary: 'The orders of the account',
    query: [...orderFilterNames, 'page'],
    answer: orderListSchema,
  },
  {
    method: 'post',
    path: '/orders/v1',
    summary: 'Place an order, paid with the card on file',
    body: orderRequestSchema,
    answer: placedOrderSchema,
  },
  {
    method: 'get',
    path: '/orders/{orderId}/v1',
    summary: 'One order, if the filters fit it',
    query: orderFilterNames,
    answer: orderListSchema,
  },
  {
    method: 'put',
    path: '/orders/{orderId}/v1',
    summary: 'Cancel an order while nothing has started',
    body: z.object({ status: z.literal('cancelled') }),
    answer: cancelledOrderSchema,
  },
  {
    method: 'post',
    path: '/orders/{orderId}/reprint/v1',
    summary: 'Print a product of an order again',
    body: z.object({ orderProductId: id, reprintReasonId: id, reprintComment: text, quantity: integer }),
    answer: success({ orderId: id }),
  },
  {
    method: 'post',
    path: '/shapejs/v1',
    summary: 'Make a customised product',
    body: z.object({
      spin: text,
      customParams: z
        .object({ text: text.optional(), picture: z.string().optional(), pictureName: text.optional() })
        .optional(),
    }),
    answer: success({ spin: text, modelId: id }),
  },
];

const content = (schema: JsonSchema, type = 'application/json') => ({ content: { [type]: { schema } } });
const failure = {
  description: 'The reason, for people',
  ...content({ $ref: '#/components/schemas/Failure' }),
};

function describe(operation: DescribedOperation): Record<string, unknown> {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  }));
  const inQuery = (operation.query ?? []).map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
  return {
    summary: operation.summary,
    parameters: [...inPath, ...inQuery],
    ...(operation.body && { requestBody: { required: true, ...content(jsonSchemaOf(operation.body)) } }),
    responses: {
      200: { description: 'Done', ...content(jsonSchemaOf(operation.answer)) },
      400: failure,
      401: failure,
      ...(inPath.length > 0 && { 404: failure }),
      ...(operation.body && { 413: failure }),
      429: failure,
      500: failure,
    },
  };
}

const tokenEndpoint = {
  post: {
    summary: 'An access token: client_credentials, authorization_code or refresh_token',
    security: [],
    requestBody: {
      required: true,
      ...content(
        {
          type: 'object',
          properties: Object.fromEntries(
            [
              'grant_type',
              'client_id',
              'client_secret',
              'code',
              'redirect_uri',
              'code_verifier',
              'refresh_token',
            ].map((name) => [name, { type: 'string' }]),
          ),
          required: ['grant_type'],
        },
        'application/x-www-form-urlencoded',
      ),
    },
    responses: {
      200: { description: 'The token', ...content(jsonSchemaOf(accessTokenSchema)) },
      400: { description: 'RFC 6749 5.2', ...content(jsonSchemaOf(tokenErrorSchema)) },
      401: { description: 'RFC 6749 5.2', ...content(jsonSchemaOf(tokenErrorSchema)) },
    },
  },
};

/** The complete document for a service at this address. */
export function openApiDocument(baseUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = { '/oauth2/token': tokenEndpoint };
  for (const operation of describedOperations) {
    const path = paths[operation.path] ?? {};
    path[operation.method] = describe(operation);
    paths[operation.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Print-on-demand service',
      version: '1.0.0',
      description: 'Upload, price and order 3D prints.',
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }, { oauth2: [] }],
    paths,
    components: {
      schemas: { Failure: jsonSchemaOf(failureSchema) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        oauth2: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: `${baseUrl}/oauth2/token`, scopes: {} },
            authorizationCode: {
              authorizationUrl: `${baseUrl}/oauth2/authorize`,
              tokenUrl: `${baseUrl}/oauth2/token`,
              refreshUrl: `${baseUrl}/oauth2/token`,
              scopes: {},
            },
          },
        },
      },
    },
  };
}
