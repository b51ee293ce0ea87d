import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CodedError } from '../../../src-shared/result.ts';
import { sampleStatus } from '../../support/bridge-double.ts';
import { boxStl, dropFiles, fileOf } from '../../support/model-files.ts';
import { createPlateDouble } from '../../support/plate-double.ts';
import { uploadJob } from '../../support/samples.ts';
import { doubtfulCatalog } from '../../support/wide-catalog.ts';
import { type OpenWindow, openWindow } from '../../support/window.ts';

let shown: OpenWindow | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
});

const dialog = page.getByRole('dialog');
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const openDialog = () => page.getByRole('button', { name: 'Upload to library…' }).click();

it('Parts that are still being copied are uploaded once their copies are complete.', {
  tags: 'release',
}, async () => {
  const bridge = createPlateDouble({
    handlers: { 'queue.enqueueUpload': ({ title }) => uploadJob({ id: title }) },
  });
  const copy = bridge.holdCopies();
  shown = await openWindow(bridge, 'prepare');
  const [bracket, knob] = [boxStl(40, 20, 10), boxStl(30, 30, 12)];
  dropFiles(document.body, [fileOf('bracket.stl', bracket), fileOf('knob.stl', knob)]);
  await expect.element(page.getByText('2 models')).toBeVisible();
  await openDialog();
  await dialog.getByRole('checkbox', { name: /^bracket.stl/ }).click();
  await dialog.getByRole('button', { name: 'Upload 2 parts' }).click();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(bridge.callsOf('queue.enqueueUpload')).toEqual([]);
  copy();
  const copies = [await bridge.spool('bracket.stl', bracket), await bridge.spool('knob.stl', knob)];
  await expect
    .poll(() => bridge.callsOf('queue.enqueueUpload'))
    .toMatchObject(copies.map(({ sha256 }) => ({ file: { sha256 } })));
});

it('Parts of the plate are uploaded without an order, with unit and title, each once.', {
  tags: 'release',
}, async () => {
  let isFull = true;
  const bridge = createPlateDouble({
    handlers: {
      'queue.enqueueUpload': ({ title }) => {
        if (title === 'knob' && isFull) throw new CodedError('disk-full', 'The disk is full.');
        return uploadJob({ id: title });
      },
    },
  });
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [
    fileOf('bracket.stl', boxStl(40, 20, 10)),
    fileOf('knob.stl', boxStl(30, 30, 12)),
  ]);
  await expect.element(row('bracket.stl')).toMatchTextContent('40 × 20 × 10 mm');
  await expect.element(row('knob.stl')).toMatchTextContent('30 × 30 × 12 mm');
  await openDialog();
  const bracket = dialog.getByRole('checkbox', { name: /^bracket.stl/ });
  const knob = dialog.getByRole('checkbox', { name: /^knob.stl/ });
  await expect.element(knob).toBeChecked();
  await bracket.click();
  const titles = dialog.getByRole('textbox', { name: 'Title' });
  await expect.element(titles.first()).toHaveValue('bracket');
  await titles.first().fill('Left bracket');
  await dialog.getByRole('combobox', { name: 'Unit of the file' }).first().selectOptions('centimetres');
  await expect.element(dialog.getByText('400 mm × 200 mm × 100 mm')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload 2 parts' }).click();
  await expect.element(dialog.getByText('The disk is full.')).toBeVisible();
  await expect.element(bracket).not.toBeInTheDocument();

  isFull = false;
  await dialog.getByRole('button', { name: 'Upload 1 part' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const sent = bridge.callsOf('queue.enqueueUpload');
  expect(sent).toMatchObject([
    { title: 'Left bracket', uploadScale: 0.01, accountId: 'local', file: { name: 'bracket.stl' } },
    { title: 'knob', uploadScale: 0.001 },
    { title: 'knob', uploadScale: 0.001, file: { name: 'knob.stl' } },
  ]);
  expect(bridge.workspace.cart).toEqual([]);
});

it('Nothing is uploaded with a doubtful unit or before rights and terms are confirmed.', async () => {
  const account = { ...sampleStatus().account, consentAt: null };
  const bridge = createPlateDouble({
    status: { account },
    handlers: {
      'catalog.get': () => doubtfulCatalog,
      'queue.enqueueUpload': () => uploadJob(),
      'accounts.setConsent': () => {
        bridge.setStatus({ account: { ...account, consentAt: 1_760_000_000_000 } });
        return account;
      },
    },
  });
  shown = await openWindow(bridge, 'prepare');
  dropFiles(document.body, [fileOf('plate.stl', boxStl(9.3713, 9.3713, 9.3713))]);
  await expect.element(page.getByRole('button', { name: 'Choose the unit' })).toBeVisible();
  await openDialog();
  const upload = dialog.getByRole('button', { name: 'Upload 1 part' });
  await expect.element(upload).toHaveAccessibleDescription('Choose the unit of each file.');
  await upload.click({ force: true });
  await dialog.getByRole('combobox', { name: 'Unit of the file' }).selectOptions('inches');
  await expect.element(upload).toHaveAccessibleDescription('Confirm rights and terms first.');
  await upload.click({ force: true });
  expect(bridge.callsOf('queue.enqueueUpload')).toEqual([]);
  await dialog.getByRole('checkbox', { name: /^I have the rights/ }).click();
  await upload.click();
  await vi.waitFor(() =>
    expect(bridge.callsOf('queue.enqueueUpload')).toMatchObject([{ title: 'plate', uploadScale: 0.0254 }]),
  );
});

it('The Library shows a running upload, and lists the model when it is there.', async () => {
  let models: { modelId: number; modelVersion: number; title: string }[] = [];
  const bridge = createPlateDouble({
    handlers: { 'library.list': () => ({ models, hasMore: false }), 'queue.list': () => [uploadJob()] },
  });
  shown = await openWindow(bridge, 'library');
  await expect.element(page.getByText(/^1 upload is still in the queue/)).toBeVisible();
  models = [{ modelId: 7, modelVersion: 0, title: 'bracket' }];
  const result = { modelId: 7, modelVersion: 0, printable: 'yes' };
  bridge.emit('job', uploadJob({ state: 'done', result }));
  await expect.element(page.getByRole('option', { name: /bracket/ })).toBeVisible();
  await expect.element(page.getByText(/upload is still in the queue/)).not.toBeInTheDocument();
});
