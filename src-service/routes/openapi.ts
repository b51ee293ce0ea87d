/** GET /openapi.json: the description of the service, for anyone. */
import type { RegisterRoutes } from '../context.ts';
import { openApiDocument, recordOperations } from '../openapi/document.ts';

/** To be called before the routes that it describes. */
export const registerOpenApi: RegisterRoutes = (app, { baseUrl }) => {
  const operations = recordOperations(app);
  app.get('/openapi.json', { config: { access: 'open' } }, async () =>
    openApiDocument(baseUrl(), operations),
  );
};
