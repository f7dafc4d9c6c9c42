import { operator } from '#features/audit-log/index.ts'
import { sameName } from '@tonarchiv/contract/album-tags'
import { asTitle } from '../plan/names.ts'
import type { PlannedAlbum } from '../plan/planned-album.ts'
import { recordAlbumValues, valuesOf } from '../record/store.ts'
import type { Writing } from './writing.ts'

/**
 * A title that no other album has. If two artists have an album with the same title, their names are added to both
 * titles. If an artist has two editions of an album, the year is added to the later one.
 */
export async function freeTitle(
  { services, catalog: { list, edit }, isDryRun }: Writing,
  album: PlannedAlbum,
  own?: string,
): Promise<string> {
  const other = await list.find(album.title)
  if (other === undefined || other.id === own) return album.title
  const values = await valuesOf(services.db, other.id)
  const otherArtist = values?.artist ?? undefined
  const isOtherArtist = album.artist !== undefined && sameName(otherArtist ?? '') !== sameName(album.artist)
  const hasTitle = values?.title === other.title && sameName(other.title) === sameName(album.title)
  if (isOtherArtist && values !== undefined && otherArtist !== undefined && hasTitle && !isDryRun) {
    const supplemented = asTitle(`${other.title} (${otherArtist})`, other.title)
    const seen = await edit.withFiles(other.id)
    if (seen !== undefined && (await list.find(supplemented)) === undefined)
      await edit.syncAlbum(operator, seen, { title: supplemented }, async (trx) =>
        recordAlbumValues(trx, { ...values, title: supplemented }),
      )
  }
  for (const title of candidates(album, isOtherArtist)) {
    const holder = await list.find(title)
    if (holder === undefined || holder.id === own) return title
  }
  return album.title
}

function* candidates({ title, artist, year }: PlannedAlbum, isOtherArtist: boolean): Generator<string> {
  const byArtist = artist === undefined ? title : asTitle(`${title} (${artist})`, title)
  const byYear = year === null ? title : asTitle(`${title} (${year})`, title)
  yield* isOtherArtist ? [byArtist] : [byYear, byArtist]
  if (artist !== undefined && year !== null) yield asTitle(`${title} (${artist}, ${year})`, title)
  for (let number = 2; ; number += 1) yield asTitle(`${byArtist.slice(0, 190)} (${number})`, title)
}
