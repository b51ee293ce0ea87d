/** The SOAP interface at /soap/v1. Its WSDL is there (?wsdl) and at /v1/wsdl.php, where old clients expect it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSoapCall } from '../../src-shared/soap/message.ts';
import { XmlError } from '../../src-shared/soap/xml.ts';
import type { RegisterRoutes } from '../context.ts';
import { Fault } from '../fault.ts';
import { soapFault } from './envelope.ts';
import { operations } from './operations.ts';
import { encodingSchema, wsdl } from './wsdl.ts';

/** A message is held in memory, so a model sent by SOAP must be smaller than by JSON [Assumption: soap-limit]. */
const messageLimit = 32 * 1024 * 1024;

export const soapPath = '/soap/v1';

export const registerSoap: RegisterRoutes = (app, context) => {
  const sendWsdl = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('text/xml; charset=utf-8').send(wsdl(`${context.baseUrl()}${soapPath}`));
  app.get(`${soapPath}/encoding.xsd`, { config: { access: 'open' } }, async (_request, reply) =>
    reply.type('text/xml; charset=utf-8').send(encodingSchema),
  );
  for (const url of [soapPath, '/v1/wsdl.php']) app.get(url, { config: { access: 'open' } }, sendWsdl);

  app.post(
    soapPath,
    { config: { access: 'open', body: 'xml', bodyBytes: messageLimit } },
    async (request, reply) => {
      reply.type('text/xml; charset=utf-8');
      try {
        const { operation, parts } = readSoapCall(String(request.body ?? ''));
        const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
        if (!run) throw new Fault(400, 'operation', `There is no operation ${operation.slice(0, 60)}.`);
        return await run(context, parts);
      } catch (thrown) {
        // SOAP 1.1 6.2: a fault is answered with status 500.
        reply.status(500);
        if (thrown instanceof XmlError || (thrown instanceof Fault && thrown.status < 500))
          return soapFault('Client', thrown.message);
        request.log.error({ err: thrown }, 'A SOAP call failed inside the service');
        return soapFault('Server', 'The service failed on this call. Try again later.');
      }
    },
  );
};
