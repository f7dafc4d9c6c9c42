import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'

/** The oldest releases without a known hole or a way to lose data. docs/operators/en/upgrade.md */
const FLOORS = {
  Node: '24.15.0',
  /** The first in which a reset of the log cannot damage the database. */
  SQLite: '3.51.3',
  fastify: '5.12.2',
  '@fastify/static': '10.1.3',
  ws: '8.21.0',
  kysely: '0.28.17',
} as const

export type Part = keyof typeof FLOORS
const PARTS = [
  'Node',
  'SQLite',
  'fastify',
  '@fastify/static',
  'ws',
  'kysely',
] as const satisfies readonly Part[]

/** Something that the server runs on is too old; the message has a line for each. */
export class PartsTooOld extends Error {
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'PartsTooOld'
  }
}

/** What the server runs on. */
export function installedVersions(): Record<Part, string> {
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

/** What is below its floor, a line each; empty when all is well. */
export function tooOld(installed: Partial<Record<Part, string>>): string[] {
  return PARTS.filter((part) => isOlder(installed[part] ?? FLOORS[part], FLOORS[part])).map(
    (part) =>
      `${part} ${installed[part]} is too old: it must be ${FLOORS[part]} or newer. ${
        part === 'Node' || part === 'SQLite' ? 'Take a newer Node.' : 'Install the packages anew: npm ci'
      }`,
  )
}

/** @throws PartsTooOld */
export function refuseOldParts(): void {
  const lines = tooOld(installedVersions())
  if (lines.length > 0) throw new PartsTooOld(lines)
}

const Package = z.object({ version: z.string() })

function versionOf(name: string): string {
  const path = findPackageJSON(name, import.meta.url)
  if (path === undefined) return '0'
  return z.parse(Package, JSON.parse(readFileSync(path, 'utf8'))).version
}

/** Compares `1.2.3` by its numbers; a release candidate counts as its release. */
function isOlder(version: string, least: string): boolean {
  const parts = version.split(/[.+-]/).map(Number)
  for (const [index, wanted] of least.split('.').map(Number).entries()) {
    const part = parts[index] ?? 0
    if (part !== wanted) return !(part > wanted)
  }
  return false
}
