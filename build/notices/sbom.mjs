/**
 * The bill of materials of the lock file (CycloneDX), made by npm without a network. With the
 * devDependencies, since what is bundled is among them.
 */
import { writeFileSync } from 'node:fs';
import { runNpm } from '../launch/npm.mjs';
import { root } from '../launch/root.mjs';

/** @param file where it is written */
export function writeSbom(file) {
  const { status, stdout, log } = runNpm(
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include=dev', '--loglevel=error'],
    { cwd: root },
  );
  if (status !== 0) throw new Error(`npm made no bill of materials.\n${log}`);
  const bill = JSON.parse(stdout);
  // npm takes the name of the folder.
  bill.metadata.component.name = 'fabdesk';
  writeFileSync(file, `${JSON.stringify(bill, null, 1)}\n`);
}
