import { addVideo, type Video } from '@tonarchiv/contract/videos'
import { fileOf } from './album-forms.ts'
import type { Call } from './start-app.ts'

interface VideoOptions {
  title?: string
  description?: string
  upload_date?: string
  /** Bytes, the name of a sample, or a reference to an upload. */
  file?: Buffer | string
  /** Bytes, or the name of a sample. */
  thumbnail?: Buffer | string
}

let made = 0

/** The form that adds a video. */
export function videoForm({ file = 'film.mp4', thumbnail, ...fields }: VideoOptions = {}): FormData {
  made += 1
  const form = new FormData()
  for (const [name, value] of Object.entries({
    title: `Video ${made}`,
    upload_date: '2026-03-01',
    ...fields,
  }))
    form.set(name, value)
  if (typeof file === 'string' && file.startsWith('upload:')) form.set('file', file)
  else form.set('file', fileOf(file), 'mein video.mp4')
  if (thumbnail !== undefined) form.set('thumbnail', fileOf(thumbnail), 'bild.jpg')
  return form
}

/** Adds a video as an admin. */
export async function addVideoByForm(admin: { call: Call }, options: VideoOptions = {}): Promise<Video> {
  const { video } = await admin.call(addVideo, { form: videoForm(options) })
  return video
}
