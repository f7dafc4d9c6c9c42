import { type ChatUpload, postMessage, uploadChatMedia } from '@tonarchiv/contract/chat'
import sharp, { type Sharp } from 'sharp'
import type { Call, TestApp } from './start-app.ts'

export function formWith(
  bytes: Uint8Array,
  fields: Record<string, string> = {},
  name = 'datei',
): { form: FormData } {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([Uint8Array.from(bytes)]), name)
  return { form }
}

export async function upload(
  member: { call: Call },
  bytes: Uint8Array,
  fields?: Record<string, string>,
): Promise<ChatUpload> {
  return member.call(uploadChatMedia, formWith(bytes, fields))
}

export async function sendUpload(member: { call: Call }, { mediaUrl }: ChatUpload, message = '') {
  return (await member.call(postMessage, { body: { message, messageType: 'media', mediaUrl } })).message
}

export function image(width = 900, height = 600): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#a03050' } })
}

/** A GET of a URL of the app. */
export async function get(app: TestApp, address: string | null, token?: string): Promise<Response> {
  return app.fetch(
    address ?? '',
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  )
}
