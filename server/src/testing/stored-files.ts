import { readdirSync, readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestApp } from './start-app.ts'

/** Retries for long enough on a busy machine. */
const withRetries = { timeout: 10_000 }

/** Every file in the storage, stages included. */
async function filesOf({ services }: TestApp): Promise<string[]> {
  const entries = await readdir(join(services.config.dataFolder, 'media'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Waits until the storage contains this number of files, stages included. */
export async function expectStoredFiles(app: TestApp, count: number): Promise<void> {
  await expect.poll(() => filesOf(app), withRetries).toHaveLength(count)
}

/** Expects neither files nor rows of an album. */
export async function expectNoStoredFiles(app: TestApp): Promise<void> {
  await expectStoredFiles(app, 0)
  const { db } = app.services
  expect(await db.selectFrom('albums').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('tracks').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('covers').selectAll().execute()).toEqual([])
}

/** Number of stored files that this process has open. */
export function openStoredFiles({ services }: TestApp): number {
  const folder = `${services.config.dataFolder}/media/`
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder)
    } catch {
      return false
    }
  }).length
}
