/** The browser that FABDESK_CHROMIUM names, the system's, or one that Playwright has downloaded; null for none. */
export function findChromium(): string | null;
/** How Playwright starts it. */
export function chromiumLaunch(): { args: string[]; executablePath?: string };
/** Every place to look at, best first, on the system that is described. */
export function browserPaths(system: {
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
}): string[];
