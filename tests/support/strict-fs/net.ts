/** Stands in for `node:net`: local sockets at addresses that the other system takes. */
import type * as Net from 'node:net';
import { rules } from './face.ts';

const real = process.getBuiltinModule('node:net');

export const { Server, Socket, isIP, isIPv4, isIPv6, createConnection } = real;

export const connect = ((address: string | number | Net.NetConnectOpts, ...rest: []) =>
  typeof address === 'string'
    ? real.connect(rules.socket(address), ...rest)
    : real.connect(address as Net.NetConnectOpts, ...rest)) as typeof Net.connect;

export const createServer = ((...args: Parameters<typeof Net.createServer>) => {
  const server = real.createServer(...args);
  const listen = server.listen.bind(server) as (...args: unknown[]) => Net.Server;
  return Object.assign(server, {
    listen: (address: unknown, ...rest: unknown[]) =>
      listen(typeof address === 'string' ? rules.socket(address) : address, ...rest),
  });
}) as typeof Net.createServer;

export default { ...real, connect, createServer };
