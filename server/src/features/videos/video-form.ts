import {
  brokenThumbnail,
  brokenVideo,
  notAThumbnail,
  notVideo,
  noVideo,
  THUMBNAIL_MAX_BYTES,
  unplayableVideo,
  UploadDate,
  VIDEO_MAX_BYTES,
  VideoDescription,
  VideoTitle,
} from '@tonarchiv/contract/videos'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { parseInput } from '#http/input.ts'
import { refusedFile, requireImage } from '#http/uploads/refused-file.ts'
import type { ArrivedFile, Uploads } from '#http/uploads/uploads.ts'
import type { Services } from '#services.ts'
import type { Storable } from '#storage/storage.ts'
import type { NewVideo } from './add-video.ts'

/** Maximum number of bytes of the form without the files. */
const FORM_MAX_BYTES = 64 * 1024

const Fields = z.object({
  title: z._default(VideoTitle, ''),
  description: z._default(VideoDescription, ''),
  upload_date: z.optional(UploadDate),
})

/** A video from a form, with the path of its staged file. */
export interface ArrivedVideo extends NewVideo {
  path: string
}

/**
 * Receives a form with a video and passes it to `act`.
 * @throws Refused as `addVideo` in the contract declares
 */
export async function receiveVideo<T>(
  { probe, now }: Pick<Services, 'probe' | 'now'>,
  uploads: Uploads,
  request: FastifyRequest,
  act: (video: ArrivedVideo) => Promise<T>,
): Promise<T> {
  let videoFile: NewVideo['videoFile'] | undefined

  async function checkFile(
    name: string,
    file: ArrivedFile,
    fields: ReadonlyMap<string, string>,
  ): Promise<void> {
    // The fields are checked before the files, so that an invalid form is rejected early if its fields come first.
    if (fields.has('title')) parseInput(Fields, valuesOf(fields))
    if (name === 'thumbnail')
      return requireImage(name, file, {
        notOne: notAThumbnail,
        broken: brokenThumbnail,
        owner: request.caller?.id,
      })
    const found = await probe.videoInfoOf(file.path)
    if (found.kind === 'not-video') throw refusedFile('file', notVideo)
    if (found.kind === 'unplayable') throw refusedFile('file', unplayableVideo, { codec: found.codec })
    if (found.kind === 'broken') throw refusedFile('file', brokenVideo)
    videoFile = { item: file.item, info: found }
  }

  const limits = {
    maxBytes: VIDEO_MAX_BYTES + THUMBNAIL_MAX_BYTES + FORM_MAX_BYTES,
    fileMaxBytes: (name: string) => {
      if (name === 'file') return VIDEO_MAX_BYTES
      return name === 'thumbnail' ? THUMBNAIL_MAX_BYTES : undefined
    },
    checkFile,
  }
  return uploads.receive(request, limits, ({ fields, files }) => {
    const { title, description, upload_date: day } = parseInput(Fields, valuesOf(fields))
    const path = files.get('file')?.path
    if (videoFile === undefined || path === undefined) throw refusedFile('file', noVideo)
    const uploadDate = day ?? now().toISOString().slice(0, 10)
    return act({ title, description, uploadDate, videoFile, path, thumbnail: files.get('thumbnail')?.item })
  })
}

/**
 * Receives a form with a thumbnail and passes it to `act`.
 * @throws Refused as `replaceThumbnail` in the contract declares
 */
export async function receiveThumbnail<T>(
  uploads: Uploads,
  request: FastifyRequest,
  act: (image: Storable) => Promise<T>,
): Promise<T> {
  const limits = {
    maxBytes: THUMBNAIL_MAX_BYTES + FORM_MAX_BYTES,
    fileMaxBytes: (name: string) => (name === 'thumbnail' ? THUMBNAIL_MAX_BYTES : undefined),
    checkFile: async (name: string, file: ArrivedFile) =>
      requireImage(name, file, {
        notOne: notAThumbnail,
        broken: brokenThumbnail,
        owner: request.caller?.id,
      }),
  }
  return uploads.receive(request, limits, ({ files }) => {
    const image = files.get('thumbnail')?.item
    if (image === undefined) throw refusedFile('thumbnail', notAThumbnail)
    return act(image)
  })
}

/** The fields of a form with LF line breaks. Browsers send line breaks in forms as CRLF. */
function valuesOf(fields: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...fields].map(([name, value]) => [name, value.replaceAll(/\r\n?/g, '\n')]))
}
