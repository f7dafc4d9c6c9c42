import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { TestApp } from './start-app.ts'

/** Waits until the search index holds everything that has changed; afterwards it writes nothing. */
export async function indexed({ services }: TestApp): Promise<void> {
  await eventually(async () =>
    expect(await services.db.selectFrom('searchChanges').select('id').execute()).toEqual([]),
  )
}
