import { brokenImage, COVER_MAX_BYTES, notAnImage } from '@tonarchiv/contract/archive-editing'
import * as contract from '@tonarchiv/contract/playlists'
import { notFound } from '@tonarchiv/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import type { Caller } from '#access/caller.ts'
import type { Call } from '#http/bind.ts'
import { sendBytes } from '#http/delivery/send-bytes.ts'
import { refusedFile, requireImage } from '#http/uploads/refused-file.ts'
import type { Uploads } from '#http/uploads/uploads.ts'
import { createPortrait } from '#images/images.ts'
import type { ResizedImages } from '#images/resized-images.ts'
import { randomDigits } from '#platform/random-digits.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { cleanUpUnusedFiles, removeUnusedFiles } from '#storage/unused-files.ts'
import { findVisible, type PlaylistsServices } from './find-visible.ts'
import { findOwn, updateOwn } from './playlists.ts'
import * as store from './store/covers.ts'
import { updatePlaylist } from './store/playlists.ts'

/** Longest side of a stored image in pixels. */
const SIDE = 1200
const QUALITY = 88
/** Maximum number of bytes of the form without the file. */
const FORM_MAX_BYTES = 64 * 1024
const REMOVED_AT_ONCE = 100

type Files = Pick<Services, 'db' | 'storage' | 'log'>

/**
 * Receives an image for a playlist. It is decoded and encoded again, so that only the pixels of the upload are stored.
 * @throws Refused `playlistNotFound`, `playlistReadOnly`, `notAnImage`, `brokenImage`, and the refusals of uploads
 */
export async function receiveCover(
  needs: PlaylistsServices & Files,
  uploads: Uploads,
  caller: Caller,
  { id, request }: { id: string; request: FastifyRequest },
): Promise<contract.Playlist> {
  await findOwn(needs.db, caller, id)
  const limits = {
    maxBytes: COVER_MAX_BYTES + FORM_MAX_BYTES,
    fileMaxBytes: (part: string) => (part === 'cover' ? COVER_MAX_BYTES : undefined),
  }
  return uploads.receive(request, limits, async ({ files }) => {
    const file = files.get('cover')
    if (file === undefined) throw refusedFile('cover', notAnImage)
    const owner = caller.id
    await requireImage('cover', file, { notOne: notAnImage, broken: brokenImage, owner })
    const picture = await createPortrait(await readFile(file.path), SIDE, QUALITY, owner)
    if (picture === undefined) throw refusedFile('cover', brokenImage)
    return setCover(needs, caller, id, await storePicture(needs, picture))
  })
}

async function storePicture({ storage }: Files, picture: Uint8Array): Promise<string> {
  const file = await storage.stage()
  try {
    await file.write(picture)
    await file.finish()
    const [name] = await storage.save('playlists', [{ from: 'stage', file }])
    if (name === undefined) throw new Error('The storage named nothing')
    return name
  } finally {
    await file.discard()
  }
}

async function setCover(
  needs: PlaylistsServices & Files,
  caller: Caller,
  id: string,
  storageName: string,
): Promise<contract.Playlist> {
  const createdAt = needs.now().toISOString()
  try {
    const playlist = await updateOwn(needs, caller, id, async (trx, { revision }) => {
      await store.releaseCover(trx, id)
      await updatePlaylist(trx, id, { revision: revision + 1 })
      await store.insertCover(trx, { name: randomDigits(12), storageName, playlistId: id, createdAt })
    })
    await removeReleased(needs)
    return playlist
  } catch (error) {
    await removeUnusedFiles(needs, [storageName], async (names) => store.usedFiles(needs.db, names))
    throw error
  }
}

/**
 * Removes the image that was uploaded for a playlist. The playlist then shows the covers of its albums.
 * @throws Refused `playlistNotFound`, `playlistReadOnly`
 */
export async function removeCover(
  needs: PlaylistsServices & Files,
  caller: Caller,
  id: string,
): Promise<contract.Playlist> {
  const playlist = await updateOwn(needs, caller, id, async (trx, { revision }) => {
    await store.releaseCover(trx, id)
    await updatePlaylist(trx, id, { revision: revision + 1 })
  })
  await removeReleased(needs)
  return playlist
}

/** Removes images that were replaced, or whose playlist was deleted. If a removal fails, the cleanup repeats it. */
export async function removeReleased({ db, storage, log }: Files): Promise<void> {
  try {
    for (;;) {
      const rows = await store.releasedCovers(db, REMOVED_AT_ONCE)
      if (rows.length === 0) return
      await storage.remove(rows.map(({ storageName }) => storageName))
      const names = rows.map(({ name }) => name)
      await store.deleteCovers(db, names)
    }
  } catch (error) {
    log.warn({ err: error }, 'pictures of playlists stay for a while')
  }
}

/** Removes images that belong to no playlist any more, and files without a row, such as those that a crash has left. */
export async function cleanUpCovers(services: Files & Pick<Services, 'now'>): Promise<void> {
  await removeReleased(services)
  await cleanUpUnusedFiles(services, ['playlists'], async (names) => store.usedFiles(services.db, names))
}

/**
 * Sends an image to members who may see its playlist. Browsers must revalidate it each time, because this right may
 * end.
 * @throws Refused `notFound`
 */
export async function sendCover(
  needs: PlaylistsServices,
  images: ResizedImages,
  { caller, params: { name }, query: { w }, request, reply }: Call<typeof contract.getPlaylistCover>,
): Promise<FastifyReply> {
  const { db } = needs
  const shown = await store.findShownCover(db, name)
  if (shown === undefined) throw new Refused(notFound)
  await findVisible(db, caller, shown.playlistId)
  const nameOf = async () => (await store.findShownCover(db, name))?.storageName
  const file = await images.open(nameOf, w, caller.id)
  if (file === undefined) throw new Refused(notFound)
  return sendBytes(request, reply, {
    file,
    contentType: 'image/webp',
    etag: `"${name}-${w ?? 'whole'}"`,
    cacheControl: 'private, no-cache',
  })
}
