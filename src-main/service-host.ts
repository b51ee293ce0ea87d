/**
 * Starts the bundled print service in this process for the account "Local print service". Only
 * the composition root uses it; all other code knows the service only by its address.
 */
import { join } from 'node:path';
import { createService } from '../src-service/app.ts';
import type { OperatorAction, OperatorState } from '../src-shared/api/operator.ts';
import type { LocalService } from './accounts/accounts.ts';

export interface RunningService extends LocalService {
  /** The account of its owner, for the SOAP interface. */
  readonly owner: { readonly username: string; readonly password: string };
  /** Operates the sandbox: its clock, production and faults. Rejects with a `CodedError`. */
  operate(action: OperatorAction): Promise<OperatorState>;
  close(): Promise<void>;
}

/**
 * Generous for a single user, but a real limit, so that the rate budget is exercised where it costs nothing.
 */
const rateLimit = { calls: 3000, windowSeconds: 300 };

/** Listens on any free loopback port. Rejects if the data folder cannot be used. */
export async function startLocalService(dataDir: string): Promise<RunningService> {
  const service = await createService({ dataDir: join(dataDir, 'service'), rateLimit });
  try {
    const baseUrl = await service.listen(0);
    const { client_id, client_secret, payment_verification_id } = service.credentials;
    return {
      baseUrl,
      clientId: client_id,
      clientSecret: client_secret,
      paymentVerificationId: payment_verification_id,
      owner: service.owner,
      operate: (action) => service.operator.act(action),
      close: () => service.close(),
    };
  } catch (thrown) {
    await service.close();
    throw thrown;
  }
}
