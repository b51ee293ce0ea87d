/** An agent: the SDK's own client, which starts `fabdesk mcp` as a process of its own and speaks with it. */
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const main = fileURLToPath(new URL('../../src-main/hosts/cli/main.ts', import.meta.url));

export interface AgentOptions {
  readonly data: string;
  readonly folders: readonly string[];
  readonly name?: string;
  /** The protocol of July 2026 instead of the one before. */
  readonly modern?: boolean;
}

export interface Answered {
  readonly isError: boolean;
  /** The texts, one below the other. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted field by field
  readonly value: any;
  readonly kinds: readonly string[];
}

/**
 * The SDK's transport adds a listener to the pipe for each message that waits for it; with hundreds of calls
 * at once, Node warns of that. Here one message waits at a time.
 */
class Transport extends StdioClientTransport {
  #last: Promise<void> = Promise.resolve();

  override send(...given: Parameters<StdioClientTransport['send']>): Promise<void> {
    const sent = this.#last.then(() => super.send(...given));
    this.#last = sent.catch(() => {});
    return sent;
  }
}

export async function startAgent({ data, folders, name = 'cad-agent', modern = false }: AgentOptions) {
  const client = new Client(
    { name, version: '1.0' },
    modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  const args = [main, 'mcp', '--data', data, ...folders.flatMap((folder) => ['--folder', folder])];
  const env = { ...(process.env as Record<string, string>), LANG: 'C' };
  await client.connect(new Transport({ command: process.execPath, args, env, stderr: 'inherit' }));
  return {
    client,
    async call(tool: string, given: Record<string, unknown> = {}, options: object = {}): Promise<Answered> {
      const answer = await client.callTool(
        { name: tool, arguments: given },
        { timeout: 300_000, ...options },
      );
      const {
        content,
        structuredContent,
        isError = false,
      } = answer as {
        content: { type: string; text?: string }[];
        structuredContent?: unknown;
        isError?: boolean;
      };
      const text = content.flatMap((part) => part.text ?? []).join('\n');
      return { isError, text, value: structuredContent, kinds: content.map(({ type }) => type) };
    },
    close: () => client.close(),
  };
}
export type Agent = Awaited<ReturnType<typeof startAgent>>;
