/** The commands of Prepare, for the keyboard and the palette. */
import { originalOf, turnedFrom } from '../../../src-shared/ipc/plate-item.ts';
import type { Command } from '../../ui/commands.svelte.ts';
import { reloadKeys } from '../../ui/keys.ts';
import { t } from '../../ui/language.svelte.ts';
import { reload } from './files/reload.ts';
import { duplicateSelected } from './plate/duplicate.ts';
import { turnSelected } from './plate/turn-plate.ts';
import type { Prepare } from './prepare.svelte.ts';

interface Openers {
  /** Shows the system's dialog for files. */
  readonly openFiles: () => void;
  /** Shows the dialog for a path. */
  readonly openPath: () => void;
}

export function prepareCommands(prepare: Prepare, { openFiles, openPath }: Openers): readonly Command[] {
  const { plate } = prepare;
  const plateGroup = t('prepare.group.plate');
  const checksGroup = t('prepare.group.checks');
  return [
    {
      id: 'plate.open',
      title: t('prepare.openFiles'),
      group: plateGroup,
      keys: ['Mod+O'],
      run: openFiles,
    },
    {
      id: 'plate.path',
      title: t('prepare.openPath'),
      group: plateGroup,
      keys: ['Mod+Shift+O'],
      run: openPath,
    },
    {
      id: 'plate.reload',
      title: t('prepare.command.reload'),
      group: plateGroup,
      keys: reloadKeys(),
      run: () => void reload(prepare),
      enabled: () => plate.selected !== null && originalOf(plate.selected).path !== null,
    },
    {
      id: 'plate.undo',
      title: t('ui.undo'),
      group: plateGroup,
      keys: ['Mod+Z'],
      run: () => prepare.undo(),
      enabled: () => plate.history.undoName !== null,
    },
    {
      id: 'plate.redo',
      title: t('prepare.redo'),
      group: plateGroup,
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      run: () => prepare.redo(),
      enabled: () => plate.history.redoName !== null,
    },
    {
      id: 'plate.remove',
      title: t('prepare.command.remove'),
      group: plateGroup,
      keys: ['Delete'],
      run: () => {
        if (prepare.batch.isOpen) prepare.batch.remove();
        else if (plate.selected) prepare.remove(plate.selected.id);
      },
      enabled: () => plate.selected !== null,
    },
    {
      id: 'plate.table',
      title: t('prepare.table'),
      group: plateGroup,
      keys: ['T'],
      run: () => prepare.setOpen('table', !prepare.isTable),
      enabled: () => plate.items.length > 0,
    },
    {
      id: 'plate.duplicate',
      title: t('prepare.duplicate'),
      group: plateGroup,
      keys: ['Mod+D'],
      run: () => duplicateSelected(prepare),
      enabled: () => plate.selected !== null,
    },
    {
      id: 'plate.all',
      title: t('prepare.command.all'),
      group: plateGroup,
      keys: ['Mod+A'],
      run: () => prepare.batch.pickAll(),
      enabled: () => plate.items.length > 1,
    },
    {
      id: 'plate.more',
      title: t('prepare.more.pieces'),
      group: plateGroup,
      keys: ['+'],
      run: () => prepare.changeQuantity((plate.selected?.quantity ?? 0) + 1),
      enabled: () => plate.selected !== null,
    },
    {
      id: 'plate.less',
      title: t('prepare.fewer'),
      group: plateGroup,
      keys: ['-'],
      run: () => prepare.changeQuantity((plate.selected?.quantity ?? 2) - 1),
      enabled: () => (plate.selected?.quantity ?? 0) > 1,
    },
    ...(['rotate', 'mirror'] as const).flatMap((kind) =>
      ([0, 1, 2] as const).map((axis) => ({
        id: `plate.${kind}.${axis}`,
        title: t(`prepare.${kind}`, { axis: 'XYZ'.charAt(axis) }),
        group: plateGroup,
        run: () => void turnSelected(prepare, { kind, axis }),
        enabled: () => prepare.ready !== null,
      })),
    ),
    {
      id: 'plate.reset',
      title: t('prepare.turns.reset'),
      group: plateGroup,
      run: () => void turnSelected(prepare, { kind: 'reset' }),
      enabled: () => prepare.ready !== null && turnedFrom(prepare.ready.item) !== undefined,
    },
    {
      id: 'plate.sample',
      title: t('prepare.addSample'),
      group: plateGroup,
      run: () => void prepare.intake.addSample(),
    },
    {
      id: 'checks.thorough',
      title: t('prepare.checkThoroughly'),
      group: checksGroup,
      run: () => prepare.deepQuestion && void prepare.deep.start(prepare.deepQuestion),
      enabled: () => prepare.deepQuestion !== null && prepare.deepState?.state !== 'done',
    },
    {
      id: 'checks.walls',
      title: t('prepare.command.walls'),
      group: checksGroup,
      keys: ['W'],
      run: () => (prepare.showsWalls = !prepare.showsWalls),
      enabled: () => prepare.walls !== null,
    },
    {
      id: 'checks.next',
      title: t('prepare.command.next'),
      group: checksGroup,
      keys: ['N'],
      run: () => prepare.marks.step(1),
      enabled: () => (prepare.marked?.places.length ?? 0) > 1,
    },
    {
      id: 'checks.previous',
      title: t('prepare.command.previous'),
      group: checksGroup,
      keys: ['Shift+N'],
      run: () => prepare.marks.step(-1),
      enabled: () => (prepare.marked?.places.length ?? 0) > 1,
    },
    {
      id: 'checks.repair',
      title: t('prepare.command.repair'),
      group: checksGroup,
      run: () => prepare.startRepair(),
      enabled: () => prepare.ready !== null,
    },
    {
      id: 'checks.hollow',
      title: t('prepare.command.hollow'),
      group: checksGroup,
      run: () => prepare.askHollow(),
      enabled: () => prepare.ready?.model.checks.watertight === true,
    },
    {
      id: 'plate.order',
      title: t('prepare.command.order'),
      group: plateGroup,
      keys: ['Mod+Enter'],
      run: () => (prepare.batch.isOpen ? prepare.batch.add() : prepare.addToOrder()),
      enabled: () => prepare.batch.isOpen || prepare.obstacle === null,
    },
  ];
}
