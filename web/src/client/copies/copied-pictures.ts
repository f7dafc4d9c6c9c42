/**
 * The name of the cache with covers and other images that belong to copies. The keys are paths without a query, so each
 * image is cached in one width.
 */
const PICTURE_CACHE = 'copied-pictures'

/** The cache; undefined while it does not exist. It is created with the first image. */
async function pictures(): Promise<Cache | undefined> {
  return (await caches.has(PICTURE_CACHE)) ? caches.open(PICTURE_CACHE) : undefined
}

export async function findCopiedPicture(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: PICTURE_CACHE })
}

export async function keepPicture(path: string, response: Response): Promise<void> {
  await (await caches.open(PICTURE_CACHE)).put(path, response)
}

/** The paths of all cached images. */
export async function copiedPictures(): Promise<Set<string>> {
  const requests = (await (await pictures())?.keys()) ?? []
  return new Set(requests.map(({ url }) => new URL(url).pathname))
}

export async function removePictures(paths: readonly string[]): Promise<void> {
  const cache = await pictures()
  for (const path of paths) await cache?.delete(path)
}

export async function removeAllPictures(): Promise<void> {
  await caches.delete(PICTURE_CACHE)
}
