import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import type { TestProject } from 'vitest/node'

/** Creates the migrated file that each test copies. Vitest calls this once per run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-template-'))
  const path = join(folder, 'archive.sqlite')
  const template = openDatabase({ kind: 'sqlite', path }, () => {})
  await migrate(template)
  await template.destroy()
  project.provide('sqliteTemplate', path)
  return async () => rm(folder, { recursive: true, force: true })
}
