/**
 * Everything outside the process that the command line uses, so that tests can run it completely within their
 * own process. `main.ts` makes the real one.
 */
import type { AppInfo } from '../../../../src-shared/ipc/app-status.ts';
import type { AppClient, AppContract } from '../../../../src-shared/ipc/contract.ts';
import type { CallInput, CallName, CallOutput } from '../../../../src-shared/ipc/wire.ts';
import { errorOf } from '../../../main-error.ts';

export interface TextSink {
  write(text: string): unknown;
  /** Width in characters if it is a terminal. */
  readonly columns?: number;
}

export interface Connection {
  readonly client: AppClient;
  /** False: an already running Fabdesk of the same data folder answers. True: it runs in this process. */
  readonly runsHere: boolean;
  /** Documents that this process could not read; a Fabdesk that runs elsewhere says so in its window. */
  readonly setAside?: AppInfo['setAside'];
  /** It was started for this command, and goes on after it. */
  readonly hasStarted?: boolean;
  close(): Promise<void>;
}

/** How long to wait for an obstacle that may go away by itself, ms. */
export interface Patience {
  readonly network: number;
  readonly unknown: number;
}

export interface ConnectOptions {
  /** Absolute. */
  readonly dataDir: string;
  /** The application is started for this command alone and sends nothing. */
  readonly readOnly?: boolean;
  /** A Fabdesk with a window, which is started where none runs; never in this process. */
  readonly inWindow?: boolean;
}

export interface Surroundings {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly isTerminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** BCP 47; used if `env` names no locale, as on Windows. */
  readonly systemLocale?: string;
  /** Absolute; relative paths of the command line start here. */
  readonly cwd: string;
  readonly version: string;
  /** Aborted by Ctrl+C and when the reader of the output ends. */
  readonly signal: AbortSignal;
  /** Shows the question on the terminal and returns the line that was typed; null when there is none. */
  ask(question: string): Promise<string | null>;
  /** The same without echoing what is typed. */
  askHidden?(question: string): Promise<string | null>;
  /** All of standard input, for a caller whose input is not a terminal. */
  readInput?(): Promise<string>;
  connect(options: ConnectOptions): Promise<Connection>;
  /** How long to wait for an obstacle to disappear; by default the usual time. */
  readonly patience?: Patience;
  /** A file from which a worker thread can be started; without it, analysis runs in this thread. */
  readonly workerEntry?: URL;
  /** The build's list of the packages in the program; missing where nothing was built. */
  readonly licencesFile?: URL;
}

/** Calls the application and throws its refusal as a `CodedError`. */
export async function invoke<N extends CallName<AppContract>>(
  client: AppClient,
  name: N,
  input: CallInput<AppContract, N>,
): Promise<CallOutput<AppContract, N>> {
  const result = await client.invoke(name, input);
  if (result.ok) return result.value;
  throw errorOf(result.error);
}
