import { type Executor, prepared } from '#database/prepared.ts'
import { newId } from '#platform/ids.ts'

/** Maximum number of former file names that are stored for a track; the oldest ones are deleted. */
const NAMES_MAX = 20

const selectByName = prepared<{ fileName: string }, { trackId: string }>((db, slot) =>
  db.selectFrom('trackFormerFiles').select('trackId').where('fileName', '=', slot('fileName')),
)

/** The id of the track that had a file of this name. */
export async function trackIdOfFormerFile(db: Executor, fileName: string): Promise<string | undefined> {
  const [row] = await selectByName(db, { fileName })
  return row?.trackId
}

/** Stores a former file name of a track, so that links with this name stay valid. */
export async function keepFormerFile(trx: Executor, trackId: string, fileName: string): Promise<void> {
  const id = newId()
  await trx
    .insertInto('trackFormerFiles')
    .values({ id, trackId, fileName })
    .onConflict((conflict) => conflict.column('fileName').doUpdateSet({ id, trackId }))
    .execute()
  await trx
    .deleteFrom('trackFormerFiles')
    .where('trackId', '=', trackId)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('trackFormerFiles as kept')
        .select('kept.id')
        .where('kept.trackId', '=', trackId)
        .orderBy('kept.id', 'desc')
        .limit(1)
        .offset(NAMES_MAX),
    )
    .execute()
}
