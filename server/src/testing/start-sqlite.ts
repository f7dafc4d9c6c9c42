import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open.ts'
import type { TestProject } from 'vitest/node'

/** Makes the migrated file of which each test gets a copy. Vitest calls this once for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-template-'))
  const path = join(folder, 'archive.sqlite')
  const template = openDatabase({ kind: 'sqlite', path }, () => {})
  await migrate(template)
  await template.destroy()
  project.provide('sqliteTemplate', path)
  return async () => rm(folder, { recursive: true, force: true })
}
