/** The SOAP interface at /soap/v1. Its WSDL is there (?wsdl) and, for old clients, at /v1/wsdl.php. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSoapCall } from '../../src-shared/soap/message.ts';
import { XmlError } from '../../src-shared/soap/xml.ts';
import type { RegisterRoutes } from '../context.ts';
import { Fault } from '../fault.ts';
import { soapFault } from './envelope.ts';
import { operations } from './operations.ts';
import { encodingSchema, wsdl } from './wsdl.ts';

/** A message is held in memory: a model by SOAP must be smaller than by JSON [Assumption: soap-limit]. */
const messageLimit = 32 * 1024 * 1024;

export const soapPath = '/soap/v1';

function answerFailure(request: FastifyRequest, reply: FastifyReply, failure: unknown): FastifyReply {
  // SOAP 1.1 6.2: a fault is answered with status 500.
  reply.type('text/xml; charset=utf-8').status(500);
  if (failure instanceof XmlError || (failure instanceof Fault && failure.status < 500))
    return reply.send(soapFault('Client', failure.message));
  request.log.error({ err: failure }, 'A SOAP call failed inside the service');
  return reply.send(soapFault('Server', 'The service failed on this call. Try again later.'));
}

export const registerSoap: RegisterRoutes = (app, context) => {
  /** Only a model is large, and only those signed in may send one [Assumption: soap-session-first]. */
  const sessionInHead = async (head: Buffer): Promise<void> => {
    const session = /<(?:[\w-]+:)?session_id\b[^<>]*>\s*([A-Za-z0-9]{1,64})\s*</.exec(
      head.toString('latin1'),
    )?.[1];
    if (session === undefined || !(await context.accounts.accountOfSoap(session)))
      throw new Fault(
        401,
        'session',
        'A large message needs a valid session_id before the model. Call login, and send the session id first.',
      );
  };
  const sendWsdl = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('text/xml; charset=utf-8').send(wsdl(`${context.baseUrl()}${soapPath}`));
  app.get(`${soapPath}/encoding.xsd`, { config: { access: 'open' } }, async (_request, reply) =>
    reply.type('text/xml; charset=utf-8').send(encodingSchema),
  );
  for (const url of [soapPath, '/v1/wsdl.php']) app.get(url, { config: { access: 'open' } }, sendWsdl);

  app.post(
    soapPath,
    {
      config: { access: 'open', body: 'xml', bodyBytes: messageLimit, admit: sessionInHead },
      errorHandler: (error, request, reply) => answerFailure(request, reply, error),
    },
    async (request, reply) => {
      reply.type('text/xml; charset=utf-8');
      try {
        const { operation, parts } = readSoapCall(String(request.body ?? ''));
        const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
        if (!run) throw new Fault(400, 'operation', `There is no operation ${operation.slice(0, 60)}.`);
        return await run(context, parts);
      } catch (thrown) {
        return answerFailure(request, reply, thrown);
      }
    },
  );
};
