import type { Selectable } from 'kysely'
import { insertRows } from '#database/insert-rows.ts'
import { type Executor, isOneOf, prepared } from '#database/prepared.ts'
import type { Schema } from '#database/schema.ts'
import { titleKeyOf } from './title-key.ts'

/** A role in the making of an album, and the names of the artists who had that role. */
export interface Credit {
  role: string
  names: readonly string[]
}

/** The liner notes of an album; missing texts and lists are empty. */
export interface LinerNotes {
  notes: string
  credits: readonly Credit[]
  genres: readonly string[]
  /** `2023`, `2023-05` or `2023-05-12`. */
  releasedOn: string | null
  recordedOn: string | null
  label: string
  source: string
}

export const NO_NOTES: LinerNotes = {
  notes: '',
  credits: [],
  genres: [],
  releasedOn: null,
  recordedOn: null,
  label: '',
  source: '',
}

const insertGenres = insertRows<{ albumId: string; position: number; name: string }>('album_genres', {
  albumId: 'text',
  position: 'integer',
  name: 'text',
})
type LinerNotesRow = Selectable<Schema['linerNotes']>

const insertNotesRows = insertRows<LinerNotesRow>('liner_notes', {
  albumId: 'text',
  notes: 'text',
  label: 'text',
  source: 'text',
  releasedOn: 'text',
  recordedOn: 'text',
})
const insertCreditRows = insertRows<{
  albumId: string
  rolePosition: number
  position: number
  role: string
  name: string
}>('album_credits', {
  albumId: 'text',
  rolePosition: 'integer',
  position: 'integer',
  role: 'text',
  name: 'text',
})
const selectWithNotes = prepared<{ ids: readonly string[] }, { albumId: string }>((db, slot) =>
  db
    .selectFrom('linerNotes')
    .select('albumId')
    .where(isOneOf(db, 'albumId', slot('ids'))),
)

/** Those of the given ids whose albums have liner notes. */
export async function albumsWithNotes(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  const rows = ids.length === 0 ? [] : await selectWithNotes(db, { ids })
  return new Set(rows.map(({ albumId }) => albumId))
}

/**
 * The liner notes of an album. The stored date of release is ignored when it is not in the year of the album, which may
 * be changed separately.
 */
export async function linerNotesOf(
  db: Executor,
  { id, releaseYear }: { id: string; releaseYear: number | null },
): Promise<LinerNotes> {
  const year = releaseYear === null ? null : String(releaseYear)
  const row = await db.selectFrom('linerNotes').selectAll().where('albumId', '=', id).executeTakeFirst()
  if (row === undefined) return { ...NO_NOTES, releasedOn: year }
  const genres = await genresOf(db, id)
  const credits = await db
    .selectFrom('albumCredits')
    .select(['rolePosition', 'role', 'name'])
    .where('albumId', '=', id)
    .orderBy('rolePosition')
    .orderBy('position')
    .execute()
  const { notes, label, source, releasedOn, recordedOn } = row
  return {
    notes,
    label,
    source,
    recordedOn,
    releasedOn: year !== null && releasedOn?.startsWith(year) === true ? releasedOn : year,
    genres,
    credits: [...Map.groupBy(credits, ({ rolePosition }) => rolePosition).values()].map((rows) => ({
      role: rows[0]?.role ?? '',
      names: rows.map(({ name }) => name),
    })),
  }
}

/**
 * Replaces the liner notes of an album. Empty liner notes have no row. Call `updateAlbum` with the year of release
 * afterwards.
 */
export async function replaceLinerNotes(trx: Executor, albumId: string, after: LinerNotes): Promise<void> {
  for (const table of ['linerNotes', 'albumGenres', 'albumCredits'] as const)
    await trx.deleteFrom(table).where('albumId', '=', albumId).execute()
  await insertLinerNotes(trx, [{ albumId, notes: after }])
}

/** Writes the liner notes of albums that have none. */
export async function insertLinerNotes(
  trx: Executor,
  albums: readonly { albumId: string; notes: LinerNotes }[],
): Promise<void> {
  const written = albums.map(({ albumId, notes }) => ({ albumId, notes, row: rowOf(albumId, notes) }))
  const withNotes = written.flatMap(({ row, ...one }) => (row === undefined ? [] : [{ ...one, row }]))
  if (withNotes.length === 0) return
  await insertNotesRows(
    trx,
    withNotes.map(({ row }) => row),
  )
  await insertGenres(
    trx,
    withNotes.flatMap(({ albumId, notes }) =>
      notes.genres.map((name, position) => ({ albumId, position, name })),
    ),
  )
  await insertCreditRows(
    trx,
    withNotes.flatMap(({ albumId, notes }) =>
      notes.credits.flatMap(({ role, names }, rolePosition) =>
        names.map((name, position) => ({ albumId, rolePosition, position, role, name })),
      ),
    ),
  )
}

/** Undefined for empty notes. */
function rowOf(albumId: string, after: LinerNotes): LinerNotesRow | undefined {
  const { notes, label, source, recordedOn, genres, credits } = after
  // A date that is only a year is not stored here, because the album has a column for the year.
  const releasedOn = after.releasedOn !== null && after.releasedOn.length > 4 ? after.releasedOn : null
  const texts = [notes, label, source, recordedOn ?? '', releasedOn ?? '']
  if (texts.every((text) => text === '') && genres.length === 0 && credits.length === 0) return undefined
  return { albumId, notes, label, source, releasedOn, recordedOn }
}

/** Replaces the genres and leaves the other liner notes unchanged. */
export async function replaceGenres(
  trx: Executor,
  album: { id: string; releaseYear: number | null },
  genres: readonly string[],
): Promise<void> {
  await replaceLinerNotes(trx, album.id, { ...(await linerNotesOf(trx, album)), genres })
}

/** The genres of an album in their order. */
export async function genresOf(db: Executor, albumId: string): Promise<string[]> {
  const genres = await db
    .selectFrom('albumGenres')
    .select('name')
    .where('albumId', '=', albumId)
    .orderBy('position')
    .execute()
  return genres.map(({ name }) => name)
}

/** Ids of the artists with these names, by `titleKeyOf` their names. */
export async function artistsOfNames(db: Executor, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('artists')
    .select(['id', 'nameKey'])
    .where('nameKey', 'in', [...new Set(names.map(titleKeyOf))])
    .execute()
  return new Map(rows.map(({ id, nameKey }) => [nameKey, id]))
}
