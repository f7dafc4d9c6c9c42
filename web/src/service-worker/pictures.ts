import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst } from 'workbox-strategies'
import { COVER_CACHE, COVER_PATH, COVER_TIMEOUT } from '../client/cover-cache-names.ts'
import { findCopiedPicture } from '../client/copies/copied-pictures.ts'
import { readAccount } from '../client/copies/copy-records.ts'
import { lockedSince } from '../client/copies/lock.ts'
import type { FetchEvent } from './worker-scope.ts'

/** Limits of the cache of covers. See docs/product.md §22.2. */
const MAX_ENTRIES = 200
const MAX_AGE_SECONDS = 24 * 60 * 60

/**
 * Paths of images that the worker handles. Covers are cached; playlist images are loaded from the network if there is a
 * connection.
 */
export const PICTURE_PATHS = [COVER_PATH, '/api/playlist-cover/'] as const

const covers = new CacheFirst({
  cacheName: COVER_CACHE,
  plugins: [
    {
      requestWillFetch: async ({ request }: { request: Request }) => withTimeout(request),
    },
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({
      maxEntries: MAX_ENTRIES,
      maxAgeSeconds: MAX_AGE_SECONDS,
      purgeOnQuotaError: true,
    }),
  ],
})

function withTimeout(request: Request): Request {
  return new Request(request, { signal: AbortSignal.timeout(COVER_TIMEOUT) })
}

export function isPicture({ pathname }: URL): boolean {
  return PICTURE_PATHS.some((path) => pathname.startsWith(path))
}

/**
 * Answers with the cached image or loads it. If loading fails, answers with the image that is stored with the copies,
 * which may have another width.
 */
export async function answerWithPicture(event: FetchEvent): Promise<Response> {
  const { request } = event
  const { pathname } = new URL(request.url)
  try {
    if (pathname.startsWith(COVER_PATH)) return await covers.handle({ event, request })
    return await fetch(withTimeout(request))
  } catch (failure) {
    const account = await readAccount()
    const isGivenOut = account !== undefined && lockedSince(account, Date.now()) === undefined
    const copied = isGivenOut ? await findCopiedPicture(pathname) : undefined
    if (copied) return copied
    throw failure
  }
}
