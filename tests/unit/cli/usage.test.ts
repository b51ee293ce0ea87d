import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exitTable } from '../../../src-main/hosts/cli/output/exit-codes.ts';
import { english } from '../../../src-shared/messages/english.ts';
import { run } from '../../support/cli.ts';

const commands = [
  ['check'],
  ['repair'],
  ['quote'],
  ['upload'],
  ['order'],
  ['orders'],
  ['orders', 'cancel'],
  ['queue'],
  ['orders', 'again'],
  ['queue', 'run'],
  ['queue', 'show'],
  ['status'],
  ['queue', 'retry'],
  ['queue', 'cancel'],
  ['queue', 'resolve'],
  ['queue', 'confirm'],
  ['accounts'],
  ['accounts', 'list'],
  ['accounts', 'add'],
  ['accounts', 'use'],
  ['accounts', 'sign-in'],
  ['accounts', 'soap'],
  ['accounts', 'terms'],
  ['accounts', 'remove'],
  ['service'],
  ['service', 'state'],
  ['service', 'advance'],
  ['service', 'start'],
  ['service', 'complete'],
  ['service', 'ship'],
  ['service', 'lose'],
  ['service', 'find'],
  ['service', 'reject'],
  ['service', 'faults'],
  ['service', 'faults', 'list'],
  ['service', 'faults', 'add'],
  ['service', 'faults', 'clear'],
];

describe('help', () => {
  it.each(commands.map((words) => [words.join(' '), words]))(
    'The help of %s shows examples and every exit code.',
    async (name, words) => {
      const { code, stdout, stderr, connects } = await run([...words, '--help']);
      expect(code).toBe(0);
      expect(stderr).toBe('');
      expect(connects).toBe(0);
      expect(stdout).toContain(`Usage: fabdesk ${name}`);
      expect(stdout).toContain(`$ fabdesk ${name}`);
      expect(stdout).toContain('--json');
      for (const [exit, meaning] of exitTable)
        expect(stdout).toContain(`${String(exit).padEnd(4)} ${english.t(meaning)}`);
    },
  );

  it('The help names all commands and the version.', async () => {
    const { stdout } = await run(['--help']);
    for (const name of [
      'check',
      'repair',
      'quote',
      'upload',
      'order',
      'orders',
      'queue',
      'accounts',
      'service',
    ]) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    }
    expect(await run(['--version'])).toMatchObject({ code: 0, stdout: '9.8.7\n' });
  });

  it('The exit codes of the help agree with docs/cli.md.', () => {
    const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
    for (const [exit, meaning] of exitTable) expect(page).toContain(`| ${exit} | ${english.t(meaning)} |`);
  });
});

describe('a mistake on the command line', () => {
  it.each([
    [['chek', 'x.stl'], 'Unknown command', 'Did you mean check?'],
    [['check', '--jsn', 'x.stl'], 'Unknown option', 'Did you mean --json?'],
    [['check'], 'Missing required argument', '--help'],
    [[], 'No command given', 'fabdesk --help'],
    [['orders', 'twelve'], '"twelve" is not an order id', 'whole number'],
    [['quote', '--unit', 'inche', 'x.stl'], '"inche" is not a unit', '"inch"'],
    [['quote', '--scale', '0', 'x.stl'], '"0" is not a scale', 'above 0'],
    [['service', 'advance', '3 days'], '"3 days" is not a time', '1d12h'],
    [['service', 'faults', 'add', 'drop-aftr'], '"drop-aftr" is not a kind of fault', '"drop-after"'],
    [
      ['service', 'faults', 'add', 'status-before', '--status', '200'],
      '--status cannot have this value',
      '--help',
    ],
    [['service', 'reject', '1042'], 'Required option "--reason', '--help'],
    [['service', '--operator', 'http://example.com'], 'is not the operator interface', '127.0.0.1'],
    [['service', '--operator', 'http://127.0.0.1:1'], 'FABDESK_OPERATOR_KEY', '--operator-key-file'],
    [['upload', '--title', 'A', 'x.stl', 'y.stl'], '--title takes a text', 'one file'],
  ])('The mistake %j is one sentence on stderr and exit code 2.', async (argv, what, hint) => {
    const { code, stdout, stderr, connects } = await run(argv);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(connects).toBe(0);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/^fabdesk: /);
    expect(stderr).toContain(what);
    expect(stderr).toContain(hint);
  });

  it('A mistake is reported as JSON too with --json.', async () => {
    const { code, json } = await run(['quote', '--json', '--unit', 'furlong', 'x.stl']);
    expect(code).toBe(2);
    expect(json()).toEqual({
      error: { code: 'usage', message: '"furlong" is not a unit. Use mm, cm, m, in, ft or um.' },
    });
  });

  it('--json after -- is a file name.', async () => {
    const { code, stdout } = await run(['check', '--', '--json']);
    expect(code).toBe(1);
    expect(stdout).toContain('There is no file --json');
  });
});

describe('the language', () => {
  const german = { env: { LANG: 'de_DE.UTF-8' } };

  it('Help is in the language that LANG names, with its headings and exit codes.', async () => {
    const { stdout } = await run(['check', '--help'], german);
    expect(stdout).toContain('Aufruf: fabdesk check [Optionen] <file...>');
    for (const heading of ['Argumente:', 'Optionen:', 'Beispiele:', 'Exit-Codes:'])
      expect(stdout).toMatch(new RegExp(`^${heading}$`, 'm'));
    expect(stdout).not.toMatch(/\b(Usage|Options|Arguments|Examples):/);
    expect((await run(['--help'], german)).stdout).toMatch(/^Befehle:$/m);
  });

  it('LC_ALL counts before LC_MESSAGES, and both before LANG.', async () => {
    const lineWith = async (env: Record<string, string>) => (await run(['orders', 'x'], { env })).stderr;
    expect(await lineWith({ LANG: 'C', LC_MESSAGES: 'de_AT' })).toContain('„x“ ist keine Bestellnummer');
    expect(await lineWith({ LANG: 'de_DE', LC_ALL: 'C.UTF-8' })).toContain('"x" is not an order id');
    expect(await lineWith({ LANG: 'fr_FR.UTF-8' })).toContain('"x" is not an order id');
  });

  it('Mistakes are in German, with a suggestion.', async () => {
    const { code, stderr } = await run(['chek', 'x.stl'], german);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'fabdesk: Unbekannter Befehl „chek“. Meinten Sie check? Mit --help sehen Sie, wie der Befehl benutzt wird.\n',
    );
  });

  it('JSON is the same in every language.', async () => {
    const argv = ['quote', '--json', '--unit', 'furlong', 'x.stl'];
    const [english, deutsch] = [await run(argv), await run(argv, german)];
    expect(deutsch.stdout).toBe(english.stdout);
    expect(deutsch.stderr).toContain('„furlong“ ist keine Einheit');
  });

  it('--verbose adds the code of an error.', async () => {
    const { stderr } = await run(['orders', 'x', '--verbose']);
    expect(stderr).toMatch(/^fabdesk: "x" is not an order id.*\n {2}usage\n$/);
  });
});
