/**
 * One process of the simulation: receives its task as JSON in the first argument and prints its tally as
 * JSON.
 */
import { prepare, runSeeds, type Task } from './command.ts';

const task = JSON.parse(process.argv[2] ?? '{}') as Task;
await prepare(task.mutant);
process.stdout.write(JSON.stringify(await runSeeds(task)));
