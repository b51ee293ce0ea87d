/** Loaded before the application: this machine's clock shows `FABDESK_SHIFT` ms more than it should. */
const shift = Number(process.env['FABDESK_SHIFT'] ?? 0);
const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [] | [number]) =>
    args.length === 0 ? new target(target.now() + shift) : new target(...args),
  get: (target, name) => (name === 'now' ? () => target.now() + shift : Reflect.get(target, name)),
});
