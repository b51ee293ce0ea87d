/** Turns errors of sockets, DNS and TLS into messages for people. All of them have the code `network`. */
import { CodedError, isAbort } from '../../src-shared/result.ts';

/** Raised by the watchdog. `phase` is the step that took too long. */
export class TimedOut extends Error {
  readonly phase: Phase;
  constructor(phase: Phase) {
    super(`timed out: ${phase}`);
    this.name = 'TimedOut';
    this.phase = phase;
  }
}
export type Phase = 'connect' | 'send' | 'answer';

const late: Readonly<Record<Phase, (host: string) => string>> = {
  connect: (host) => `${host} did not take a connection in time. Check the internet connection.`,
  send: (host) => `The connection to ${host} stood still while sending.`,
  answer: (host) => `${host} did not answer in time.`,
};

const certificate = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_SSL_)/;

/** `host` as the person entered it, with its port. Coded errors and aborts pass unchanged. */
export function describeFailure(thrown: unknown, host: string): unknown {
  if (thrown instanceof CodedError || isAbort(thrown)) return thrown;
  if (thrown instanceof TimedOut)
    return new CodedError('timeout', late[thrown.phase](host), { cause: thrown });
  const code = codeOf(thrown);
  return new CodedError('network', sentence(code, host), { cause: thrown });
}

function codeOf(thrown: unknown): string {
  const { code, errors } = (thrown ?? {}) as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  // Several addresses of one name were tried: report the first failure.
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : '';
}

function sentence(code: string, host: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The name of ${host} could not be looked up. Check the internet connection and the account's address.`;
  }
  if (code === 'ECONNREFUSED') {
    return `Nothing answers at ${host}. The service may be down, or the account's address is wrong.`;
  }
  if (/^E(HOST|NET)(UNREACH|DOWN)$/.test(code) || code === 'EADDRNOTAVAIL') {
    return `${host} cannot be reached from this computer. Check the internet connection.`;
  }
  if (certificate.test(code)) {
    return `The certificate of ${host} is not valid (${code}), so nothing was sent. Check this computer's date and the account's address.`;
  }
  if (code.startsWith('HPE_')) {
    return `What answers at ${host} does not speak HTTP. Check the account's address.`;
  }
  return `The connection to ${host} broke.`;
}
