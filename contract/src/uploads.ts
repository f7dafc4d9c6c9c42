import * as z from 'zod/mini'
import { diskFull, refusal, tooLarge } from './refusal.ts'
import { route } from './route.ts'
import { Id } from './text.ts'

/**
 * Files in resumable chunks, spoken as tus 1.0.0 (extensions creation, expiration, termination): a POST announces the
 * file, PATCHes bring its bytes, a HEAD tells how many have arrived. What has arrived whole is used by naming it,
 * `upload:<id>`, in a form field in place of the file part of that name.
 */
export const UPLOADS_PATH = '/api/uploads'
export const TUS_VERSION = '1.0.0'
/** Of the bytes that a PATCH brings. */
export const CHUNK_TYPE = 'application/offset+octet-stream'
/** Smaller files travel in the form itself; bytes. */
export const RESUMABLE_ABOVE_BYTES = 50 * 1024 * 1024
/** What a well-behaved client sends with one PATCH, so that its rights are looked at again and again; bytes. */
export const UPLOAD_CHUNK_BYTES = 16 * 1024 * 1024
/** An upload that gets no more bytes and is not used goes after so long. Each chunk begins it anew. */
export const UPLOAD_TTL_HOURS = 24
/** Unused uploads of one account. */
export const OPEN_UPLOADS_MAX = 210

/** What the file is to become: `kind` in `Upload-Metadata`, beside an optional `filename`. */
export const UPLOAD_KINDS = ['track', 'video'] as const
export const UploadKind = z.enum(UPLOAD_KINDS)
export type UploadKind = z.infer<typeof UploadKind>

/** Largest files, whichever way they come. See docs/security-requirements.md U-02. */
export const UPLOAD_MAX_BYTES = { track: 300 * 1024 * 1024, video: 4 * 1024 * 1024 * 1024 }

const REFERENCE_START = 'upload:'

/** What stands in a form field in place of a file: the upload whose address ends in this id. */
export function uploadReference(id: string): string {
  return `${REFERENCE_START}${id}`
}

/** The id that a form field names; undefined when it names none. */
export function uploadIdOf(field: string): string | undefined {
  const id = field.startsWith(REFERENCE_START) ? field.slice(REFERENCE_START.length) : ''
  return Id.safeParse(id).data
}

/** A form or a chunk that ended in the middle, or came too slowly. */
export const uploadBroken = refusal(
  400,
  'UPLOAD_BROKEN',
  'Die Übertragung ist unvollständig, bitte versuche es noch einmal',
)
/** Unknown, someone else’s, expired or used up. */
export const uploadGone = refusal(
  404,
  'UPLOAD_GONE',
  'Diese Übertragung gibt es nicht mehr, bitte lade die Datei noch einmal hoch',
)
/** Not all bytes are there, or another call is using it. */
export const uploadUnfinished = refusal(
  409,
  'UPLOAD_UNFINISHED',
  'Die Datei ist noch nicht vollständig angekommen',
)
/** The chunk does not begin where the last one ended. */
export const uploadOnOtherDevice = refusal(
  409,
  'UPLOAD_ELSEWHERE',
  'Die Übertragung muss an einer anderen Stelle weitergehen',
)
/** Another request is writing to the same upload and did not stop in time. */
export const uploadLocked = refusal(423, 'UPLOAD_LOCKED', 'Diese Datei wird gerade übertragen')
export const wrongTusVersion = refusal(412, 'TUS_VERSION', 'Dieser Weg der Übertragung ist unbekannt')
export const tooManyUploads = refusal(
  429,
  'TOO_MANY_UPLOADS',
  'Zu viele angefangene Übertragungen. Bitte schließe sie zuerst ab oder verwirf sie.',
)

export const createUpload = route({
  method: 'POST',
  path: UPLOADS_PATH,
  access: 'admin',
  summary: 'Announces a file: Upload-Length, Upload-Metadata with `kind`; answers its address in Location.',
  tus: true,
  status: 201,
  answer: 'bytes',
  refusals: [wrongTusVersion, tooLarge, tooManyUploads, diskFull],
})

export const lookAtUpload = route({
  method: 'HEAD',
  path: `${UPLOADS_PATH}/:id`,
  access: 'admin',
  limit: 'uploadChunk',
  summary: 'How many bytes have arrived: Upload-Offset, Upload-Length, Upload-Expires.',
  params: z.object({ id: Id }),
  tus: true,
  answer: 'bytes',
  refusals: [wrongTusVersion, uploadGone, uploadLocked],
})

export const continueUpload = route({
  method: 'PATCH',
  path: `${UPLOADS_PATH}/:id`,
  access: 'admin',
  limit: 'uploadChunk',
  summary: 'The next bytes from Upload-Offset on; what has arrived before the line dropped is kept.',
  params: z.object({ id: Id }),
  tus: true,
  bodyLimitBytes: UPLOAD_MAX_BYTES.video,
  answer: 'bytes',
  refusals: [
    wrongTusVersion,
    uploadGone,
    uploadOnOtherDevice,
    uploadLocked,
    uploadBroken,
    tooLarge,
    diskFull,
  ],
})

export const dropUpload = route({
  method: 'DELETE',
  path: `${UPLOADS_PATH}/:id`,
  access: 'admin',
  limit: 'uploadChunk',
  summary: 'Gives an upload up and removes its bytes.',
  params: z.object({ id: Id }),
  tus: true,
  answer: 'bytes',
  refusals: [wrongTusVersion, uploadGone, uploadLocked],
})
