import { tooLarge } from '@tonarchiv/contract/refusal'
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
import * as z from 'zod/mini'
import { ApiError } from '#client/api-error.ts'
import { check } from '#client/check.ts'
import { problemOfImage, tooLargeFor } from '#client/uploads/chosen-files.ts'

/** The values of the form for a new video. */
export interface VideoDraft {
  title: string
  description: string
  /** The date of the video as yyyy-MM-dd. */
  day: string
  file?: File | undefined
  thumbnail?: File | undefined
}

/** German error texts by field. */
export type VideoProblems = Partial<
  Record<'title' | 'description' | 'upload_date' | 'file' | 'thumbnail', string>
>

/** The values of an empty form. `now` determines the date, in the admin's time zone. */
export function emptyDraft(now: Date): VideoDraft {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
  return { title: '', description: '', day: `${now.getFullYear()}-${month}-${day}` }
}

/** Possible names of the first box in an mp4 or mov file. The name follows the box's size, which has four bytes. */
const FIRST_BOX = /^(?:ftyp|moov|mdat|wide|free|skip|pnot)$/
/** The first bytes of a webm file, in hexadecimal. */
const EBML = '1a45dfa3'

/**
 * The error text for a file whose first bytes are not those of a video; undefined when they are. This is checked before
 * gigabytes are uploaded; the server checks the whole file.
 */
export async function problemOfVideo(file: File): Promise<string | undefined> {
  if (file.size === 0) return brokenVideo.text
  if (file.size > VIDEO_MAX_BYTES) return tooLargeFor(VIDEO_MAX_BYTES)
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const start = Array.from(head.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const box = String.fromCharCode(...head.subarray(4))
  return start === EBML || FIRST_BOX.test(box) ? undefined : notVideo.text
}

export function problemOfThumbnail(file: File): string | undefined {
  return problemOfImage(file, notAThumbnail, THUMBNAIL_MAX_BYTES)
}

const Details = z.object({ title: VideoTitle, description: VideoDescription, upload_date: UploadDate })

/** The errors of the form by field, according to the schemas of the contract. */
export function problemsOf({ title, description, day, file }: VideoDraft): VideoProblems {
  const checked = check(Details, { title, description, upload_date: day })
  return { ...(!checked.ok && checked.fields), ...(!file && { file: noVideo.text }) }
}

/**
 * Creates the form data to send. Text fields come first, so that the server can reject them before the file arrives.
 */
export function formOf({ title, description, day, file, thumbnail }: VideoDraft): FormData {
  const form = new FormData()
  form.set('title', title)
  form.set('description', description)
  form.set('upload_date', day)
  if (thumbnail) form.set('thumbnail', thumbnail, 'thumbnail')
  if (file) form.set('file', file, file.name.slice(-60))
  return form
}

const OF_FILE = [noVideo, notVideo, brokenVideo, unplayableVideo, tooLarge]
const OF_THUMBNAIL = [notAThumbnail, brokenThumbnail]

/**
 * Finds the field that a refusal of the server concerns. If there is none, the text becomes `failure`, the error of the
 * whole form. See docs/product.md §17.6.
 */
export function problemsOfRefusal(failure: unknown): {
  problems: VideoProblems
  failure: string | undefined
} {
  if (!(failure instanceof ApiError) || failure.status === 0)
    return { problems: {}, failure: 'Upload failed' }
  const { title, description, upload_date, file, thumbnail } = failure.fields
  const isIn = (refusals: typeof OF_FILE) => refusals.some((refusal) => failure.is(refusal))
  const problems: VideoProblems = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(upload_date !== undefined && { upload_date }),
    ...(file !== undefined && { file }),
    ...(thumbnail !== undefined && { thumbnail }),
  }
  if (Object.keys(problems).length === 0) {
    if (isIn(OF_FILE)) problems.file = failure.text
    if (isIn(OF_THUMBNAIL)) problems.thumbnail = failure.text
  }
  return { problems, failure: Object.keys(problems).length === 0 ? failure.text : undefined }
}
