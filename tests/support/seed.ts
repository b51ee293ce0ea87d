/**
 * The seed of random tests, in the titles of those that draw much: fixed, so that two runs of the same code
 * test the same. `FABDESK_SEED` sets another one; `npm test` draws it for `FABDESK_SEED=random`.
 */
const given = process.env['FABDESK_SEED'] ?? '20261122';

export const seed = given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given);
if (!Number.isInteger(seed)) throw new Error(`FABDESK_SEED is ${given}, and not a whole number or “random”.`);
