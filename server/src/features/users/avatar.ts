import {
  AVATAR_JPEG_QUALITY,
  AVATAR_MAX_BYTES,
  AVATAR_MAX_SIDE,
  avatarNotAnImage,
  avatarTooLarge,
} from '@tonarchiv/contract/users'
import { invalidInput, notFound, tooLarge } from '@tonarchiv/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import { sendBytes } from '#http/delivery/send-bytes.ts'
import { boundedQueue } from '#platform/bounded-queue.ts'
import type { Uploads } from '#http/uploads/uploads.ts'
import { checkImage, createPortrait } from '#images/images.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { StoredFile } from '#storage/storage.ts'
import { takeDisplayName } from './display-name.ts'
import * as store from './store.ts'
import type { UserRow } from './users.ts'

/** Age from which an image without a row is removed. The row of a younger image may still be being written. */
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1000
/**
 * The beginning of a data URL with an image. Only the beginning is matched, because a regular expression over millions
 * of characters would block the process.
 */
const DATA_URL = /^data:image\/(?:jpeg|png|webp|gif);base64,/

/**
 * The queue for resizing images. Uploaded images are in memory, so only a few are resized at once, and one for each
 * account.
 */
const resizedImages = boundedQueue({ atOnce: 4, waiting: 200, waitingPerOwner: 100 })
/** Maximum number of bytes of the form without the file. */
const FORM_MAX_BYTES = 64 * 1024
/** The field to which a refusal refers: `avatarUrl` in the JSON body, or `avatar` in the form. */
type Field = 'avatarUrl' | 'avatar'

/**
 * Decodes the image in a data URL.
 * @throws Refused `avatarNotAnImage`, `avatarTooLarge`, `invalidInput` for any other URL
 */
function imageIn(dataUrl: string): Buffer {
  const [head] = DATA_URL.exec(dataUrl) ?? []
  if (head === undefined) throw dataUrl.startsWith('data:') ? wrongImage('avatarUrl') : externalUrl()
  const bytes = Buffer.from(dataUrl.slice(head.length), 'base64')
  if (bytes.length > AVATAR_MAX_BYTES) throw largeImage('avatarUrl')
  return bytes
}

/**
 * Stores the account's image. It is encoded again, so that only the pixels of the upload are stored.
 * @throws Refused `avatarNotAnImage`
 */
export async function storeAvatar(
  { storage }: Pick<Services, 'storage'>,
  bytes: Uint8Array,
  field: Field,
  userId: string,
): Promise<string> {
  if ((await checkImage(bytes, { decode: false, owner: userId })) !== 'image') throw wrongImage(field)
  const portrait = await createPortrait(bytes, AVATAR_MAX_SIDE, Math.round(AVATAR_JPEG_QUALITY * 100), userId)
  if (portrait === undefined) throw wrongImage(field)
  const file = await storage.stage()
  try {
    await file.write(portrait)
    await file.finish()
    const [name] = await storage.save('avatars', [{ from: 'stage', file }])
    if (name === undefined) throw new Error('The storage named nothing')
    return name.replace('avatars/', '')
  } finally {
    await file.discard()
  }
}

/** Deletes an image that no account uses any more. */
export async function discardAvatar({ storage }: Services, name: string | null): Promise<void> {
  if (name !== null) await storage.remove([`avatars/${name}`])
}

/** Deletes images that no account uses. Concurrent changes or a crash may have left them. */
export async function cleanUpAvatars({
  db,
  storage,
  now,
}: Pick<Services, 'db' | 'storage' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - UNUSED_AFTER_MS)
  for await (const name of storage.list('avatars', before)) {
    if (!(await store.avatarExists(db, name.replace('avatars/', '')))) await storage.remove([name])
  }
}

/**
 * Opens an image by its name.
 * @throws Refused `notFound`
 */
