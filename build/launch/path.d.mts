/** Where the shell would find a program, or null. */
export function whereOnPath(program: string): string | null;
/** The environment with folders in front of PATH. */
export function withPath(env: NodeJS.ProcessEnv, ...folders: string[]): NodeJS.ProcessEnv;
