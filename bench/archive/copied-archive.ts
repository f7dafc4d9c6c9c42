import { cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { withServices } from './with-services.ts'

/**
 * Copies the rows of an archive, for a measurement that opens no media. A server would fill the search index of the new
 * archive during the measurement. So the copy records no rows to index, and searches find nothing in it.
 */
export async function copyWithoutIndex(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true }))
    if (entry.isFile() && !entry.name.endsWith('.lock'))
      await cp(join(from, entry.name), join(to, entry.name))
  await withServices(to, async ({ db }) => {
    await db.deleteFrom('searchChanges').execute()
  })
}
