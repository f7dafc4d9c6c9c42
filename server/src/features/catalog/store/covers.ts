import { type Executor, prepared } from '#database/prepared.ts'

const selectCover = prepared<{ name: string }, { storageName: string }>((db, slot) =>
  db.selectFrom('covers').select('storageName').where('name', '=', slot('name')),
)

/** The file behind a cover's name. */
export async function storageNameOfCover(db: Executor, name: string): Promise<string | undefined> {
  const [cover] = await selectCover(db, { name })
  return cover?.storageName
}

export async function insertCover(
  trx: Executor,
  name: string,
  storageName: string,
  createdAt: string,
): Promise<void> {
  await trx.insertInto('covers').values({ name, storageName, createdAt }).execute()
}

export async function removeCover(trx: Executor, name: string): Promise<void> {
  await trx.deleteFrom('covers').where('name', '=', name).execute()
}
