import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { COVER_MAX_BYTES } from '@tonarchiv/contract/archive-editing'
import { checkImage, createPortrait, dimensionsOf } from '#images/images.ts'
import { type EmbeddedCover, readEmbeddedCover } from '#audio-probe/embedded-cover.ts'
import type { Storage, StagedFile } from '#storage/storage.ts'
import type { PlannedAlbum } from '../plan/planned-album.ts'
import type { Remark } from '../record/report.ts'
import type { SourceFile } from '../read/walk-music.ts'

/** Maximum number of tracks that are searched for a cover. Usually all tracks of an album contain the same cover. */
const TRACKS_TRIED = 3
/** Maximum size in bytes of a file that is read for a cover. */
const READ_MAX_BYTES = 200 * 1024 * 1024
/** Longest side in pixels to which a cover that is too large is reduced, and its quality as JPEG. */
const RESIZED_SIDE = 3000
const RESIZED_QUALITY = 90

/** An image that may become the cover. */
interface Candidate {
  path: string
  recorded: string
  embedded?: EmbeddedCover
  sizeBytes: number
  /**
   * A text that changes when the image changes: the location and the size of the image, and for an image file also the
   * time at which the file was last modified.
   */
  state: string
}

/** The images of an album, and a hash that changes with them. */
export interface CoverChoice {
  candidates: readonly Candidate[]
  /** The hash; undefined without an image. */
  source: string | undefined
}

/** Finds the images in the tags and beside the tracks. */
export function coverChoice({ tracks }: PlannedAlbum, images: readonly SourceFile[]): CoverChoice {
  const embedded = tracks.flatMap(({ file: { path, recorded, info } }): Candidate[] =>
    info.cover === undefined
      ? []
      : [
          {
            path,
            recorded,
            embedded: info.cover,
            sizeBytes: info.cover.length,
            state: `${recorded}#${info.cover.length}`,
          },
        ],
  )
  const candidates = [
    ...embedded.slice(0, TRACKS_TRIED),
    ...images.map((image): Candidate => {
      const { path, recorded, sizeBytes, modifiedAt } = image
      return { path, recorded, sizeBytes, state: `${recorded} ${sizeBytes} ${modifiedAt}` }
    }),
  ]
  const states = candidates.map(({ state }) => state).join('\n')
  return { candidates, source: candidates.length === 0 ? undefined : hash('sha256', states, 'base64url') }
}

/**
 * Stages the image with the most pixels. It is scaled down if it is too large for a cover. Undefined when no image is
 * usable. Problems that the operator should know about are added to `remarks`.
 */
export async function stageCover(
  storage: Pick<Storage, 'stage'>,
  { candidates }: CoverChoice,
  remarks: Remark[],
): Promise<StagedFile | undefined> {
  for (const candidate of await largestFirst(candidates)) {
    const bytes = await usableImage(candidate, remarks)
    if (bytes === undefined) continue
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

async function largestFirst(candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
  const [, ...others] = candidates
  if (others.length === 0 || candidates.every(({ sizeBytes }) => sizeBytes === candidates[0]?.sizeBytes))
    return candidates
  const measured: { candidate: Candidate; pixels: number }[] = []
  for (const candidate of candidates) {
    const bytes = await bytesOf(candidate)
    const size = bytes && (await dimensionsOf(bytes))
    measured.push({ candidate, pixels: size === undefined ? 0 : size.width * size.height })
  }
  return measured.sort((a, b) => b.pixels - a.pixels).map(({ candidate }) => candidate)
}

async function usableImage(candidate: Candidate, remarks: Remark[]): Promise<Buffer | undefined> {
  const bytes = await bytesOf(candidate)
  const isUsable = bytes !== undefined && (await checkImage(bytes, { decode: true })) === 'image'
  const resized =
    isUsable && bytes.length > COVER_MAX_BYTES
      ? await createPortrait(bytes, RESIZED_SIDE, RESIZED_QUALITY)
      : undefined
  const usable = isUsable && bytes.length <= COVER_MAX_BYTES ? bytes : resized
  if (usable === undefined) remarks.push({ path: candidate.recorded, kind: 'cover-unusable' })
  else if (usable === resized) remarks.push({ path: candidate.recorded, kind: 'cover-resized' })
  return usable
}

/** The bytes of an image. Undefined when it cannot be read. */
async function bytesOf({ path, embedded }: Candidate): Promise<Buffer | undefined> {
  try {
    if (embedded !== undefined) return await readEmbeddedCover(path, embedded)
    return (await stat(path)).size > READ_MAX_BYTES ? undefined : await readFile(path)
  } catch {
    return undefined
  }
}
