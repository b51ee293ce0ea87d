import type { Plugin } from 'vite';
import type { Licences } from '../../src-shared/licences.ts';

export declare function collectPackages(found: Set<string>): Plugin;
export declare function thirdParty(bundled: Iterable<string>): Licences;
