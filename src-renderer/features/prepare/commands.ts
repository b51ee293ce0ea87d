/** The commands of Prepare, for the keyboard and the palette. */
import { originalOf, turnedFrom } from '../../../src-shared/ipc/plate-item.ts';
import type { Command } from '../../ui/commands.svelte.ts';
import { reloadKeys } from '../../ui/keys.ts';
import { t } from '../../ui/language.svelte.ts';
import { saveCopies } from './files/drag-out.ts';
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
  const selectFirst = () => t('shell.palette.noPart');
  const markFirst = () => t('shell.palette.noPlaces');
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
      why: () => (plate.selected ? t('shell.palette.noFile') : selectFirst()),
    },
    {
      id: 'plate.copy',
      title: t('prepare.command.copy'),
      group: plateGroup,
      run: () => void saveCopies(prepare),
      enabled: () => plate.selected !== null,
      why: selectFirst,
    },
    {
      id: 'plate.undo',
      title: t('ui.undo'),
      group: plateGroup,
      keys: ['Mod+Z'],
      run: () => prepare.undo(),
      enabled: () => plate.history.undoName !== null,
      why: () => t('shell.palette.noStep'),
    },
    {
      id: 'plate.redo',
      title: t('prepare.redo'),
      group: plateGroup,
      keys: ['Mod+Shift+Z', 'Mod+Y'],
      run: () => prepare.redo(),
      enabled: () => plate.history.redoName !== null,
      why: () => t('shell.palette.noStep'),
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
      why: selectFirst,
    },
    {
      id: 'plate.table',
      title: t('prepare.table'),
      group: plateGroup,
      keys: ['T'],
      run: () => prepare.setOpen('table', !prepare.isTable),
      enabled: () => plate.items.length > 0,
      why: () => t('shell.palette.emptyPlate'),
    },
    {
      id: 'plate.duplicate',
      title: t('prepare.duplicate'),
      group: plateGroup,
      keys: ['Mod+D'],
      run: () => duplicateSelected(prepare),
      enabled: () => plate.selected !== null,
      why: selectFirst,
    },
    {
      id: 'plate.all',
      title: t('prepare.command.all'),
      group: plateGroup,
      keys: ['Mod+A'],
      run: () => prepare.batch.pickAll(),
      enabled: () => plate.items.length > 1,
      why: () => t('shell.palette.onePart'),
    },
    {
      id: 'plate.more',
      title: t('prepare.more.pieces'),
      group: plateGroup,
      keys: ['+'],
      run: () => prepare.changeQuantity((plate.selected?.quantity ?? 0) + 1),
      enabled: () => plate.selected !== null,
      why: selectFirst,
    },
    {
      id: 'plate.less',
      title: t('prepare.fewer'),
      group: plateGroup,
      keys: ['-'],
      run: () => prepare.changeQuantity((plate.selected?.quantity ?? 2) - 1),
      enabled: () => (plate.selected?.quantity ?? 0) > 1,
      why: () => (plate.selected ? t('shell.palette.onePiece') : selectFirst()),
    },
    ...(['rotate', 'mirror'] as const).flatMap((kind) =>
      ([0, 1, 2] as const).map((axis) => ({
        id: `plate.${kind}.${axis}`,
        title: t(`prepare.${kind}`, { axis: 'XYZ'.charAt(axis) }),
        group: plateGroup,
        run: () => void turnSelected(prepare, { kind, axis }),
        enabled: () => prepare.ready !== null,
        why: selectFirst,
      })),
    ),
    {
      id: 'plate.reset',
      title: t('prepare.turns.reset'),
      group: plateGroup,
      run: () => void turnSelected(prepare, { kind: 'reset' }),
      enabled: () => prepare.ready !== null && turnedFrom(prepare.ready.item) !== undefined,
      why: () => (prepare.ready ? t('shell.palette.notTurned') : selectFirst()),
    },
    {
      id: 'plate.sample',
      title: t('prepare.addSample'),
      group: plateGroup,
      run: () => void prepare.intake.addSample(),
    },
    {
      id: 'material.curve',
      title: t('curve.title'),
      group: t('prepare.group.materials'),
      run: () => (prepare.showsCurve = !prepare.showsCurve),
      enabled: () => prepare.chosen !== null && !prepare.batch.isOpen,
    },
    {
      id: 'checks.thorough',
      title: t('prepare.checkThoroughly'),
      group: checksGroup,
      run: () => prepare.deepQuestion && void prepare.deep.start(prepare.deepQuestion),
      enabled: () => prepare.deepQuestion !== null && prepare.deepState?.state !== 'done',
      why: () => (prepare.deepQuestion ? t('shell.palette.isChecked') : selectFirst()),
    },
    {
      id: 'checks.walls',
      title: t('prepare.command.walls'),
      group: checksGroup,
      keys: ['W'],
      run: () => (prepare.showsWalls = !prepare.showsWalls),
      enabled: () => prepare.walls !== null,
      why: () => (prepare.ready ? t('shell.palette.noWalls') : selectFirst()),
    },
    {
      id: 'checks.next',
      title: t('prepare.command.next'),
      group: checksGroup,
      keys: ['N'],
      run: () => prepare.marks.step(1),
      enabled: () => (prepare.marked?.places.length ?? 0) > 1,
      why: markFirst,
    },
    {
      id: 'checks.previous',
      title: t('prepare.command.previous'),
      group: checksGroup,
      keys: ['Shift+N'],
      run: () => prepare.marks.step(-1),
      enabled: () => (prepare.marked?.places.length ?? 0) > 1,
      why: markFirst,
    },
    {
      id: 'checks.repair',
      title: t('prepare.command.repair'),
      group: checksGroup,
      run: () => prepare.made.startRepair(),
      enabled: () => prepare.ready !== null,
      why: selectFirst,
    },
    {
      id: 'checks.hollow',
      title: t('prepare.command.hollow'),
      group: checksGroup,
      run: () => prepare.made.askHollow(),
      enabled: () => prepare.ready?.model.checks.watertight === true,
      why: () => (prepare.ready ? t('shell.palette.notWatertight') : selectFirst()),
    },
    {
      id: 'plate.order',
      title: t('prepare.command.order'),
      group: plateGroup,
      keys: ['Mod+Enter'],
      once: true,
      run: () => (prepare.batch.isOpen ? prepare.batch.add() : prepare.adding.addToOrder()),
      enabled: () => prepare.batch.isOpen || prepare.adding.obstacle === null,
      why: () => prepare.adding.obstacle ?? t('shell.palette.notNow'),
    },
  ];
}
