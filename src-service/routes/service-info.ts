/** GET /api/v1/ (spec: Endpoints > Service information). */
import { callerOf, type RegisterRoutes } from '../context.ts';
import { suggest } from '../http/suggestions.ts';

export const registerServiceInfo: RegisterRoutes = (app, { limiter, baseUrl }) => {
  app.get('/api/v1', async (request) => ({
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
