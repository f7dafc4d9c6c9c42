import { expect } from 'vitest'
import { openIndexer } from '#features/search/indexer.ts'
import { eventually } from './eventually.ts'
import type { TestApp } from './start-app.ts'

/** Brings the search index up to date; afterwards it writes nothing. */
export async function indexed({ services }: TestApp): Promise<void> {
  const indexer = openIndexer(services)
  await eventually(async () =>
    expect(await services.db.selectFrom('searchChanges').select('id').execute()).toEqual([]),
  )
  await indexer.close()
}
