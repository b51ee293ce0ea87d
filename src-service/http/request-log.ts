/** One line a call: id, pattern of its path, status and time. It names neither caller nor content. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Processes begin with different letters, so that the ids of several differ. */
export function requestIds(): (request: IncomingMessage) => string {
  const own = randomBytes(4).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    // A proxy may name the call. Anything else does not get into the log.
    return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)
      ? given
      : `${own}-${(count++).toString(36)}`;
  };
}

/** Every answer names its call, so that a person with a question can name it, too. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('X-Request-Id', request.id);
    done(null, payload);
  });
}

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const call = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.info({ call }, 'Answered');
    done();
  });
}
