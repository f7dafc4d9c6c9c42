import { cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { withServices } from './with-services.ts'

/**
 * Copies the rows of an archive, for a part that opens no media. The archive is new, so a server would fill its search
 * index during the measurement; the copy has nothing to fill, and is not found by a search.
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
