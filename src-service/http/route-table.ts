/** Lists the routes of a server, so that tests can require that each of them is covered. */
import type { FastifyInstance } from 'fastify';

/** @returns a list that grows with every route from now on, as `METHOD /path/:parameter` */
export function recordRoutes(app: FastifyInstance): readonly string[] {
  const table: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) table.push(`${one} ${url}`);
  });
  return table;
}
