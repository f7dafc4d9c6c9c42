import type { AlbumType } from '@tonarchiv/contract/catalog'
import { sql } from 'kysely'

/** The value that rows are sorted by. */
export type SortKey = number | string

/** An album without its tracks. */
export interface AlbumRow {
  id: string
  title: string
  place: number
  type: AlbumType
  releaseYear: number | null
  isExclusive: number
  coverName: string | null
  createdAt: string
  /** Its artists as one text; null without artists. */
  artistName: string | null
  /** Incremented with every change of the album or its tracks. */
  revision: number
}

/** The same as a row of a page, with the version of the archive at which it was read. */
export interface PageRow extends AlbumRow {
  version: number
  /** The sort key of the row. */
  key: SortKey
}

export const albumColumns = [
  'albums.id',
  'albums.title',
  'albums.place',
  'albums.type',
  'albums.releaseYear',
  'albums.isExclusive',
  'albums.coverName',
  'albums.createdAt',
  'albums.artistName',
  'albums.revision',
] as const

/**
 * The version of the archive as a column. Selecting it with a row costs nothing. Caches compare it to see whether they
 * are still valid.
 */
export const versionOfArchive = sql<number>`(select version from archive_state)`.as('version')
