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

/** A video as far as the admin has filled the form. */
export interface VideoDraft {
  title: string
  description: string
  /** As yyyy-MM-dd. */
  day: string
  file?: File | undefined
  thumbnail?: File | undefined
}

/** German sentences for what is wrong, each at the place where it can be put right. */
export type VideoProblems = Partial<
  Record<'title' | 'description' | 'upload_date' | 'file' | 'thumbnail', string>
>

/** `now` where the admin is. */
export function emptyDraft(now: Date): VideoDraft {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
  return { title: '', description: '', day: `${now.getFullYear()}-${month}-${day}` }
}

/** How mp4 and mov begin: after four bytes, the name of their first box. */
const FIRST_BOX = /^(?:ftyp|moov|mdat|wide|free|skip|pnot)$/
/** How webm begins. */
const EBML = '1a45dfa3'

/** What its first bytes tell, before gigabytes of it travel; the server looks at all of it. */
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

/** Checks the form by the contract's own rules. */
export function problemsOf({ title, description, day, file }: VideoDraft): VideoProblems {
  const checked = check(Details, { title, description, upload_date: day })
  return { ...(!checked.ok && checked.fields), ...(!file && { file: noVideo.text }) }
}

/** The form that is sent: its words first, so that the server can refuse before the file has come. */
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
 * Where the server's refusal belongs; what has no place of its own is the form's `failure`.
 * See docs/product.md §17.6.
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
