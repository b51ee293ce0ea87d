import { describe, expect, it } from 'vitest';
import { appDouble, doubleCatalog } from '../../support/app-double.ts';
import { run } from '../../support/cli.ts';

const [white, ...others] = doubleCatalog.materials;
const catalog = {
  ...doubleCatalog,
  materials: [{ ...white!, technology: 'SLS', minimumWall: 0.0007, startupCost: 1.5 }, ...others],
  categories: {
    '7': { title: 'Rings', parentId: 3 },
    '3': { title: 'Jewelry', parentId: 0 },
    '9': { title: 'Art', parentId: 0 },
    // A circle must not hang the command.
    '11': { title: 'A', parentId: 12 },
    '12': { title: 'B', parentId: 11 },
  },
};
const app = () => appDouble({ 'catalog.get': () => catalog });

describe('fabdesk catalog', () => {
  it('The catalog lists materials with ids, and facts of SOAP if they are known.', async () => {
    const { code, stdout } = await run(['catalog'], { app: app() });
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.shift()).toBe('Account: Local print service');
    expect(lines[0]).toMatch(/ID +Material +Printer +Technology +Thinnest wall \(mm\) +Start fee/);
    expect(lines[1]).toMatch(/^ 6 +White Strong & Flexible +Large +SLS +0\.7 +1\.50/);
    expect(lines[2]).toMatch(/^25 +Black Strong & Flexible +Large$/);
  });

  it('Categories are listed below their parents.', async () => {
    const { stdout } = await run(['catalog', 'categories'], { app: app() });
    expect(stdout).toMatch(/ 3 {2}Jewelry\n 7 {4}Rings\n 9 {2}Art\n/);
  });

  it('With --json everything is one object.', async () => {
    const double = app();
    const { json } = await run(['catalog', 'printers', '--json', '--refresh'], { app: double });
    expect(json()).toEqual(catalog);
    expect(double.inputOf('catalog.get')).toEqual({ accountId: 'local', refresh: true });
  });

  it('An unknown part of the catalog is refused before the application starts.', async () => {
    const { code, stderr, connects } = await run(['catalog', 'printer'], { app: app() });
    expect({ code, connects }).toEqual({ code: 2, connects: 0 });
    expect(stderr).toContain('Did you mean "printers"?');
  });
});
