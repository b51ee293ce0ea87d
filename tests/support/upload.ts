/** A valid body of POST /models/v1. */
import type { TestService } from './service.ts';

export const uploadBody = (
  content: string | Buffer,
  others: Record<string, unknown> = {},
): Record<string, unknown> => ({
  file: Buffer.from(content).toString('base64'),
  fileName: 'cube.stl',
  uploadScale: 0.001,
  hasRightsToModel: 1,
  acceptTermsAndConditions: 1,
  ...others,
});

/** Uploads it and returns the new model's id. */
export async function upload(
  service: TestService,
  content: string | Buffer,
  others: Record<string, unknown> = {},
): Promise<number> {
  const { status, body } = await service.call('POST', '/models/v1', uploadBody(content, others));
  if (status !== 200) throw new Error(`Upload refused: ${JSON.stringify(body)}`);
  return body.modelId as number;
}
