import * as z from 'zod/mini'
import { diskFull, refusal, tooLarge } from './refusal.ts'
import { route } from './route.ts'
import { Id } from './text.ts'

/**
 * Resumable uploads with tus 1.0.0 (extensions creation, expiration, termination): a POST creates the upload,
 * PATCH requests send its bytes, a HEAD returns how many have arrived. A finished upload is used by its
 * reference `upload:<id>` in a form field, in place of the file part of that name.
 */
export const UPLOADS_PATH = '/api/uploads'
export const TUS_VERSION = '1.0.0'
/** Media type of the body of a PATCH. */
export const CHUNK_TYPE = 'application/offset+octet-stream'
/** Smaller files are sent in the form itself; bytes. */
export const RESUMABLE_ABOVE_BYTES = 50 * 1024 * 1024
/** Bytes that a client should send in one PATCH. Access is checked again for each of them. */
export const UPLOAD_CHUNK_BYTES = 16 * 1024 * 1024
/** An unused upload that receives no bytes is deleted after this time. Each chunk restarts it. */
export const UPLOAD_TTL_HOURS = 24
/** Maximum number of unused uploads of one account. */
export const OPEN_UPLOADS_MAX = 210

/** What the file will be used for: `kind` in `Upload-Metadata`, beside an optional `filename`. */
export const UPLOAD_KINDS = ['track', 'video'] as const
export const UploadKind = z.enum(UPLOAD_KINDS)
export type UploadKind = z.infer<typeof UploadKind>

/** Largest files, with either way of uploading. See docs/security-requirements.md U-02. */
export const UPLOAD_MAX_BYTES = { track: 300 * 1024 * 1024, video: 4 * 1024 * 1024 * 1024 }

const REFERENCE_START = 'upload:'

/** The value of a form field that takes the place of a file: a reference to the upload with this id. */
export function uploadReference(id: string): string {
  return `${REFERENCE_START}${id}`
}

/** The upload id in a form field; undefined when it contains none. */
export function uploadIdOf(field: string): string | undefined {
  const id = field.startsWith(REFERENCE_START) ? field.slice(REFERENCE_START.length) : ''
  return Id.safeParse(id).data
}

/** A form or a chunk ended before it was complete, or arrived too slowly. */
export const uploadBroken = refusal(
  400,
  'UPLOAD_BROKEN',
  'Die Übertragung ist unvollständig, bitte versuche es noch einmal',
)
/** The upload is unknown, belongs to another account, has expired or has been used. */
export const uploadGone = refusal(
  404,
  'UPLOAD_GONE',
  'Diese Übertragung gibt es nicht mehr, bitte lade die Datei noch einmal hoch',
)
/** Not all bytes have arrived, or another call is using the upload. */
export const uploadUnfinished = refusal(
  409,
  'UPLOAD_UNFINISHED',
  'Die Datei ist noch nicht vollständig angekommen',
)
/** The chunk does not begin at the end of the previous one. */
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
