/** Turns errors of sockets, DNS and TLS into messages for people. All of them have the code `network`. */
import type { MessageKey } from '../../src-shared/messages/catalogue.ts';
import type { MessageRef } from '../../src-shared/messages/message.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { CodedError, isAbort } from '../../src-shared/result.ts';
import { mainError } from '../main-error.ts';

/** Raised by the watchdog. `phase` is the step that took too long. */
export class TimedOut extends Error {
  readonly phase: Phase;
  constructor(phase: Phase) {
    super(phase);
    this.name = 'TimedOut';
    this.phase = phase;
  }
}
export type Phase = 'connect' | 'send' | 'answer' | 'total';

const late = {
  connect: 'errors.network.connectLate',
  send: 'errors.network.sendLate',
  answer: 'errors.network.answerLate',
  total: 'errors.network.tooSlow',
} as const satisfies Record<Phase, MessageKey>;

const certificate = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_SSL_)/;

/** `host:port`, as a person knows it. */
export const nameOfProxy = (proxy: URL): string =>
  `${proxy.hostname}:${proxy.port || (proxy.protocol === 'https:' ? 443 : 80)}`;

/**
 * `host` as the person entered it, with its port. `proxy`: the one that has made no connection to it. Coded
 * errors and aborts pass unchanged.
 */
export function describeFailure(thrown: unknown, host: string, proxy?: URL | null): unknown {
  if (thrown instanceof CodedError || isAbort(thrown)) return thrown;
  if (thrown instanceof TimedOut)
    return mainError('timeout', ref(late[thrown.phase], { host }), { cause: thrown });
  const code = codeOf(thrown);
  const text = proxy && !certificate.test(code) ? textOfProxy(thrown, host, proxy) : textOf(code, host);
  return mainError('network', text, { cause: thrown });
}

function codeOf(thrown: unknown): string {
  const { code, errors } = (thrown ?? {}) as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  // Several addresses of one name were tried: report the first failure.
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : '';
}

/** Node's agent names the status of a refusal (RFC 9110 9.3.6). */
function textOfProxy(thrown: unknown, host: string, url: URL): MessageRef {
  const { statusCode: status } = thrown as { statusCode?: number };
  const proxy = nameOfProxy(url);
  if (status === undefined) return ref('errors.network.proxySilent', { proxy });
  if (status === 407)
    return ref(`errors.network.${url.username ? 'proxyRefused' : 'proxySignIn'}`, { proxy });
  return ref('errors.network.proxyFailed', { proxy, host, status: `${status}` });
}

function textOf(code: string, host: string): MessageRef {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return ref('errors.network.nameUnknown', { host });
  if (code === 'ECONNREFUSED') return ref('errors.network.refused', { host });
  if (/^E(HOST|NET)(UNREACH|DOWN)$/.test(code) || code === 'EADDRNOTAVAIL')
    return ref('errors.network.unreachable', { host });
  if (certificate.test(code)) return ref('errors.network.certificate', { host, code });
  if (code.startsWith('HPE_')) return ref('errors.network.notHttp', { host });
  return ref('errors.network.broken', { host });
}
