import * as z from 'zod/mini'
import { diskFull, refusal, tooLarge } from './refusal.ts'
import { route } from './route.ts'
import { Id } from './text.ts'

/**
 * The path of resumable uploads with tus 1.0.0 (extensions creation, expiration, termination). A POST creates an
 * upload, PATCH requests send its bytes, and a HEAD returns the number of bytes that have arrived. A form uses a
 * finished upload by the reference `upload:<id>`, in a field that replaces the file part of that name.
 */
export const UPLOADS_PATH = '/api/uploads'
export const TUS_VERSION = '1.0.0'
/** Media type of the body of a PATCH. */
export const CHUNK_TYPE = 'application/offset+octet-stream'
/** Size in bytes above which a file is sent as a resumable upload. Smaller files are sent in the form itself. */
export const RESUMABLE_ABOVE_BYTES = 50 * 1024 * 1024
/** Number of bytes that a client should send in one PATCH. Access is checked again for each PATCH. */
export const UPLOAD_CHUNK_BYTES = 16 * 1024 * 1024
/** An unused upload that receives no bytes is deleted after this time. Each chunk restarts it. */
export const UPLOAD_TTL_HOURS = 24
/** Maximum number of unused uploads of one account. */
export const OPEN_UPLOADS_MAX = 210

/** The purpose of the file: the value of `kind` in `Upload-Metadata`, which may also contain `filename`. */
export const UPLOAD_KINDS = ['track', 'video'] as const
export const UploadKind = z.enum(UPLOAD_KINDS)
export type UploadKind = z.infer<typeof UploadKind>

/** Maximum sizes of files in bytes, for both ways of uploading. See docs/security-requirements.md U-02. */
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

/** The refusal when a form or a chunk has ended before it was complete, or has arrived too slowly. */
export const uploadBroken = refusal(
  400,
  'UPLOAD_BROKEN',
  'Die Übertragung ist unvollständig, bitte versuche es noch einmal',
)
/** The refusal when the upload is unknown, belongs to another account, has expired or was already used. */
export const uploadGone = refusal(
  404,
  'UPLOAD_GONE',
  'Diese Übertragung gibt es nicht mehr, bitte lade die Datei noch einmal hoch',
)
/** The refusal when not all bytes have arrived, or another call is using the upload. */
export const uploadUnfinished = refusal(
  409,
  'UPLOAD_UNFINISHED',
  'Die Datei ist noch nicht vollständig angekommen',
)
/** The refusal when the chunk does not begin at the end of the previous chunk. */
export const uploadOnOtherDevice = refusal(
  409,
  'UPLOAD_ELSEWHERE',
  'Die Übertragung muss an einer anderen Stelle weitergehen',
)
/** The refusal when another request is writing to the same upload and has not stopped in time. */
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
