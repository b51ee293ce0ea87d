/** GET /openapi.json: the description of the service, for anyone. */
import type { RegisterRoutes } from '../context.ts';
import { openApiDocument } from '../openapi/document.ts';

export const registerOpenApi: RegisterRoutes = (app, { baseUrl }) => {
  app.get('/openapi.json', { config: { access: 'open' } }, async () => openApiDocument(baseUrl()));
};
