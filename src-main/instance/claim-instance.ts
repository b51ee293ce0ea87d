/**
 * Makes this process the one Fabdesk of a data folder: the lock first, then the door for everybody who comes
 * later. Called by the composition root before it opens anything else.
 */
import { CodedError, type Result } from '../../src-shared/result.ts';
import { startControlServer } from './control-server.ts';
import { acquireInstanceLock } from './lock.ts';

export interface ClaimOptions {
  readonly dataDir: string;
  /** Validates name and input, and never throws. */
  readonly call: (name: string, input: unknown) => Promise<Result<unknown>>;
  /** Returns the function that ends the subscription. */
  readonly onEvent: (listener: (name: string, payload: unknown) => void) => () => void;
}

export interface Instance {
  /** Closes the door, then gives the folder free. */
  release(): Promise<void>;
}

/** Throws `already-running` where another process owns the folder. */
export async function claimInstance({ dataDir, call, onEvent }: ClaimOptions): Promise<Instance> {
  const lock = acquireInstanceLock(dataDir);
  if (lock === null) {
    throw new CodedError(
      'already-running',
      'Fabdesk is already running with this data folder. Use that window, or close it first.',
    );
  }
  try {
    const server = await startControlServer(dataDir, call);
    const unsubscribe = onEvent((name, payload) => server.broadcast(name, payload));
    return {
      async release() {
        unsubscribe();
        await server.close();
        lock.release();
      },
    };
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}