export async function openAvatar(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  name: string,
): Promise<StoredFile> {
  const file = (await store.avatarExists(db, name)) ? await storage.open(`avatars/${name}`) : undefined
  if (file === undefined) throw new Refused(notFound)
  return file
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Sends an image by its name.
 * @throws Refused `notFound`
 */
export async function sendAvatar(
  services: Services,
  name: string,
  { request, reply }: Exchange,
  cacheControl: string,
): Promise<FastifyReply> {
  const file = await openAvatar(services, name)
  return sendBytes(request, reply, { file, contentType: 'image/jpeg', etag: `"${name}"`, cacheControl })
}

/**
 * Sends the image of the account with this username. The URL does not change with the image, so browsers must
 * revalidate it.
 * @throws Refused `notFound` when there is no such account, or it has no image
 */
export async function sendAvatarOf(
  services: Services,
  username: string,
  exchange: Exchange,
): Promise<FastifyReply> {
  const user = await store.findUserByUsername(services.db, username.toLowerCase())
  if (user === undefined || user.avatarName === null) throw new Refused(notFound)
  return sendAvatar(services, user.avatarName, exchange, 'private, no-cache')
}

/**
 * Changes the given fields of the profile.
 * @throws Refused `avatarNotAnImage`, `avatarTooLarge`, `invalidInput`, `displayNameTaken`
 */
export async function changeProfile(
  services: Services,
  user: UserRow,
  {
    avatarUrl,
    ...texts
  }: {
    displayName?: string | undefined
    bio?: string | undefined
    customStatus?: string | undefined
    showListening?: boolean | undefined
    letsFriendsListen?: boolean | undefined
    showReadMarks?: boolean | undefined
    showMomentDots?: boolean | undefined
    avatarUrl?: string | null | undefined
  },
): Promise<void> {
  // A form may send back the URL of the current image.
  const isUnchanged = user.avatarName !== null && avatarUrl === `/api/avatar/${user.avatarName}`
  if (avatarUrl === undefined || isUnchanged) return saveProfile(services, user, texts)
  const avatarName =
    avatarUrl === null
      ? null
      : await resizedImages.run(
          async () => storeAvatar(services, imageIn(avatarUrl), 'avatarUrl', user.id),
          user.id,
        )
  await replaceAvatar(services, user, avatarName, texts)
}

/**
 * Receives the image of an account from a form.
 * @throws Refused `avatarNotAnImage`, `avatarTooLarge`, and the refusals of uploads
 */
export async function receiveAvatar(
  services: Services,
  uploads: Uploads,
  request: FastifyRequest,
  user: UserRow,
): Promise<void> {
  const limits = {
    maxBytes: AVATAR_MAX_BYTES + FORM_MAX_BYTES,
    fileMaxBytes: (part: string) => (part === 'avatar' ? AVATAR_MAX_BYTES : undefined),
  }
  try {
    await uploads.receive(request, limits, async ({ files }) => {
      const path = files.get('avatar')?.path
      if (path === undefined) throw wrongImage('avatar')
      const name = await resizedImages.run(
        async () => storeAvatar(services, await readFile(path), 'avatar', user.id),
        user.id,
      )
      await replaceAvatar(services, user, name)
    })
  } catch (error) {
    throw error instanceof Refused && error.refusal.code === tooLarge.code ? largeImage('avatar') : error
  }
}

/** Stores the new image with the other changes, and deletes the old one. */
async function replaceAvatar(
  services: Services,
  user: UserRow,
  avatarName: string | null,
  texts: Omit<ProfileChange, 'avatarName'> = {},
): Promise<void> {
  try {
    await saveProfile(services, user, { ...texts, avatarName })
  } catch (error) {
    await discardAvatar(services, avatarName)
    throw error
  }
  await discardAvatar(services, user.avatarName)
}

type ProfileChange = Parameters<typeof store.updateProfile>[2]

/** @throws Refused `displayNameTaken` */
async function saveProfile(
  { db }: Pick<Services, 'db'>,
  user: UserRow,
  change: ProfileChange,
): Promise<void> {
  const { displayName } = change
  await db.transaction().execute(async (trx) => {
    if (displayName !== undefined && displayName !== (await store.lockDisplayName(trx, db.kind, user.id)))
      await takeDisplayName(trx, user.id, displayName)
    await store.updateProfile(trx, user.id, change)
  })
}

/**
 * The refusal of images on other hosts, from which the server loads nothing. See docs/security-requirements.md P-07.
 */
function externalUrl(): Refused {
  return new Refused(
    { ...invalidInput, text: avatarNotAnImage.text },
    { fields: { avatarUrl: avatarNotAnImage.text } },
  )
}

function wrongImage(field: Field): Refused {
  return new Refused(avatarNotAnImage, { fields: { [field]: avatarNotAnImage.text } })
}

function largeImage(field: Field): Refused {
  return new Refused(avatarTooLarge, { fields: { [field]: avatarTooLarge.text } })
}
