/** A process of a service under test, with the clock of the test. Started by `more-processes.ts`. */
import type { AddressInfo } from 'node:net';
import { createService, type Service } from '../../../src-service/app.ts';
import type { ToProcess } from './more-processes.ts';

let now: number | null = null;
let service: Service | null = null;

async function hear(message: ToProcess): Promise<unknown> {
  if ('now' in message) now = message.now;
  else if ('close' in message) await service?.close();
  else {
    service = await createService({ ...message.start, clock: () => now ?? Date.now() });
    await service.listen(0);
    return `http://127.0.0.1:${(service.fastify.server.address() as AddressInfo).port}`;
  }
  return null;
}

process.on('message', ({ id, message }: { id: number; message: ToProcess }) => {
  hear(message).then(
    (answer) => process.send?.({ id, answer }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
