import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#database/open.ts'
import { EMPTY, newDatabaseUrl } from './postgres.ts'

/** An empty database of the kind that this run tests; removed after the test. */
export async function freshDatabase(): Promise<{ open: () => Database }> {
  const url = await newDatabaseUrl(EMPTY)
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-'))
  const opened: Database[] = []
  onTestFinished(async () => {
    for (const db of opened) await db.destroy()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    open: () => {
      const choice =
        url === undefined
          ? ({ kind: 'sqlite', path: join(folder, 'a.sqlite') } as const)
          : ({ kind: 'postgres', url } as const)
      const db = openDatabase(choice, () => {})
      opened.push(db)
      return db
    },
  }
}
