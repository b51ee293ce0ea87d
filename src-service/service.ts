/** The options of a service, and the service as its starter sees it. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { OperatorAction, OperatorState } from '../src-shared/api/operator.ts';
import type { Role } from './data.ts';
import type { FileStorage } from './fleet/open-storage.ts';
import type { DatabaseAddress } from './fleet/postgres-address.ts';
import type { DrainPatience } from './http/draining.ts';
import type { RateLimitSetting } from './http/rate-limit.ts';
import type { IssuedApplication, IssueOptions } from './store/applications.ts';

export interface ServiceOptions {
  /** Folder of the database, the key file and the uploads; created if missing. */
  readonly dataDir: string;
  /** A PostgreSQL database instead of SQLite in the folder. */
  readonly database?: DatabaseAddress;
  /** The role of this process among several with one PostgreSQL database. Default all. */
  readonly role?: Role;
  /** S3-compatible storage for the files, instead of the folder. */
  readonly files?: FileStorage;
  /** How long a file without references stays, ms. Default: an hour with PostgreSQL, otherwise 0. */
  readonly keepUnusedMs?: number;
  /** Calls of one application in a sliding window. Default 150 in 300 s. */
  readonly rateLimit?: RateLimitSetting;
  /** Epoch ms. Default: the clock of the system. */
  readonly clock?: () => number;
  readonly logger?: FastifyBaseLogger;
  /** Bytes of one model file. Default 64 MB. */
  readonly maxUploadBytes?: number;
  /** Refuses OAuth 1.0 calls with a JSON body without `oauth_body_hash`. Default false: clients send none. */
  readonly requireBodyHash?: boolean;
  /** The unit in which SOAP clients send `modelVolume`. Default m3, as the interface says. */
  readonly soapVolume?: 'm3' | 'cm3';
  /** How long access tokens live, s. Default 3600. */
  readonly tokenSeconds?: number;
  /** How long the answer to an upload may wait for its measures, ms. Default 5,000. */
  readonly measureWaitMs?: number;
  /** How long a client may take to send its headers and all of its request, ms. Default: 1 and 15 minutes. */
  readonly patience?: { readonly headersMs: number; readonly requestMs: number };
  /** How running calls end when the service closes. Default: at once: the app has waited for its own. */
  readonly drain?: DrainPatience;
  /** Whether `status.listen` may be called. Counting calls takes some time of each. */
  readonly hasStatus?: boolean;
  readonly logsRequests?: boolean;
  /** Address under which clients reach the service, if it is not the one on which it listens. */
  readonly publicUrl?: string;
  /** The same seed gives the same orders the same production. Default 1. */
  readonly productionSeed?: number;
  /** Redirect addresses of the first application beside the loopback ones, from this start on. */
  readonly redirectUris?: readonly string[];
  /** Incentive codes that orders may carry, with the percentage that each takes off. Default none. */
  readonly incentives?: ReadonlyMap<string, number>;
  /**
   * If set, the service belongs to one application: it answers only to requests with this secret in the
   * header `x-fabdesk-secret`, and has neither sign-ups nor sign-ins.
   */
  readonly secret?: string;
  /** Fixed credentials of the first application, for a new data folder. */
  readonly provision?: { readonly clientId: string; readonly clientSecret: string };
}

export interface Service {
  readonly fastify: FastifyInstance;
  /** As `METHOD /path/:parameter`. Tests require that each is covered. */
  readonly routes: readonly string[];
  /** The application that belongs to the data folder: issued at the first start, and the same ever after. */
  readonly credentials: IssuedApplication;
  /** Issues another application. Only a hash of its secret is stored, so this answer alone contains it. */
  issueApplication(name: string, request?: Partial<IssueOptions>): Promise<IssuedApplication>;
  /** The account that belongs to the data folder. It can sign in on the pages and through SOAP. */
  readonly owner: { readonly username: string; readonly password: string };
  /** An OAuth 1.0 access token of the owner; its consumer key and secret are the client's id and secret. */
  readonly oauth1: { readonly token: string; readonly secret: string };
  /** Where a browser sees a page of a service with a secret, once and as owner. `path`: with its query. */
  pageFor(path: string): string;
  /** Address of the SOAP interface, once the service listens. */
  soapUrl(): string;
  /** @returns base_url without a slash at the end. Rejects with EADDRINUSE if the port is taken. */
  listen(port: number, host?: string): Promise<string>;
  /** The operator's interface: clock, production and faults. It listens only on request. */
  readonly operator: {
    readonly key: string;
    readonly routes: readonly string[];
    /** Does one action within this process, without a port. Rejects with a `CodedError`. */
    act(action: OperatorAction): Promise<OperatorState>;
    /** On 127.0.0.1. @returns its address without a slash at the end */
    listen(port: number): Promise<string>;
  };
  /** Health, readiness and metrics of this process, for its operator. */
  readonly status: {
    /** @returns its address without a slash at the end */
    listen(port: number, host: string): Promise<string>;
  };
  /** Finishes running work, then closes everything. */
  close(): Promise<void>;
}
