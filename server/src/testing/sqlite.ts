import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a migrated file, when these tests run on SQLite. */
    sqliteTemplate: string
  }
}

/** Copies a migrated file into a data folder, as if the product had been started there before. */
export async function putDatabaseFile(dataFolder: string): Promise<void> {
  const template: string | undefined = inject('sqliteTemplate')
  if (template !== undefined) await copyFile(template, join(dataFolder, 'archive.sqlite'))
}
