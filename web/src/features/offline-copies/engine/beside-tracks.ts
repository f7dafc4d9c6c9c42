import { COPIED_DETAILS_MAX, CopiedDetails, listCopiedDetails } from '@tonarchiv/contract/offline-copies'
import * as z from 'zod/mini'
import { getStored } from '#client/signed-in-storage.ts'
import { call, sessionHeaders } from '#client/call.ts'
import { copiedPictures, keepPicture, removePictures } from '#client/copies/copied-pictures.ts'
import { deleteRecords, readRecord, readRecords, writeRecords } from '#client/copies/copy-database.ts'
import type { Collection, CopiedTrack } from '../copies/collection.ts'

/** Width in pixels of stored images; on most high-density screens the cover of an open album has this width. */
const PICTURE_WIDTH = 512
const PICTURE_PATH = /^\/api\/(?:cover|playlist-cover)\/[^/]+$/

/**
 * The stored details of a track (waveform, loudness, lyrics), as the server has sent them; undefined when none are
 * stored.
 */
export async function detailsOf(trackId: string): Promise<CopiedDetails | undefined> {
  return CopiedDetails.safeParse(await readRecord('details', trackId)).data
}

/** Loads and stores the details of those tracks for which none are stored yet. */
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

/** Loads and stores the images of a collection that are not stored yet. */
export async function loadPictures(collection: Collection, signal: AbortSignal): Promise<void> {
  const here = await copiedPictures()
  for (const path of new Set(picturesOf(collection))) {
    if (here.has(path)) continue
    const response = await fetch(`${path}?w=${PICTURE_WIDTH}`, { headers: sessionHeaders(), signal })
    if (response.ok) await keepPicture(path, response)
  }
}

/** Deletes stored images and details that no collection needs any more. */
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

/** The ids of the tracks whose details are loaded in one call: this track and the following ones of the collection. */
export function detailsWith(track: CopiedTrack, { read }: Collection): string[] {
  const ids = read?.tracks.map(({ trackId }) => trackId) ?? []
  const place = Math.max(0, ids.indexOf(track.trackId))
  return ids.slice(place, place + COPIED_DETAILS_MAX)
}
