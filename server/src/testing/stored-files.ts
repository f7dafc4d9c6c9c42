import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestApp } from './start-app.ts'

/** A busy machine may take its time. */
const withRetries = { timeout: 10_000 }

/** Every file that the storage holds, stages included. */
async function filesOf({ services }: TestApp): Promise<string[]> {
  const entries = await readdir(join(services.config.dataFolder, 'media'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** So many files are kept or on their way, soon at least. */
export async function expectStoredFiles(app: TestApp, count: number): Promise<void> {
  await expect.poll(() => filesOf(app), withRetries).toHaveLength(count)
}

/** Nothing of an album is there, neither files nor rows. */
export async function expectNoStoredFiles(app: TestApp): Promise<void> {
  await expectStoredFiles(app, 0)
  const { db } = app.services
  expect(await db.selectFrom('albums').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('tracks').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('covers').selectAll().execute()).toEqual([])
}
