/** `nextActionSuggestions`: `{method, restUrl, link, parameters?}` [Assumption: suggestions] */
export interface Suggestion {
  readonly method: string;
  readonly restUrl: string;
  readonly link: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export function suggest(
  baseUrl: string,
  method: string,
  link: string,
  parameters?: Record<string, unknown>,
): Suggestion {
  const entry = { method, restUrl: `${baseUrl}${link}`, link };
  return parameters ? { ...entry, parameters } : entry;
}

/** The next steps of an owner with a model. */
export function modelSuggestions(
  baseUrl: string,
  modelId: number,
  version: number,
): Record<string, Suggestion> {
  const model = `/models/${modelId}`;
  return {
    addModelToShoppingCart: suggest(baseUrl, 'POST', '/orders/cart/v1', {
      modelId,
      materialId: 'int',
      quantity: 'int',
    }),
    downloadModel: suggest(baseUrl, 'GET', `${model}/files/${version}/v1?file=1`),
    updateModelDetails: suggest(baseUrl, 'PUT', `${model}/info/v1`),
    updateModelFile: suggest(baseUrl, 'POST', `${model}/files/v1`),
    deleteModel: suggest(baseUrl, 'DELETE', `${model}/v1`),
    addModelPhoto: suggest(baseUrl, 'POST', `${model}/photos/v1`),
  };
}
