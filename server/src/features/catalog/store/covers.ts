import { type Executor, prepared } from '#database/prepared.ts'

const selectCover = prepared<{ name: string }, { storageName: string }>((db, slot) =>
  db.selectFrom('covers').select('storageName').where('name', '=', slot('name')),
)

const selectShownCover = prepared<{ name: string }, { storageName: string }>((db, slot) =>
  db
    .selectFrom('covers')
    .select('storageName')
    .where('name', '=', slot('name'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('premieres')
            .innerJoin('albums', 'albums.id', 'premieres.albumId')
            .select('premieres.albumId')
            .whereRef('albums.coverName', '=', 'covers.name')
            .where('premieres.openedAt', 'is', null)
            .where((inner) => inner.or([inner('isCovered', '=', 1), inner('opensAt', 'is', null)])),
        ),
      ),
    ),
)

/**
 * Finds the storage name of the cover with this name. The cover of a closed album is found only if the album has a
 * date for its premiere and the cover is not hidden until then.
 */
export async function storageNameOfCover(db: Executor, name: string): Promise<string | undefined> {
  const [cover] = await selectShownCover(db, { name })
  return cover?.storageName
}

/** Finds the storage name of any cover, for admins. */
export async function storageNameOfAnyCover(db: Executor, name: string): Promise<string | undefined> {
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

/** The files among these that a track, a further file or a cover refers to. */
export async function usedFiles(db: Executor, names: readonly string[]): Promise<Set<string | null>> {
  const used = new Set<string | null>()
  for (const table of ['tracks', 'trackFiles', 'covers'] as const) {
    const rows = await db.selectFrom(table).select('storageName').where('storageName', 'in', names).execute()
    for (const { storageName } of rows) used.add(storageName)
  }
  return used
}
