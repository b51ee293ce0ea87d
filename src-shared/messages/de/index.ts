/** Every message in German. */
import type { Catalogue } from '../catalogue.ts';
import type { en } from '../en/index.ts';
import type { WrongParameters } from '../message.ts';
import { cli } from './cli.ts';
import { cliHelp } from './cli-help.ts';
import { desktop } from './desktop.ts';
import * as windowMessages from './window.ts';

const german = { ...windowMessages, cli, cliHelp, desktop } as const;

type Wrong = { [A in keyof typeof en]: WrongParameters<(typeof en)[A], (typeof german)[A]> }[keyof typeof en];

/** Does not compile if a German message has a parameter that the English one lacks; it names the key. */
export const de: [Wrong] extends [never] ? Catalogue : Wrong = german;
