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
  /** The names of the artists as one text; null without artists. */
  artistName: string | null
  /** Incremented with every change of the album or its tracks. */
  revision: number
}

/** An album as a row of a page, with the version of the archive at which the row was read. */
export interface PageRow extends AlbumRow {
  version: number
  /** The value by which the page is sorted. */
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
 * The version of the archive as a column. Selecting the column together with a row costs nothing. Caches compare the
 * version to find out whether their data are still valid.
 */
export const versionOfArchive = sql<number>`(select version from archive_state)`.as('version')
