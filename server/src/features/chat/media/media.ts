import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  brokenChatImage,
  CHAT_IMAGE_MAX_BYTES,
  CHAT_VOICE_MAX_SECONDS,
  type ChatUpload,
  mediaNotFound,
  notForChat,
  PEAKS_MAX,
  tooManyBytes,
  voiceTooLong,
} from '@tonarchiv/contract/chat'
import { invalidInput } from '@tonarchiv/contract/refusal'
import type { FastifyRequest } from 'fastify'
import type { ArrivedFile, Form, Uploads } from '#http/uploads/uploads.ts'
import { createChatImage } from '#images/images.ts'
import { isEbml, readWebmSound } from '#audio-probe/webm/webm.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { StoredFile } from '#storage/storage.ts'
import * as store from './media-store.ts'
import { parseMediaName, uploadOf } from './to-wire.ts'

/** Maximum number of bytes that one account may upload per day. See docs/security-requirements.md A-16. */
const BYTES_PER_DAY = 100 * 1024 * 1024
const DAY_MS = 24 * 60 * 60 * 1000
/** Seconds by which a voice message may exceed the limit: a recorder that stops at the limit adds a last chunk. */
const SECONDS_OVER = 2
/** Maximum number of bytes of the form besides the file. */
const FORM_MAX_BYTES = 64 * 1024
const SMALL = 'small'

type Needs = Pick<Services, 'db' | 'storage' | 'probe' | 'now' | 'config'>

/**
 * Stores an image or voice message that will be sent later.
 * @throws Refused the refusals of `uploadChatMedia`
 */
export async function storeUpload(
  services: Needs,
  uploads: Uploads,
  request: FastifyRequest,
  userId: string,
): Promise<ChatUpload> {
  const { db, now, config } = services
  const limits = {
    maxBytes: CHAT_IMAGE_MAX_BYTES + FORM_MAX_BYTES,
    fileMaxBytes: (part: string) => (part === 'file' ? CHAT_IMAGE_MAX_BYTES : undefined),
  }
  return uploads.receive(request, limits, async (form) => {
    const file = form.files.get('file')
    if (file === undefined)
      throw new Refused(invalidInput, { fields: { file: 'Bitte wähle eine Datei aus' } })
    const since = new Date(now().getTime() - DAY_MS).toISOString()
    const given = await store.bytesGivenSince(db, userId, since)
    const left = BYTES_PER_DAY * config.rateLimitFactor - given
    if (file.sizeBytes > left) throw new Refused(tooManyBytes)
    const { storedBytes, ...stored } = await storeMedia(services, { file, form, userId, left })
    const row = {
      userId,
      messageId: null,
      position: 0,
      givenBytes: Math.max(file.sizeBytes, storedBytes),
      createdAt: now().toISOString(),
      ...stored,
    }
    try {
      await store.insertMedia(db, row)
    } catch (error) {
      await services.storage.remove([row.storageName])
      throw error
    }
    return uploadOf(row)
  })
}

type StoredMedia = Omit<
  store.MediaRow,
  'userId' | 'messageId' | 'position' | 'givenBytes' | 'createdAt' | 'storageName'
> & {
  storageName: string
  /** Total size of the stored files. */
  storedBytes: number
}

interface UploadInput {
  file: ArrivedFile
  form: Form
  userId: string
  /** Bytes that the account may still store today. */
  left: number
}

/** Stores the media. Its kind is detected from its content, not from the declared type. */
async function storeMedia(
  { storage, probe }: Needs,
  { file, form, userId, left }: UploadInput,
): Promise<StoredMedia> {
  const name = randomBytes(16).toString('hex')
  const bytes = await readFile(file.path)
  const image = isEbml(bytes) ? 'not-a-picture' : await createChatImage(bytes, { owner: userId })
  if (image === 'broken') throw new Refused(brokenChatImage)
  if (image !== 'not-a-picture') {
    const storedBytes = image.bytes.length + (image.small?.length ?? 0)
    if (storedBytes > left) throw new Refused(tooManyBytes)
    const drawn = await storage.stage()
    try {
      await drawn.write(image.bytes)
      await drawn.finish()
      const [storageName = ''] = await storage.save('chat', [{ from: 'stage', file: drawn }])
      if (image.small !== undefined) await storage.saveVariant(storageName, SMALL, image.small)
      const { width, height } = image
      return {
        name,
        storageName,
        kind: 'image',
        contentType: 'image/webp',
        fileName: 'bild.webp',
        sizeBytes: image.bytes.length,
        storedBytes,
        width,
        height,
        durationSeconds: null,
        peaks: null,
      }
    } finally {
      await drawn.discard()
    }
  }
  const voiceFile = await voiceIn(probe, file, bytes)
  if (voiceFile === undefined) throw new Refused(notForChat)
  if (voiceFile.seconds > CHAT_VOICE_MAX_SECONDS + SECONDS_OVER) throw new Refused(voiceTooLong)
  const [storageName = ''] = await storage.save('chat', [file.item])
  return {
    name,
    storageName,
    kind: 'voice',
    contentType: voiceFile.contentType,
    fileName: voiceFile.fileName,
    sizeBytes: file.sizeBytes,
    storedBytes: file.sizeBytes,
    width: null,
    height: null,
    durationSeconds: Math.round(voiceFile.seconds * 100) / 100,
    peaks: peaksIn(form.fields.get('peaks')),
  }
}

interface Voice {
  contentType: string
  fileName: string
  seconds: number
}

/** Undefined for a format in which browsers do not record. */
async function voiceIn(
  probe: Services['probe'],
  file: ArrivedFile,
  bytes: Buffer,
): Promise<Voice | undefined> {
  const nameWith = (extension: string) => `sprachnachricht.${extension}`
  if (isEbml(bytes)) {
    const sound = readWebmSound(bytes)
    return sound && { contentType: 'audio/webm', fileName: nameWith('webm'), seconds: sound.durationSeconds }
  }
  const found = await probe.infoOf(file.path)
  if (found.kind !== 'audio') return undefined
  const { format, durationSeconds: seconds } = found
  if (format === 'ogg' || format === 'opus')
    return { contentType: 'audio/ogg', fileName: nameWith('ogg'), seconds }
  return format === 'm4a' ? { contentType: 'audio/mp4', fileName: nameWith('m4a'), seconds } : undefined
}

/** The recorder's waveform as JSON; null when there is no valid one. */
function peaksIn(given: string | undefined): string | null {
  if (given === undefined || given.length > PEAKS_MAX * 8) return null
  try {
    const peaks: unknown = JSON.parse(given)
    if (!Array.isArray(peaks) || peaks.length === 0 || peaks.length > PEAKS_MAX) return null
    if (!peaks.every((peak): peak is number => typeof peak === 'number' && peak >= 0 && peak <= 100))
      return null
    return JSON.stringify(peaks.map((peak) => Math.round(peak)))
  } catch {
    return null
  }
}

/**
 * Opens media that this member may see.
 * @throws Refused `mediaNotFound`
 */
export async function openMedia(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  given: string,
  userId: string,
): Promise<{ file: StoredFile; contentType: string; fileName: string }> {
  const { name, isSmall } = parseMediaName(given)
  const row = await store.findVisible(db, name, userId)
  const file =
    row === undefined || (isSmall && row.kind !== 'image')
      ? undefined
      : await storage.open(row.storageName, isSmall ? SMALL : undefined)
  if (row === undefined || file === undefined) throw new Refused(mediaNotFound)
  return { file, contentType: row.contentType, fileName: row.fileName }
}
