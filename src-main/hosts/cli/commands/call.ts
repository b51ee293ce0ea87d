/** `fabdesk call`: any call of the contract, for scripts and agents. */
import { z } from 'zod';
import { type AppContract, contract } from '../../../../src-shared/ipc/contract.ts';
import type { CallInput, CallName } from '../../../../src-shared/ipc/wire.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { suggest } from '../../../../src-shared/text/suggest.ts';
import { mainError, sentences } from '../../../main-error.ts';
import { findAccount } from '../app/find-account.ts';
import { invoke } from '../app/surroundings.ts';
import { withApp } from '../app/with-app.ts';
import { type Commands, command, type Host } from '../declare.ts';
import { requirePerson } from '../input/agree.ts';
import { didYouMean, serviceOptions, usageError } from '../input/options.ts';
import { writeTable } from '../output/format.ts';
import type { Output } from '../output/output.ts';

type Name = CallName<AppContract>;
const names = Object.keys(contract.calls) as Name[];

export const callCommands: Commands = {
  call: command(
    {
      takes: ['[name]', '[input]'],
      options: ['--list', '--write', ...serviceOptions],
      examples: [
        'fabdesk call --list',
        'fabdesk call library.show \'{"modelId": 71}\' --account Workshop',
        'fabdesk call queue.hold \'{"jobId": "0198f2c4"}\' --write',
      ],
    },
    async (host, options, word, text) => {
      const { out } = host;
      if (word === undefined || options.list) return list(out, word === undefined ? names : [nameOf(word)]);
      const name = nameOf(word);
      const input = await readInput(text ?? '{}', host);
      const isRead = contract.calls[name].kind === 'read';
      if (!isRead && !options.write)
        throw mainError('confirmation-needed', ref('cli.call.isWrite', { name }));
      const answer = await withApp(
        host,
        options,
        async (client) => {
          const { account } = options;
          const named =
            account === undefined
              ? {}
              : { accountId: findAccount(account, await invoke(client, 'accounts.list', {})).id };
          if (name === 'queue.setBudget') requirePerson(host, 'budget');
          if (name === 'queue.confirm' || name === 'queue.resolve') {
            const { jobId } = { jobId: '', ...input };
            const job = (await invoke(client, 'queue.list', {})).find(({ id }) => id === jobId);
            if (job !== undefined) requirePerson(host, job);
          }
          // `dispatch` validates it, and leaves out an account that the call does not take.
          return invoke(client, name, { ...named, ...input } as CallInput<AppContract, Name>);
        },
        // An application that is started only to read sends nothing of the queue.
        { readOnly: isRead },
      );
      out.value(answer);
    },
  ),
};

function nameOf(word: string): Name {
  const name = names.find((one) => one === word);
  if (name !== undefined) return name;
  throw usageError(sentences(ref('cli.call.unknown', { name: word }), ...didYouMean(suggest(word, names))));
}

/** An object from JSON; `-` is standard input, for what other users of the computer must not see. */
async function readInput(text: string, { readInput: readAll }: Host): Promise<object> {
  try {
    return z.looseObject({}).parse(JSON.parse(text === '-' ? ((await readAll?.()) ?? '') : text));
  } catch {
    throw usageError(ref('cli.call.notObject'));
  }
}

/** With `--json`, a call has its input and its answer as JSON Schema. */
function list(out: Output, some: readonly Name[]): void {
  const entries = some.map((name) => {
    const { kind, input, output } = contract.calls[name];
    return { name, kind, input: schemaOf(input, 'input'), output: schemaOf(output, 'output') };
  });
  out.report(entries);
  writeTable(out, entries, [
    ['cli.call.name', ({ name }) => name],
    ['cli.call.kind', ({ kind }) => out.t(`cli.call.${kind}`)],
    ['cli.call.input', ({ input }) => fieldsOf(input)],
  ]);
  out.line();
  out.line(out.t('cli.call.schemas'));
}

/** Facts that JSON cannot state, such as that a text is trimmed, are left out. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** `accountId? modelId`: the fields of an input, and which of them may be missing. */
const fieldsOf = ({ properties = {}, required = [] }: z.core.JSONSchema.BaseSchema): string =>
  Object.keys(properties)
    .map((field) => (required.includes(field) ? field : `${field}?`))
    .join(' ');
