import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'
import type { FetchEvent, LastingEvent } from './worker-scope.ts'

/** The list of this release's files: chunks, style sheets, fonts, and the files at the root. The build inserts it. */
declare const SHELL_FILES: readonly PrecacheEntry[]

export const SHELL_CACHE = 'shell'
/**
 * The path of the app's document, which is the same for all sessions. The server renders it, and inserts its hash into
 * this script.
 */
const SHELL_DOCUMENT = '/shell'
/** Milliseconds to wait for a document from the network before the cached document is used. */
const DOCUMENT_TIMEOUT = 3000
/** Paths of documents that do not belong to the app. */
const FOREIGN_PATH = /^\/(?:api|static|rest|ws|albums|verify-email-token)(?:\/|$)/

const shell = new PrecacheController({ cacheName: SHELL_CACHE })
shell.addToCacheList([...SHELL_FILES])

/** Paths of the release's files whose names do not contain a hash of their content. */
export const ROOT_FILES = SHELL_FILES.flatMap((entry) =>
  typeof entry === 'object' && /^\/[^/]+\.\w+$/.test(entry.url) ? [entry.url] : [],
)

/** Whether this path is a file of this release. */
export function hasInShell(path: string): boolean {
  return shell.getCacheKeyForURL(path) !== undefined
}

export async function installShell(event: LastingEvent): Promise<void> {
  await shell.install(event)
}

/** Deletes cached files that this release does not use. */
export async function activateShell(event: LastingEvent): Promise<void> {
  await shell.activate(event)
}

export function isForShell({ mode }: Request, { pathname }: URL): boolean {
  return mode === 'navigate' ? !FOREIGN_PATH.test(pathname) : hasInShell(pathname)
}

export async function answerFromShell(event: FetchEvent, { pathname }: URL): Promise<Response> {
  if (event.request.mode === 'navigate') return answerWithDocument(event)
  return (await shell.matchPrecache(pathname)) ?? fetch(event.request)
}

/**
 * Answers with the document from the network. If it does not arrive in time, or if a proxy reports that the server is
 * unavailable, answers with the cached document of the app.
 */
async function answerWithDocument(event: FetchEvent): Promise<Response> {
  const requested = requestDocument(event)
  const inTime = await Promise.race([
    requested.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, DOCUMENT_TIMEOUT)),
  ])
  if (inTime && inTime.status < 502) return inTime
  return (await shell.matchPrecache(SHELL_DOCUMENT)) ?? requested
}

async function requestDocument({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}
