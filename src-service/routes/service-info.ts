/** GET /api/v1/ (spec: Endpoints > Service information). */
import { serviceInfoSchema } from '../../src-shared/api/service-info.ts';
import { callerOf, type RegisterRoutes } from '../context.ts';
import { suggest } from '../http/suggestions.ts';
import { described } from '../openapi/description.ts';

export const registerServiceInfo: RegisterRoutes = (app, { limiter, baseUrl }) => {
  app.get('/api/v1', described('The rate limit of the application', serviceInfoSchema), async (request) => ({
    result: 'success',
    nextActionSuggestions: [
      suggest(baseUrl(), 'GET', '/materials/v1'),
      suggest(baseUrl(), 'POST', '/models/v1'),
      suggest(baseUrl(), 'POST', '/price/v1'),
      suggest(baseUrl(), 'GET', '/orders/v1'),
    ],
    rateLimit: limiter.state(callerOf(request).clientId),
  }));
};
