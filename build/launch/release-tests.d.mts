/** Which test files only `npm run test:all` runs. Paths below the root, with slashes. */
export declare const releaseTests: string[];
