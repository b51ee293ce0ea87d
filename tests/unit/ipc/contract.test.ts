/** What is derived from the contract, so that no list of calls is written by hand. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AppContract, contract, takesAccount } from '../../../src-shared/ipc/contract.ts';
import type { CallName } from '../../../src-shared/ipc/wire.ts';

const names = Object.keys(contract.calls) as CallName<AppContract>[];

describe('calls about an account', () => {
  /** A sign-in with an account renews it; without one, it makes a new one. */
  const withAnotherMeaning = ['accounts.signIn'];

  it.each(names)('%s takes the account exactly if its input may name one.', (name) => {
    const { properties = {}, required = [] } = z.toJSONSchema(contract.calls[name].input, {
      io: 'input',
      unrepresentable: 'any',
    });
    const mayName = 'accountId' in properties && !required.includes('accountId');
    expect(takesAccount(name)).toBe(mayName && !withAnotherMeaning.includes(name));
  });

  it('Prices of other scales are asked with the account.', () => {
    expect(takesAccount('price.explore')).toBe(true);
  });
});

describe('calls that may be repeated', () => {
  it.each(names)('%s may be repeated if it is a read.', (name) => {
    if (contract.calls[name].kind === 'read')
      expect(contract.calls[name].mayBeRepeated({} as never)).toBe(true);
  });

  it('A write with a key of its own may be repeated, and one without may not.', () => {
    for (const name of [
      'queue.placeOrder',
      'orders.reprint',
      'library.addToCart',
      'library.customise',
    ] as const) {
      const { mayBeRepeated } = contract.calls[name];
      expect(mayBeRepeated({ requestKey: 'once' } as never)).toBe(true);
      expect(mayBeRepeated({} as never)).toBe(false);
    }
  });

  it('Of the operator’s calls only the one that reads may be repeated.', () => {
    const { mayBeRepeated } = contract.calls['service.operate'];
    expect(mayBeRepeated({ act: 'look' })).toBe(true);
    expect(mayBeRepeated({ act: 'advance', seconds: 60 })).toBe(false);
  });
});
