/** Turns errors into `{result:"failure", reason}`, without internals [Assumption: failure-shape]. */
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { Fault } from '../fault.ts';

export function answerFaults(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const fault = faultOf(error);
    if (fault.status >= 500) request.log.error({ err: error }, 'A request failed inside the service');
    return sendFault(reply, fault);
  });
  app.setNotFoundHandler({}, (request, reply) =>
    sendFault(
      reply,
      new Fault(404, 'no-such-path', `There is nothing at ${request.method} ${pathOf(request.url)}.`),
    ),
  );
}

/** Answers requests that Fastify refuses before it knows a route, such as a path that cannot be decoded. */
export const answerFrameworkError = (error: FastifyError, _request: unknown, reply: FastifyReply): void => {
  sendFault(reply, faultOf(error));
};

/** Answers bytes that are not HTTP. */
export function answerBrokenHttp(error: Error, socket: Socket): void {
  if ((error as NodeJS.ErrnoException).code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const timedOut = (error as NodeJS.ErrnoException).code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const body = JSON.stringify({
    result: 'failure',
    reason: timedOut ? 'The request took too long to arrive.' : 'The request is not valid HTTP.',
  });
  socket.end(
    `HTTP/1.1 ${timedOut ? '408 Request Timeout' : '400 Bad Request'}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function sendFault(reply: FastifyReply, fault: Fault): FastifyReply {
  return reply
    .status(fault.status)
    .headers(fault.headers)
    .send({ result: 'failure', reason: fault.message, ...fault.details });
}

const pathOf = (url: string): string => url.split('?')[0]?.slice(0, 200) ?? '';

function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const { statusCode, code } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Fault(413, 'too-large', 'The body is too large.');
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new Fault(400, 'aborted', 'The request ended before its body was complete.');
  if (code === 'SQLITE_FULL' || code === 'ENOSPC')
    return new Fault(507, 'disk-full', 'The disk of the service is full. Tell its operator.', {
      cause: error,
    });
  // `lock_not_available` of PostgreSQL
  if (code === '55P03')
    return new Fault(503, 'busy', 'The database of the service is locked. Try again in a few seconds.', {
      headers: { 'Retry-After': '5' },
      cause: error,
    });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Fault(statusCode, 'bad-request', 'The request is malformed.');
  return new Fault(500, 'internal', 'The service failed on this request. Try again later.', { cause: error });
}
