/**
 * The protocol of the control socket: JSON objects, one per line. First the caller sends the key from the
 * data folder, then its calls; answers carry the number of their call, events have none.
 */
import type { Socket } from 'node:net';
import { z } from 'zod';
import { resultSchema } from '../../src-shared/ipc/result-schema.ts';

/** A longer line ends the connection; a workspace with 200 parts needs about 200 kB. */
export const longestLine = 16 * 1024 * 1024;

export const helloSchema = z.object({ key: z.string() });
export const questionSchema = z.object({ id: z.int(), name: z.string(), input: z.unknown() });
export const answerSchema = z.object({ id: z.int(), result: resultSchema(z.unknown()) });
export const eventSchema = z.object({ event: z.string(), payload: z.unknown() });

/** Written to `control.json` in the data folder, readable by this user only. */
export const controlFileSchema = z.object({
  address: z.string(),
  key: z.string(),
  pid: z.int(),
  /** The data folder. If the file lies in another one, it came there with a copy of this one. */
  folder: z.string(),
});
export type ControlFile = z.infer<typeof controlFileSchema>;
export const controlFileName = 'control.json';

export const writeFrame = (socket: Socket, frame: object): void => {
  if (!socket.destroyed) socket.write(`${JSON.stringify(frame)}\n`);
};

/** Calls `take` with each parsed line, and ends the connection on anything that is no JSON. */
export function readFrames(socket: Socket, take: (frame: unknown) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) return void socket.destroy();
    for (const line of lines) {
      if (socket.destroyed) return;
      try {
        take(JSON.parse(line));
      } catch {
        socket.destroy();
      }
    }
  });
}
