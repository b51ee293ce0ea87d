/**
 * The OpenAPI 3.1 document of the JSON interface, built from the descriptions of the routes and the schemas
 * with which they validate. Served at /openapi.json.
 */
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { failureSchema } from '../../src-shared/api/envelope.ts';
import { accessTokenSchema, tokenErrorSchema } from '../../src-shared/api/oauth.ts';
import type { Description } from './description.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

interface Operation {
  readonly method: string;
  /** With `:name` for path parameters. */
  readonly url: string;
  readonly description: Description;
}

/** @returns a list that grows with every described route from now on */
export function recordOperations(app: FastifyInstance): readonly Operation[] {
  const operations: Operation[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    // Fastify adds a HEAD route to every GET route.
    for (const one of [method].flat() as HTTPMethods[])
      if (config?.describes && one !== 'HEAD')
        operations.push({ method: one.toLowerCase(), url, description: config.describes });
  });
  return operations;
}

const content = (schema: JsonSchema, type = 'application/json') => ({ content: { [type]: { schema } } });
const failure = {
  description: 'The reason, for people',
  ...content({ $ref: '#/components/schemas/Failure' }),
};

function describe(
  { query = [], body, summary, answer }: Description,
  inPath: readonly string[],
): Record<string, unknown> {
  return {
    summary,
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'integer', minimum: 0 },
      })),
      ...query.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    ],
    ...(body && { requestBody: { required: true, ...content(jsonSchemaOf(body)) } }),
    responses: {
      200: { description: 'Done', ...content(jsonSchemaOf(answer)) },
      400: failure,
      401: failure,
      ...(inPath.length > 0 && { 404: failure }),
      ...(body && { 413: failure }),
      429: failure,
      500: failure,
    },
  };
}

const tokenFields = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
];

/** The token endpoint takes a form, and its errors are those of RFC 6749 5.2. */
const tokenEndpoint = () => {
  const refused = { description: 'RFC 6749 5.2', ...content(jsonSchemaOf(tokenErrorSchema)) };
  return {
    post: {
      summary: 'An access token: client_credentials, authorization_code or refresh_token',
      security: [],
      requestBody: {
        required: true,
        ...content(
          {
            type: 'object',
            properties: Object.fromEntries(tokenFields.map((name) => [name, { type: 'string' }])),
            required: ['grant_type'],
          },
          'application/x-www-form-urlencoded',
        ),
      },
      responses: {
        200: { description: 'The token', ...content(jsonSchemaOf(accessTokenSchema)) },
        400: refused,
        401: refused,
      },
    },
  };
};

/** The complete document for a service at this address. */
export function openApiDocument(baseUrl: string, operations: readonly Operation[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = { '/oauth2/token': tokenEndpoint() };
  for (const { method, url, description } of operations) {
    const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method]: describe(description, inPath) };
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
