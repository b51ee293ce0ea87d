/** Files on disk in the form in which geometry reads them. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fileSources } from '../../src-shared/geometry/readers/file-source.ts';

/** @throws the errors of `node:fs` */
export const withFileSource = fileSources({ closeSync, fstatSync, openSync, readSync });
