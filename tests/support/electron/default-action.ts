/** Events whose default action a listener may prevent. */
import type { EventEmitter } from 'node:events';

/** Emits `name` with an event object before `args`. @returns whether the default action happens */
export function emitWithDefault(
  emitter: EventEmitter,
  name: string,
  details: Readonly<Record<string, unknown>> = {},
  ...args: unknown[]
): boolean {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  emitter.emit(name, event, ...args);
  return !event.defaultPrevented;
}
