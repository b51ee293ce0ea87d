/**
 * The queue in a process of its own, to be killed. Arguments: data folder, facts of the service as JSON, id of the
 * material. Prints `ready`, then places an order of two cubes for every name that comes in as a line, and prints
 * the name once the order is durable.
 */
import { createInterface } from 'node:readline';
import { openQueueApp } from './queue-app.ts';

const [dataDir = '', facts = '{}', materialId = '0'] = process.argv.slice(2);
const app = await openQueueApp(dataDir, JSON.parse(facts));
app.queue.start();
process.stdout.write('ready\n');
for await (const name of createInterface(process.stdin)) {
  await app.orderCubes(name, Number(materialId));
  process.stdout.write(`${name}\n`);
}
