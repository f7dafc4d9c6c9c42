import { readFile, stat } from 'node:fs/promises'
import { COVER_MAX_BYTES } from '@tonarchiv/contract/archive-editing'
import { checkPicture } from '#images/pictures.ts'
import { readEmbeddedCover } from '#audio-probe/embedded-cover.ts'
import type { Storage, StagedFile } from '#storage/storage.ts'
import type { PlannedAlbum } from './plan-albums.ts'

/** Tracks whose pictures are tried; all tracks of an album mostly carry the same. */
const TRACKS_TRIED = 3

/** The picture of an album on the stage: from the tags, else one that lies beside the files. Undefined without one. */
export async function stageCover(
  storage: Pick<Storage, 'stage'>,
  { tracks }: PlannedAlbum,
  coverPaths: readonly string[],
): Promise<StagedFile | undefined> {
  for (const picture of pictures(tracks, coverPaths)) {
    const bytes = await picture().catch(() => undefined)
    if (bytes === undefined || (await checkPicture(bytes, { decode: true })) !== 'picture') continue
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

function* pictures(
  tracks: PlannedAlbum['tracks'],
  coverPaths: readonly string[],
): Generator<() => Promise<Buffer | undefined>> {
  const pictured = tracks.flatMap(({ file: { path, facts } }) =>
    facts.cover === undefined ? [] : [{ path, cover: facts.cover }],
  )
  for (const { path, cover } of pictured.slice(0, TRACKS_TRIED))
    yield async () => readEmbeddedCover(path, cover)
  for (const path of coverPaths) yield async () => pictureFile(path)
}

async function pictureFile(path: string): Promise<Buffer | undefined> {
  const { size } = await stat(path)
  return size > COVER_MAX_BYTES ? undefined : await readFile(path)
}
