/** The baseline of the service: a bare Fastify that answers constant bytes, and one that discards bodies. */
import Fastify from 'fastify';

const app = Fastify({ logger: false, bodyLimit: 1 << 30 });
const bytes = Buffer.from(process.argv[2] ?? '{}', 'base64').toString();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', async (_request: unknown, payload: AsyncIterable<Buffer>) => {
  let length = 0;
  for await (const chunk of payload) length += chunk.length;
  return length;
});
app.all('/*', async (_request, reply) => reply.type('application/json').send(bytes));
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
