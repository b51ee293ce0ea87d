import { describe, expect, it } from 'vitest';
import { contract } from '../../../src-shared/ipc/contract.ts';
import { appDouble } from '../../support/app-double.ts';
import { sampleStatus } from '../../support/bridge-double.ts';
import { run } from '../../support/cli.ts';

const local = sampleStatus().account;
const accounts = { 'accounts.list': () => [local, { ...local, id: 'a-2', name: 'Workshop' }] };

describe('any call of the contract', () => {
  it('A read answers as JSON, for the account that is named.', async () => {
    const app = appDouble({ ...accounts, 'library.versions': () => [] });
    const argv = ['call', 'library.versions', '{"modelId": 71}', '--account', 'Workshop'];
    const { code, stdout, stderr } = await run(argv, { app });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
    expect(app.inputOf('library.versions')).toEqual({ accountId: 'a-2', modelId: 71 });
  });

  it('Without an account, none is added, and without an input it is empty.', async () => {
    const app = appDouble();
    expect(await run(['call', 'queue.list'], { app })).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(app.inputOf('queue.list')).toEqual({});
  });

  it('A write needs --write, and is not made without.', async () => {
    let held = 0;
    const hold = () => {
      held += 1;
      return {};
    };
    const app = appDouble({ 'queue.hold': hold });
    const argv = ['call', 'queue.hold', '{"jobId": "1"}'];
    const refused = await run(argv, { app });
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('Add --write') });
    expect(refused.connects).toBe(0);
    expect((await run([...argv, '--write'], { app })).code).toBe(0);
    expect(held).toBe(1);
  });

  it.each([
    [['library.shw'], 'There is no call "library.shw". Did you mean "library.show"'],
    [['library.show', '{modelId: 71}'], 'one JSON object'],
    [['library.show', '[71]'], 'one JSON object'],
    [['library.show', '-'], 'one JSON object'],
  ])('The mistake %j is refused before Fabdesk starts.', async (argv, message) => {
    const { code, stderr, connects } = await run(['call', ...argv]);
    expect({ code, connects }).toEqual({ code: 2, connects: 0 });
    expect(stderr).toContain(message);
  });

  it('A wrong input names its field.', async () => {
    const { code, stderr } = await run(['call', 'library.show', '{"modelId": "x"}'], { app: appDouble() });
    expect(code).toBe(2);
    expect(stderr).toContain('modelId');
  });

  it('The list names every call with its kind and its input.', async () => {
    const people = await run(['call', '--list']);
    expect(people).toMatchObject({ code: 0, connects: 0 });
    expect(people.stdout).toMatch(/^library\.show +reads +accountId\? modelId$/m);
    expect(people.stdout).toMatch(/^orders\.cancel +writes +accountId\? orderId$/m);
    const { json } = await run(['call', '--list', '--json']);
    const listed = json() as { name: string; kind: string; input: object; output: object }[];
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(contract.calls));
    expect(listed.find(({ name }) => name === 'library.show')).toMatchObject({
      kind: 'read',
      input: { type: 'object', required: ['modelId'] },
      output: { type: 'object' },
    });
  });
});
