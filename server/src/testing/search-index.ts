import { expect } from 'vitest'
import { openIndexer } from '#features/search/indexer.ts'
import { eventually } from './eventually.ts'
import type { TestApp } from './start-app.ts'

/** Waits until the search index is up to date, and closes it, so that nothing writes to it any more. */
export async function indexed({ services }: Pick<TestApp, 'services'>): Promise<void> {
  const indexer = openIndexer(services)
  await eventually(async () =>
    expect(await services.db.selectFrom('searchChanges').select('id').execute()).toEqual([]),
  )
  await indexer.close()
}
