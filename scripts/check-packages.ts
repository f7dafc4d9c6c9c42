import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faultsOfPackages } from './lockfile.ts'

/**
 * Checks the rules for packages (docs/decisions/0033-packages.md): exact versions with hashes, no scripts, not below
 * the minimum versions.
 */
const read = (path: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8'))

const manifests = Object.fromEntries(
  ['', 'contract', 'server', 'web'].map((folder) => [
    folder,
    read(folder === '' ? 'package.json' : `${folder}/package.json`),
  ]),
)
const faults = faultsOfPackages(read('package-lock.json'), manifests)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
