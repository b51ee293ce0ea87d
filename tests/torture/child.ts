/**
 * The application core in a separate process, to be killed. Arguments: data folder, facts of the service
 * (JSON), id of a material, and a file that stands for the keychain, or none. Prints `ready`, places an order
 * of two cubes for every line of its input, prints the line again once the order is durable, and ends with
 * its input when everything has come to rest.
 */
import { createInterface } from 'node:readline';
import { systemClock } from '../../src-main/queue/core/clock.ts';
import { openQueueApp } from '../integration/queue/queue-app.ts';
import { reportLoop } from './loop-watch.ts';

const [dataDir = '', facts = '{}', materialId = '0', keychain] = process.argv.slice(2);
const app = await openQueueApp(dataDir, JSON.parse(facts), systemClock, keychain);
app.queue.start();
process.stdout.write('ready\n');
reportLoop();
for await (const name of createInterface(process.stdin)) {
  await app.orderCubes(name, Number(materialId));
  process.stdout.write(`${name}\n`);
}
await app.quiet(10_000);
await app.close();
