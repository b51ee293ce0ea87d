/** `fabdesk connect`: add-ons for the CAD programs of this computer. */
import type { CadProgram } from '../../../../src-shared/ipc/cad-program.ts';
import { ref } from '../../../../src-shared/messages/messages.ts';
import { invoke } from '../app/surroundings.ts';
import { withApp } from '../app/with-app.ts';
import { type Commands, command } from '../declare.ts';
import { appOptions, usageError } from '../input/options.ts';
import type { Output } from '../output/output.ts';

const names = { freecad: 'FreeCAD', blender: 'Blender' } as const satisfies Record<
  CadProgram['program'],
  string
>;

export const connectCommands: Commands = {
  connect: command(
    {
      takes: ['[program...]'],
      options: ['--remove', ...appOptions],
      examples: ['fabdesk connect', 'fabdesk connect freecad', 'fabdesk connect --remove freecad blender'],
    },
    async (host, options, words) => {
      const { out } = host;
      const wanted = words.map((word) => {
        const name = word.toLowerCase();
        if (name === 'freecad' || name === 'blender') return name;
        throw usageError(ref('cli.connect.unknown', { name: word }));
      });
      if (options.remove && wanted.length === 0) throw usageError(ref('cli.connect.whichOnes'));
      await withApp(host, options, async (client) => {
        let programs = await invoke(client, 'cad.programs', {});
        const missing = wanted.filter((name) => programs.every(({ program }) => program !== name));
        if (missing.length > 0)
          throw usageError(
            ref('cli.connect.notFound', { names: missing.map((name) => names[name]).join(', ') }),
          );
        for (const { program, folder } of programs) {
          if (!wanted.includes(program)) continue;
          programs = await invoke(client, options.remove ? 'cad.remove' : 'cad.install', { folder });
        }
        report(out, programs);
        if (wanted.length > 0 && !options.remove)
          for (const name of new Set(wanted)) out.note(out.t(`settings.cad.next.${name}`));
      });
    },
  ),
};

function report(out: Output, programs: readonly CadProgram[]): void {
  out.report(programs);
  if (programs.length === 0) out.line(out.t('settings.cad.none'));
  for (const { program, version, state, folder } of programs) {
    const name = version === null ? names[program] : `${names[program]} ${version}`;
    out.line(`${name}: ${out.t(`settings.cad.state.${state}`)}`);
    out.line(out.style.dim(`  ${folder}`));
  }
}
