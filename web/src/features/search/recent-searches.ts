import * as z from 'zod/mini'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { pathToTrack } from './paths.ts'
import type { Opening, Picture, Row } from './results.ts'

/** Maximum number of recent searches that are stored. */
const KEPT = 8

const StoredPicture = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['cover', 'person', 'video']), url: z.nullable(z.string()) }),
  z.object({ kind: z.literal('mosaic'), urls: z.array(z.string()) }),
])
const StoredOpening = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('path'), path: z.string().check(z.startsWith('/')) }),
  z.object({ kind: z.literal('profile'), userId: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
])
const StoredRow = z.object({
  key: z.string(),
  title: z.string(),
  below: z.optional(z.string()),
  picture: z.nullable(StoredPicture),
  opening: StoredOpening,
})
const Stored = z.object({ accountId: z.string(), rows: z.array(StoredRow).check(z.maxLength(KEPT)) })
type StoredRow = z.infer<typeof StoredRow>

/**
 * A text that was searched, or a hit that was opened. `picture`: the URL of its image; null if it has an icon instead.
 */
export type RecentRow = StoredRow

function read(accountId: string): readonly StoredRow[] {
  try {
    const stored = Stored.parse(JSON.parse(getStored('recentSearches') ?? ''))
    return stored.accountId === accountId ? stored.rows : []
  } catch {
    return []
  }
}

function write(accountId: string, rows: readonly StoredRow[]): readonly StoredRow[] {
  setStored('recentSearches', rows.length === 0 ? undefined : JSON.stringify({ accountId, rows }))
  return rows
}

/** The searched texts and opened hits of this account in this browser, newest first. */
export function recentSearches(accountId: string): readonly RecentRow[] {
  return read(accountId)
}

/** Stores a searched text or an opened hit as the newest entry. Commands are not stored. */
export function rememberSearch(accountId: string, row: Row): void {
  const opening = storable(row.opening)
  if (opening === undefined) return
  const entry: StoredRow = {
    key: row.key,
    title: row.title,
    ...(row.below !== undefined && { below: row.below }),
    picture: storablePicture(row.picture),
    opening,
  }
  write(accountId, [entry, ...read(accountId).filter(({ key }) => key !== row.key)].slice(0, KEPT))
}

export function forgetSearch(accountId: string, key: string): readonly RecentRow[] {
  return write(
    accountId,
    read(accountId).filter((row) => row.key !== key),
  )
}

function storable(opening: Opening): StoredRow['opening'] | undefined {
  if (opening.kind === 'lyrics') return { kind: 'path', path: pathToTrack(opening.track) }
  return opening.kind === 'command' ? undefined : opening
}

function storablePicture(picture: Picture): StoredRow['picture'] {
  if (picture.kind === 'icon') return null
  return picture.kind === 'mosaic'
    ? { kind: 'mosaic', urls: [...picture.urls] }
    : { kind: picture.kind, url: picture.url }
}
