/** Effects of the host that a person or the operating system would see, one line each on stdout. */
import { isProgram } from './scene.ts';

export function show(what: string): void {
  if (isProgram) process.stdout.write(`electron: ${what}\n`);
}
