import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import { OperatorError } from './operator-error.ts'

/** The oldest releases without a known vulnerability or loss of data. See docs/operators/en/upgrade.md. */
const MINIMUM_VERSIONS = {
  Node: '24.15.0',
  /** The first version in which a reset of the write-ahead log cannot damage the database. */
  SQLite: '3.51.3',
  fastify: '5.12.2',
  '@fastify/static': '10.1.3',
  ws: '8.21.0',
  kysely: '0.28.17',
} as const

export type Component = keyof typeof MINIMUM_VERSIONS
const COMPONENTS = [
  'Node',
  'SQLite',
  'fastify',
  '@fastify/static',
  'ws',
  'kysely',
] as const satisfies readonly Component[]

/** The error when a program or library that the server runs on is too old. Its message has a line for each of them. */
class DependenciesTooOld extends OperatorError {
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'DependenciesTooOld'
  }
}

/** Versions of the programs and libraries that the server runs on. */
export function installedVersions(): Record<Component, string> {
  const memory = new DatabaseSync(':memory:')
  const sqlite = String(Object.values(memory.prepare('select sqlite_version()').get() ?? {})[0])
  memory.close()
  return {
    Node: process.versions.node,
    SQLite: sqlite,
    fastify: versionOf('fastify'),
    '@fastify/static': versionOf('@fastify/static'),
    ws: versionOf('ws'),
    kysely: versionOf('kysely'),
  }
}

/** One line for each component below its minimum version; empty when there is none. */
export function tooOld(installed: Partial<Record<Component, string>>): string[] {
  return COMPONENTS.filter((component) =>
    isOlder(installed[component] ?? MINIMUM_VERSIONS[component], MINIMUM_VERSIONS[component]),
  ).map(
    (component) =>
      `${component} ${installed[component]} is too old: it must be ${MINIMUM_VERSIONS[component]} or newer. ${
        component === 'Node' || component === 'SQLite'
          ? 'Take a newer Node.'
          : 'Install the packages anew: npm ci'
      }`,
  )
}

/** @throws DependenciesTooOld */
export function requireMinimumVersions(): void {
  const lines = tooOld(installedVersions())
  if (lines.length > 0) throw new DependenciesTooOld(lines)
}

const Package = z.object({ version: z.string() })

function versionOf(name: string): string {
  const path = findPackageJSON(name, import.meta.url)
  if (path === undefined) return '0'
  return z.parse(Package, JSON.parse(readFileSync(path, 'utf8'))).version
}

/** Compares versions such as `1.2.3` by their numbers; a release candidate counts as its release. */
function isOlder(version: string, least: string): boolean {
  const parts = version.split(/[.+-]/).map(Number)
  for (const [index, wanted] of least.split('.').map(Number).entries()) {
    const component = parts[index] ?? 0
    if (component !== wanted) return !(component > wanted)
  }
  return false
}
