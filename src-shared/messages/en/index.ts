/** Every message in English. Its keys and parameters are the form that every other language has. */
import { cli } from './cli.ts';
import { cliHelp } from './cli-help.ts';
import { desktop } from './desktop.ts';
import * as windowMessages from './window.ts';

export const en = { ...windowMessages, cli, cliHelp, desktop } as const;
