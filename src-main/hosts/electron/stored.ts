/**
 * Small facts about the window on this computer (its place, its zoom), as JSON in Electron's profile. None is
 * precious.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { z } from 'zod';

const file = (name: string) => join(app.getPath('userData'), `${name}.json`);

/** Null if nothing is stored, or nothing that can be read. */
export function readStored<S extends z.ZodType>(name: string, schema: S): z.output<S> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file(name), 'utf8')));
  } catch {
    return null;
  }
}

/** A fact that cannot be stored is as usual at the next start. */
export function store(name: string, value: unknown): void {
  try {
    writeFileSync(file(name), JSON.stringify(value), { mode: 0o600 });
  } catch {
    // A full disk stops nothing.
  }
}
