import { realpath } from 'node:fs/promises'
import { eachOf } from '../each-of.ts'
import { nameOfKey, newNames, pathOfName } from '../names.ts'
import { type S3Client, s3Client } from '../s3/s3-client.ts'
import { s3Uploader } from '../s3/s3-upload.ts'
import { openStages } from '../disk/stages.ts'
import type { S3Settings } from '../storage-choice.ts'
import { type Storable, type MovableStorage, STORAGE_AREAS, type StoredFile } from '../storage.ts'

/**
 * How long a signed URL is valid. The time is long enough to follow the redirect, and short enough that the URL is of
 * little use after the end of its session. Each later request of the player gets a new URL. See
 * docs/security-requirements.md A-09.
 */
const URL_TTL_SECONDS = 15
/**
 * How long information about files is cached. It stays correct, because no name is used for two files. Only the removal
 * of a file is noticed late by other processes.
 */
const CACHE_TTL_MS = 30_000
const CACHE_MAX = 2000

/** Cached size and time of a file. */
interface CachedInfo {
  sizeBytes: number
  modifiedAt: Date
  until: number
}

/**
 * Stores objects in an S3 bucket, named `area/abcd…` and `area/abcd…-label`. Files are staged below `root` on
 * the local disk and sent when they are stored.
 */
export async function openS3Storage(
  root: string,
  settings: S3Settings,
  { offloads = false }: { offloads?: boolean } = {},
): Promise<MovableStorage> {
  const stages = await openStages(root)
  const client = s3Client(settings)
  const uploader = s3Uploader(client)
  const cache = cacheInfo(client)

  async function send(item: Storable, key: string, signal: AbortSignal): Promise<void> {
    if (item.from === 'path') return uploader.send(await pathToSend(item), key, signal)
    await item.file.finish()
    await uploader.send(item.file.path, key, signal)
  }

  async function removeWithVariants(name: string): Promise<void> {
    for await (const { key } of client.list(keyOf(name))) {
      cache.delete(key)
      await client.remove(key)
    }
  }

  return {
    stage: async () => stages.open(),

    save: async (area, files) => {
      const names = newNames(area, files.length)
      try {
        await eachOf(files.entries(), ([index, item], over) => send(item, names[index] ?? '', over))
      } catch (error) {
        // The caller does not wait for the removal. Files that stay are later deleted by the cleanup of unused files.
        Promise.all(names.map((name) => client.remove(name))).catch(() => {})
        throw error
      }
      for (const item of files) if (item.from === 'stage') await item.file.discard()
      return names
    },

    saveVariant: async (name, label, bytes) => {
      await client.put(keyOf(name, label), new Uint8Array(bytes))
    },

    saveAs: async ({ name, label }, file) => {
      await send({ from: 'stage', file }, keyOf(name, label), new AbortController().signal)
      cache.delete(keyOf(name, label))
      await file.discard()
    },

    open: async (name, label) => {
      const key = keyOf(name, label)
      const info = await cache.read(key)
      return info && fileAt(client, key, info, offloads)
    },

    remove: async (names) => {
      // Checks all names first, so that a wrong name throws before any file is removed.
      for (const name of names) pathOfName(name)
      await eachOf(names, removeWithVariants)
    },

    list: async function* (area, before) {
      for await (const { key, modifiedAt } of client.list(`${area}/`)) {
        const entry = nameOfKey(key)
        if (entry !== undefined && entry.label === undefined && modifiedAt < before) yield entry.name
      }
    },

    entries: async function* () {
      for (const area of STORAGE_AREAS) {
        for await (const { key, sizeBytes, modifiedAt, tag } of client.list(`${area}/`)) {
          const entry = nameOfKey(key)
          const stamp = `${tag}-${sizeBytes}-${modifiedAt.getTime()}`
          if (entry !== undefined) yield { ...entry, sizeBytes, stamp }
        }
      }
    },

    freeBytes: async () => stages.freeBytes(),

    clearStages: async (before) => {
      await stages.clear(before)
      for await (const upload of client.openUploads())
        if (nameOfKey(upload.key) !== undefined && upload.startedAt < before)
          await client.abortMultipartUpload(upload)
    },

    close: () => client.close(),
  }
}

function cacheInfo(client: S3Client) {
  const cache = new Map<string, CachedInfo>()
  return {
    read: async (key: string): Promise<CachedInfo | undefined> => {
      const noted = cache.get(key)
      cache.delete(key)
      const found =
        noted !== undefined && performance.now() < noted.until
          ? noted
          : await client
              .head(key)
              .then((info) => info && { ...info, until: performance.now() + CACHE_TTL_MS })
      if (found === undefined) return undefined
      // Moves the entry to the end of the map, as the most recently used one.
      cache.set(key, found)
      const [oldest] = cache.keys()
      if (cache.size > CACHE_MAX && oldest !== undefined) cache.delete(oldest)
      return found
    },
    delete: (key: string): void => {
      cache.delete(key)
    },
  }
}

/** @throws WrongStorageName */
function keyOf(name: string, label?: string): string {
  pathOfName(name, label)
  return label === undefined ? name : `${name}-${label}`
}

function fileAt(
  client: S3Client,
  key: string,
  { sizeBytes, modifiedAt }: CachedInfo,
  offloads: boolean,
): StoredFile {
  let isClosed = false
  return {
    sizeBytes,
    modifiedAt,
    read: async (into, position) => {
      if (isClosed) throw new Error('This file is closed')
      const length = Math.min(into.byteLength, sizeBytes - position)
      // If the file was removed meanwhile, its end is reported.
      return length <= 0 ? 0 : ((await client.read(key, into.subarray(0, length), position)) ?? 0)
    },
    ...(offloads && {
      offloadTarget: {
        kind: 'address',
        make: ({ contentType, cacheControl, disposition }) =>
          client.urlFor(key, {
            seconds: URL_TTL_SECONDS,
            query: {
              'response-content-type': contentType,
              'response-cache-control': cacheControl,
              ...(disposition !== undefined && { 'response-content-disposition': disposition }),
            },
          }),
      },
    }),
    close: () => {
      isClosed = true
    },
  }
}

/** The path as bytes, because a file name need not be valid UTF-8. */
async function pathToSend({ path, follows }: Extract<Storable, { from: 'path' }>): Promise<string | Buffer> {
  return follows === true ? realpath(path, { encoding: 'buffer' }) : path
}
