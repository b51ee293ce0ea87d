/** The catalogue of each account, created on first use. */
import { type CatalogOptions, type CatalogService, createCatalog } from './catalog.ts';

export interface Catalogs {
  of(accountId: string): CatalogService;
}

export function createCatalogs(options: CatalogOptions): Catalogs {
  const known = new Map<string, CatalogService>();
  return {
    of(id) {
      const { accounts } = options;
      const catalog =
        known.get(id) ??
        createCatalog({
          ...options,
          accounts: {
            current: () => ({ id }),
            list: () => accounts.list(),
            clientFor: (accountId) => accounts.clientFor(accountId),
            isStarting: (accountId) => accounts.isStarting?.(accountId) ?? false,
          },
        });
      known.set(id, catalog);
      return catalog;
    },
  };
}
