import { expect, it } from 'vitest';
import { createLog } from '../../../src-service/log.ts';

it('Nothing of a request reaches the log, whatever is logged with it.', () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const request = {
    headers: { authorization: 'Bearer CANARY' },
    body: { password: 'CANARY' },
    url: '/?key=CANARY',
  };
  log.info({ req: request, res: request }, 'incoming request');
  log.child({ req: request } as never).error({ err: new Error('The disk is full.'), req: request }, 'Failed');
  log.debug({ req: request }, 'detail');
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({
    level: 'error',
    message: 'Failed',
    error: 'The disk is full.',
  });
  expect(lines.join('')).not.toContain('CANARY');
});
