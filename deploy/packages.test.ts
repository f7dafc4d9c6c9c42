import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { faultsOfPackages } from '../scripts/lockfile.ts'
import { root } from './settings.ts'

const read = (path: string): unknown => JSON.parse(readFileSync(root(path), 'utf8'))
const Lock = z.looseObject({ packages: z.record(z.string(), z.looseObject({})) })
const lock = z.parse(Lock, read('package-lock.json'))
const manifests = {
  '': read('package.json'),
  contract: read('contract/package.json'),
  server: read('server/package.json'),
  web: read('web/package.json'),
}
/** The lock file with one package changed. */
const planted = (path: string, changes: Record<string, unknown>) => ({
  ...lock,
  packages: { ...lock.packages, [path]: { ...lock.packages[path], ...changes } },
})

test('the packages that are installed are exact, sealed, without scripts and above their floors', () => {
  expect(faultsOfPackages(lock, manifests)).toEqual([])
})

test.each([
  ['an old version', planted('node_modules/fastify', { version: '5.12.1' }), 'fastify 5.12.1 is too old'],
  ['a lost hash', planted('node_modules/ws', { integrity: undefined }), 'node_modules/ws: it has no SHA-512'],
  [
    'a weak hash',
    planted('node_modules/ws', { integrity: 'sha1-abc=' }),
    'node_modules/ws: it has no SHA-512',
  ],
  [
    'another source',
    planted('node_modules/ws', { resolved: 'https://fremd.example/ws.tgz' }),
    'it names where it comes from',
  ],
  ['a script', planted('node_modules/ws', { hasInstallScript: true }), 'it wants to run a script'],
  [
    'a change of a package.json alone',
    planted('server', { dependencies: {} }),
    'server/package.json: its dependencies are not',
  ],
])('%s in the lock file breaks the rules', (_name, changed, fault) => {
  expect(faultsOfPackages(changed, manifests).join('\n')).toContain(fault)
})

test('a range in a package.json breaks the rules', () => {
  const ranged = { ...manifests, contract: { dependencies: { zod: '^4.0.0' } } }
  expect(faultsOfPackages(lock, ranged)).toContain('contract/package.json: zod ^4.0.0 is no exact version.')
})

test('new packages are a week old before they come in, and none runs a script', () => {
  const settings = readFileSync(root('.npmrc'), 'utf8').split('\n')
  expect(settings).toEqual(
    expect.arrayContaining(['min-release-age=7', 'ignore-scripts=true', 'save-exact=true']),
  )
})

test('the bill of materials names every package that the server runs on, with its hash', () => {
  const { scripts } = z.parse(z.object({ scripts: z.record(z.string(), z.string()) }), manifests[''])
  const [npm = '', ...words] = scripts['sbom']?.split(' ') ?? []
  const bill = z.parse(
    z.object({ components: z.array(z.looseObject({ name: z.string(), version: z.string() })) }),
    JSON.parse(
      execFileSync(npm, words, { cwd: root('.'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    ),
  )
  const named = new Map(bill.components.map((component) => [component.name, component]))
  const { dependencies } = z.parse(
    z.object({ dependencies: z.record(z.string(), z.string()) }),
    manifests.server,
  )
  for (const [name, version] of Object.entries(dependencies)) {
    if (name.startsWith('@tonarchiv/')) continue
    expect(named.get(name), name).toMatchObject({ version, hashes: [{ alg: 'SHA-512' }] })
  }
})
