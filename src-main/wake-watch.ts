/**
 * Notices that the machine has slept or that its network has changed, in every host and without a window. It
 * checks every few seconds: Node has no event for either, and its timers stand still while the machine
 * sleeps. Electron also reports the end of a sleep at once (hosts/electron/sleep.ts).
 */
import { networkInterfaces } from 'node:os';

/** Ms between two checks. */
const every = 5_000;
/** Ms. A check that comes later than this follows a sleep, or a process that was stopped. */
const slept = 4 * every;

export interface WakeSources {
  /** Epoch ms, which goes on while the machine sleeps. */
  readonly now: () => number;
  /** Addresses of this machine in a network; none while it has no connection. */
  readonly addresses: () => readonly string[];
  /** Returns the function that ends it. */
  readonly repeat: (work: () => void, ms: number) => () => void;
}

const machine: WakeSources = {
  now: Date.now,
  addresses: () =>
    Object.entries(networkInterfaces()).flatMap(([name, all = []]) =>
      all.filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    ),
  repeat(work, ms) {
    const timer = setInterval(work, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** Calls `woke` after each sleep and each change to another network. Returns the function that ends it. */
export function watchForWake(woke: () => void, { now, addresses, repeat } = machine): () => void {
  const network = () => addresses().toSorted().join();
  let checkedAt = now();
  let before = network();
  return repeat(() => {
    const at = now();
    const current = network();
    const isOther = current !== before && current !== '';
    const hasSlept = at - checkedAt > slept;
    checkedAt = at;
    before = current;
    if (isOther || hasSlept) woke();
  }, every);
}
