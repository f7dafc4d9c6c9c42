import {
  ALBUM_MAX_BYTES,
  brokenAudio,
  brokenImage,
  COVER_MAX_BYTES,
  notAnImage,
  notAudio,
  TRACK_MAX_BYTES,
} from '@tonarchiv/contract/archive-editing'
import type { FastifyRequest } from 'fastify'
import { isUnplayableFormat } from '#audio-probe/audio-formats.ts'
import { refusedFile, requireImage } from '#http/uploads/refused-file.ts'
import type { ArrivedFile, Form, Uploads } from '#http/uploads/uploads.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Storable } from '#storage/storage.ts'
import type { TrackFile } from '../edit/add-albums.ts'

/** Which parts of a form are files, and how an error message names the row of a track's file. */
interface FormFiles {
  cover?: string
  /** Matches the name of a part with a track's file. The group of the pattern is the number of the row. */
  track?: RegExp
  nameOfRow?: (row: number, fields: Form['fields']) => string | undefined
  /** Checks the fields that have arrived before files are received, to reject early. */
  checkFields?: (fields: Form['fields']) => Promise<void>
}

/** A form whose files were checked. */
export interface CheckedForm {
  fields: Form['fields']
  cover: Storable | undefined
  /** The files of tracks by row number. */
  tracks: ReadonlyMap<number, TrackFile>
}

/**
 * Receives a form with music and cover. Each file is checked as soon as it has arrived. If tracks are not audio, one
 * refusal names all of them.
 * @throws Refused `notAudio`, `brokenAudio`, `notAnImage`, `brokenImage`, and the refusals of uploads
 */
export async function receiveFiles<T>(
  uploads: Uploads,
  { probe }: Pick<Services, 'probe'>,
  request: FastifyRequest,
  parts: FormFiles,
  act: (form: CheckedForm) => Promise<T>,
): Promise<T> {
  const tracks = new Map<number, TrackFile>()
  const rowOf = (part: string) => {
    const digits = parts.track?.exec(part)?.[1]
    return digits === undefined ? undefined : Number(digits)
  }
  const refused: Refused[] = []
  let cover: Storable | undefined

  async function checkFile(part: string, file: ArrivedFile, fields: Form['fields']): Promise<void> {
    await parts.checkFields?.(fields)
    const row = rowOf(part)
    if (row === undefined) {
      const owner = request.caller?.id
      await requireImage(part, file, { notOne: notAnImage, broken: brokenImage, owner })
      cover = file.item
      return
    }
    const found = await probe.infoOf(file.path)
    if (found.kind !== 'audio' || isUnplayableFormat(found.format)) {
      const name = parts.nameOfRow?.(row, fields) ?? `Track ${row + 1}`
      refused.push(refusedFile(part, found.kind === 'broken' ? brokenAudio : notAudio, { name }))
      return
    }
    tracks.set(row, { item: file.item, info: found })
  }

  const limits = {
    maxBytes: ALBUM_MAX_BYTES,
    fileMaxBytes: (part: string) => {
      if (part === parts.cover) return COVER_MAX_BYTES
      return rowOf(part) === undefined ? undefined : TRACK_MAX_BYTES
    },
    checkFile,
  }
  return uploads.receive(request, limits, async ({ fields }) => {
    const [first] = refused
    if (first !== undefined) throw combinedRefusal(first, refused)
    return act({ fields, cover, tracks })
  })
}

/** The first refusal, with the field texts of all refusals. */
function combinedRefusal({ refusal, details }: Refused, refused: readonly Refused[]): Refused {
  return new Refused(refusal, {
    ...details,
    fields: Object.assign({}, ...refused.map((one) => one.details.fields)),
  })
}
