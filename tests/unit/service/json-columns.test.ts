import { describe, expect, it } from 'vitest';
import {
  readCategories,
  readMaterialSettings,
  readMeasuredFile,
  readRejection,
} from '../../../src-service/store/json-columns.ts';

describe('JSON columns of the service', () => {
  it('Settings of materials are read with any of their members missing.', () => {
    const settings = { '6': { markupCents: 150 }, '25': { isActive: false }, '26': {} };
    expect(readMaterialSettings(JSON.stringify(settings))).toEqual(settings);
  });

  it('A file that could not be measured is read with its reason.', () => {
    const unreadable = { error: { code: 'file-empty', message: 'The file is empty.' } };
    expect(readMeasuredFile(JSON.stringify(unreadable))).toEqual(unreadable);
  });

  it.each([
    ['is no JSON', () => readCategories('[1, 2'), /model\.categories_json is damaged: \[1, 2/],
    ['holds another type', () => readCategories('["1"]'), /model\.categories_json is damaged/],
    ['lacks a member', () => readRejection('{}'), /order_product\.rejection_json is damaged/],
    [
      'holds a volume as text',
      () => readMeasuredFile('{"volume":"1"}'),
      /model_file\.geometry_json is damaged/,
    ],
  ])('A column that %s fails by its name.', (_, read, message) => {
    expect(read).toThrow(message);
  });
});
