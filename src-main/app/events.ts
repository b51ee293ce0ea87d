/** The events of the contract, from the parts of the application to its hosts. */
import type { AppContract } from '../../src-shared/ipc/contract.ts';
import type { EventName, EventPayload } from '../../src-shared/ipc/wire.ts';

export type EventListener = <N extends EventName<AppContract>>(
  name: N,
  payload: EventPayload<AppContract, N>,
) => void;

export class AppEvents {
  readonly #listeners = new Set<EventListener>();

  /** Listeners are called in the order in which they subscribed. */
  readonly emit: EventListener = (name, payload) => {
    for (const listener of this.#listeners) listener(name, payload);
  };

  /** Returns the function that ends the subscription. */
  readonly subscribe = (listener: EventListener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Only the events of this name. */
  readonly on = <N extends EventName<AppContract>>(
    wanted: N,
    listener: (payload: EventPayload<AppContract, N>) => void,
  ): (() => void) =>
    this.subscribe((name, payload) => {
      if ((name as string) === wanted) listener(payload as never);
    });
}
