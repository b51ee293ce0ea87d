declare global {
  interface Window {
    /** Set by `public/early-drops.js`, which only the window's own page loads. */
    takeEarlyDrops?: () => File[];
  }
}

/** The files that were dropped until now. From now on the caller handles all others. */
export const takeEarlyDrops = (): File[] => window.takeEarlyDrops?.() ?? [];
