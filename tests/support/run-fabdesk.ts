/** Runs the complete command line in this process, with real applications. */
import { connect } from '../../src-main/hosts/cli/app/connect.ts';
import type { Surroundings } from '../../src-main/hosts/cli/app/surroundings.ts';
import { runCli } from '../../src-main/hosts/cli/run-cli.ts';

export async function runFabdesk(argv: readonly string[], surroundings: Partial<Surroundings>) {
  let [stdout, stderr] = ['', ''];
  const code = await runCli(argv, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    isTerminal: { stdin: false, stdout: false, stderr: false },
    env: {},
    cwd: process.cwd(),
    version: '0.0.0',
    signal: new AbortController().signal,
    ask: async () => null,
    connect,
    ...surroundings,
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
  return { code, stdout, stderr, json: (): any => JSON.parse(stdout) };
}
