import { COPIED_DETAILS_MAX, CopiedDetails, listCopiedDetails } from '@tonarchiv/contract/offline-copies'
import * as z from 'zod/mini'
import { getStored } from '#client/signed-in-storage.ts'
import { call, sessionHeaders } from '#client/call.ts'
import { copiedPictures, keepPicture, removePictures } from '#client/copies/copied-pictures.ts'
import { deleteRecords, readRecord, readRecords, writeRecords } from '#client/copies/copy-database.ts'
import type { Collection, CopiedTrack } from '../copies/collection.ts'

/** Width of the pictures, pixels: that of an open album, sharp on most screens. */
const PICTURE_WIDTH = 512
const PICTURE_PATH = /^\/api\/(?:cover|playlist-cover)\/[^/]+$/

/** What is shown beside a track, as the server has sent it; undefined when it is not known here. */
export async function detailsOf(trackId: string): Promise<CopiedDetails | undefined> {
  return CopiedDetails.safeParse(await readRecord('details', trackId)).data
}

/** Loads what is shown beside these tracks, for those of which it is not known. */
export async function loadDetails(trackIds: readonly string[], signal: AbortSignal): Promise<void> {
  const known = await Promise.all(trackIds.map(async (trackId) => readRecord('details', trackId)))
  const missing = trackIds.filter((_, index) => known[index] === undefined)
  for (let from = 0; from < missing.length; from += COPIED_DETAILS_MAX) {
    const body = {
      trackIds: missing.slice(from, from + COPIED_DETAILS_MAX),
      format: getStored('audioFormat'),
    }
    const { details } = await call(listCopiedDetails, { body }, { signal })
    await writeRecords('details', details)
  }
}

const picturesOf = ({ read }: Collection) =>
  [...(read?.coverUrls ?? []), ...(read?.tracks.map(({ coverUrl }) => coverUrl) ?? [])].filter((url) =>
    PICTURE_PATH.test(url),
  )

/** Loads the pictures of a collection that are not here yet. */
export async function loadPictures(collection: Collection, signal: AbortSignal): Promise<void> {
  const here = await copiedPictures()
  for (const path of new Set(picturesOf(collection))) {
    if (here.has(path)) continue
    const response = await fetch(`${path}?w=${PICTURE_WIDTH}`, { headers: sessionHeaders(), signal })
    if (response.ok) await keepPicture(path, response)
  }
}

/** Removes pictures and details that belong to no collection any more. */
export async function removeUnusedBeside(collections: readonly Collection[]): Promise<void> {
  const pictures = new Set(collections.flatMap(picturesOf))
  await removePictures([...(await copiedPictures())].filter((path) => !pictures.has(path)))
  const tracks = new Set(collections.flatMap(({ read }) => read?.tracks.map(({ trackId }) => trackId) ?? []))
  const stored = (await readRecords('details')).flatMap(
    (record) => z.safeParse(z.object({ trackId: z.string() }), record).data ?? [],
  )
  await deleteRecords(
    'details',
    stored.map(({ trackId }) => trackId).filter((trackId) => !tracks.has(trackId)),
  )
}

/** The tracks around this one whose details are loaded with it, in one call. */
export function detailsWith(track: CopiedTrack, { read }: Collection): string[] {
  const ids = read?.tracks.map(({ trackId }) => trackId) ?? []
  const place = Math.max(0, ids.indexOf(track.trackId))
  return ids.slice(place, place + COPIED_DETAILS_MAX)
}
