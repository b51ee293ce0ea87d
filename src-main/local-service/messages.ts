/** Messages between the main process and the process of the local print service. */
import type { OperatorAction } from '../../src-shared/api/operator.ts';
import type { AppError } from '../../src-shared/result.ts';

/** The facts that the application needs about a service that listens. */
export interface ServiceFacts {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly paymentVerificationId: string;
  /** The account of its owner, for the SOAP interface. */
  readonly owner: { readonly username: string; readonly password: string };
}

export type ServiceRequest =
  | {
      readonly kind: 'start';
      readonly dataDir: string;
      /** Another is used if this one is taken; 0: any. */
      readonly port: number;
      /** Every request over HTTP must carry it. */
      readonly secret: string;
    }
  | { readonly kind: 'operate'; readonly id: number; readonly action: OperatorAction }
  /** The address of a page for a browser. `path`: with its query. */
  | { readonly kind: 'page'; readonly id: number; readonly path: string }
  /** Are you there? */
  | { readonly kind: 'ping'; readonly id: number }
  /** Finish running work, then end. */
  | { readonly kind: 'close' };

export type ServiceReply =
  | { readonly kind: 'listens'; readonly facts: ServiceFacts }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: AppError };
