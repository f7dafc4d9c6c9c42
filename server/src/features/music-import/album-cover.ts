import { readFile, stat } from 'node:fs/promises'
import { COVER_MAX_BYTES } from '@tonarchiv/contract/archive-editing'
import { checkImage } from '#images/images.ts'
import { readEmbeddedCover } from '#audio-probe/embedded-cover.ts'
import type { Storage, StagedFile } from '#storage/storage.ts'
import type { PlannedAlbum } from './plan-albums.ts'

/** Most tracks that are searched for a cover; usually all tracks of an album contain the same one. */
const TRACKS_TRIED = 3

/**
 * Stages the cover of an album: from the tags, otherwise an image file beside the tracks. Undefined without
 * one.
 */
export async function stageCover(
  storage: Pick<Storage, 'stage'>,
  { tracks }: PlannedAlbum,
  coverPaths: readonly string[],
): Promise<StagedFile | undefined> {
  for (const image of resizedImages(tracks, coverPaths)) {
    const bytes = await image().catch(() => undefined)
    if (bytes === undefined || (await checkImage(bytes, { decode: true })) !== 'image') continue
    const file = await storage.stage()
    try {
      await file.write(bytes)
      return file
    } catch (error) {
      await file.discard()
      throw error
    }
  }
  return undefined
}

function* resizedImages(
  tracks: PlannedAlbum['tracks'],
  coverPaths: readonly string[],
): Generator<() => Promise<Buffer | undefined>> {
  const withImages = tracks.flatMap(({ file: { path, info } }) =>
    info.cover === undefined ? [] : [{ path, cover: info.cover }],
  )
  for (const { path, cover } of withImages.slice(0, TRACKS_TRIED))
    yield async () => readEmbeddedCover(path, cover)
  for (const path of coverPaths) yield async () => imageFile(path)
}

async function imageFile(path: string): Promise<Buffer | undefined> {
  const { size } = await stat(path)
  return size > COVER_MAX_BYTES ? undefined : await readFile(path)
}
