#!/usr/bin/env node
/** The `fabdesk` command: the built command line, on a Node that is new enough. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { become } from './become.mjs';
import { ensureBuilt } from './built.mjs';
import { fabdeskNode } from './node-runtime.mjs';
import { ensureInstalled } from './packages.mjs';
import { dist } from './root.mjs';

const cli = join(dist, 'main', 'cli.js');
if (!existsSync(cli)) {
  ensureInstalled();
  await ensureBuilt();
}
become(fabdeskNode(), [cli, ...process.argv.slice(2)]);
