/**
 * The SOAP interface of a print service, as far as Fabdesk needs it: login and getPrinters (spec: Endpoints >
 * Legacy SOAP interface). `accounts/soap-access.ts` creates one for each account. A session lasts until the
 * service rejects it; then the client logs in again, once.
 */
import { onOneLine } from '../../src-shared/messages/foreign-text.ts';
import { ref } from '../../src-shared/messages/messages.ts';
import { frame, readSoapCall, type SoapParts, typed } from '../../src-shared/soap/message.ts';
import { XmlError } from '../../src-shared/soap/xml.ts';
import { type Answer, longestReason } from '../api-client/answers.ts';
import { bytesBody } from '../api-client/bodies.ts';
import { exchange, type Limits, type SendExchange } from '../api-client/http-exchange.ts';
import { mainError } from '../main-error.ts';
import { readPrinters, type SoapPrinter } from './printers.ts';

export interface SoapClientOptions {
  /** The service's address, as `parseBaseAddress` returns it. */
  readonly address: string;
  readonly username: string;
  /** Empty: none is sent. */
  readonly applicationId: string;
  /** Throws if it is gone. */
  readonly password: () => Promise<string>;
  readonly userAgent: string;
  /** Called before every request. Throws if nothing may be sent. */
  readonly permit?: () => void;
  readonly limits?: Partial<Limits>;
  /** Sends in place of `exchange`. */
  readonly exchange?: SendExchange;
}

export interface SoapClient {
  /** Throws `soap-refused` for a wrong user name or password, `bad-answer`, `network`, ... */
  login(): Promise<void>;
  /** The printers with their materials. Throws as `login` does. */
  getPrinters(): Promise<SoapPrinter[]>;
}

const usualLimits: Limits = {
  connect: 15_000,
  idle: 30_000,
  answer: 60_000,
  total: 120_000,
  answerBytes: 8 * 1024 * 1024,
};

/** Characters. */
const longestSession = 1000;

/** The service's text of a fault, or an empty text. */
class SoapFault {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export function createSoapClient(options: SoapClientOptions): SoapClient {
  const { address, userAgent, applicationId } = options;
  const url = new URL(address);
  let session: string | null = null;
  const application = applicationId === '' ? '' : typed('application_id', 'xsd:string', applicationId);

  /** The parts of a successful answer, or the service's fault. */
  async function call(operation: string, parts: string): Promise<SoapParts | SoapFault> {
    options.permit?.();
    const message = frame(`<tns:${operation}>${parts}${application}</tns:${operation}>`);
    const result = await (options.exchange ?? exchange)({
      method: 'POST',
      url,
      headers: {
        Accept: 'text/xml',
        'Accept-Encoding': 'identity',
        'Content-Type': 'text/xml; charset=utf-8',
        SOAPAction: '"urn:SvcWebServiceAction"',
        'User-Agent': userAgent,
      },
      body: bytesBody(Buffer.from(message)),
      limits: { ...usualLimits, ...options.limits },
    });
    if (result.kind === 'failed') throw result.thrown;
    return readAnswer(result, url.host);
  }

  async function logIn(): Promise<string> {
    const password = await options.password();
    const { username } = options;
    const answer = await call(
      'login',
      typed('username', 'xsd:string', username) + typed('password', 'xsd:string', password),
    );
    if (answer instanceof SoapFault) throw refused(answer);
    const granted = answer.text('loginReturn');
    if (granted === null || granted.length > longestSession) throw notUnderstood(url.host);
    session = granted;
    return granted;
  }

  const ask = (id: string) => call('getPrinters', typed('session_id', 'xsd:string', id));

  return {
    async login() {
      await logIn();
    },
    async getPrinters() {
      const known = session;
      let answer = await ask(known ?? (await logIn()));
      // A fault has no code, so any refusal of an older session counts as its end.
      if (answer instanceof SoapFault && known !== null) answer = await ask(await logIn());
      if (answer instanceof SoapFault) throw refused(answer);
      try {
        return readPrinters(answer);
      } catch (thrown) {
        throw thrown instanceof XmlError ? notUnderstood(url.host, thrown) : thrown;
      }
    },
  };
}

/** SOAP 1.1 6.2: a fault comes with status 500; some services send it with 200. */
function readAnswer({ status, headers, body }: Answer, host: string): SoapParts | SoapFault {
  try {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new XmlError('compressed');
    const { operation, parts } = readSoapCall(body.toString('utf8'));
    if (operation === 'Fault') return new SoapFault(plain(parts.text('faultstring') ?? ''));
    if (status >= 200 && status < 300) return parts;
    throw new XmlError(String(status));
  } catch (thrown) {
    if (!(thrown instanceof XmlError)) throw thrown;
    throw notUnderstood(host, thrown);
  }
}

/** The service's reason, as part of a sentence. */
const plain = (text: string): string => onOneLine(text, longestReason);

const refused = ({ reason }: SoapFault) =>
  reason === ''
    ? mainError('soap-refused', ref('soap.refusedSilently'))
    : mainError('soap-refused', ref('soap.refused', { reason }));

const notUnderstood = (host: string, cause?: unknown) =>
  mainError('bad-answer', ref('soap.notSoap', { host }), { cause });
