import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dispatch } from '../../../src-main/dispatch.ts';
import { call } from '../../../src-shared/ipc/wire.ts';
import { CodedError } from '../../../src-shared/result.ts';

const contract = {
  calls: {
    double: call.read(z.object({ value: z.number(), times: z.number().default(2) }), z.number()),
    break: call.read(z.object({}), z.object({})),
    refuse: call.read(z.object({}), z.object({})),
  },
  events: {},
} as const;

const handlers = {
  double: ({ value, times }: { value: number; times: number }) => value * times,
  break: () => {
    throw new TypeError('secret detail');
  },
  refuse: () => {
    throw new CodedError('too-late', 'It was sent already.', { retryAt: 5 });
  },
};

function run(name: string, input: unknown) {
  const reported: unknown[] = [];
  const result = dispatch(contract, handlers, name, input, (_, thrown) => reported.push(thrown));
  return result.then((value) => ({ value, reported }));
}

describe('the way in from every transport', () => {
  it('dispatch validates the input, fills in defaults and answers.', async () => {
    expect((await run('double', { value: 4 })).value).toEqual({ ok: true, value: 8 });
  });

  it('dispatch refuses bad input with the wrong field, without running the handler.', async () => {
    const { value } = await run('double', { value: 'four' });
    expect(value).toMatchObject({ ok: false, error: { code: 'bad-input', message: /^value: / } });
  });

  it.each(['missing', 'toString', '__proto__', 'constructor'])('dispatch does not know %s.', async (name) => {
    expect((await run(name, {})).value).toMatchObject({ ok: false, error: { code: 'bad-call' } });
  });

  it('dispatch passes coded errors on, hides all others and logs them.', async () => {
    expect((await run('refuse', {})).value).toEqual({
      ok: false,
      error: { code: 'too-late', message: 'It was sent already.', retryAt: 5 },
    });
    const { value, reported } = await run('break', {});
    expect(JSON.stringify(value)).not.toContain('secret detail');
    expect(reported[0]).toBeInstanceOf(TypeError);
  });
});
