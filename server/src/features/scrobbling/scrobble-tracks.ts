import { shownTitle } from '@tonarchiv/contract/catalog'
import { notFound } from '@tonarchiv/contract/refusal'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { findTrack, type Track } from '#features/catalog/index.ts'
import { Refused } from '#platform/refused.ts'
import type { ScrobbleTrack } from './services/service.ts'

const DISCREET_TYPES = new Set(['unreleased', 'loosies'])

/** Whether plays of a track must not be reported to other services. */
export function isDiscreet({ album }: Track): boolean {
  return album.isExclusive || DISCREET_TYPES.has(album.type)
}

export interface FoundTrack extends ScrobbleTrack {
  id: string
  isDiscreet: boolean
}

/**
 * The names with which a track is reported. They are those of its artists in the archive, otherwise those in the tags
 * of its file. Missing values are taken from the archive.
 * @throws Refused `notFound`
 */
export async function findScrobbleTrack(db: Kysely<Schema>, idOrFile: string): Promise<FoundTrack> {
  const found = await findTrack(db, idOrFile)
  if (found === undefined || found.fileName === null) throw new Refused(notFound)
  return {
    id: found.id,
    title: nonBlank(found.tags.title) ?? shownTitle(found.title),
    artist: found.artistName ?? nonBlank(found.tags.artist) ?? found.album.title,
    album: nonBlank(found.tags.album) ?? found.album.title,
    durationSeconds: found.durationSeconds,
    isDiscreet: isDiscreet(found),
  }
}

function nonBlank(tag: string | null): string | undefined {
  return tag === null || tag.trim() === '' ? undefined : tag
}
