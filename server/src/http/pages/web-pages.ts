import fastifyStatic from '@fastify/static'
import { notFound } from '@tonarchiv/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Config } from '#config.ts'
import { Refused } from '#platform/refused.ts'
import { pageHeaders } from './page-headers.ts'
import { sessionCookieName, tokenInCookie } from '#access/session-cookie.ts'

type Document = 'login' | 'register' | 'letter' | 'app' | 'shell'

/**
 * The paths of links in emails, of links of access keys and of links that connect apps. The web app has the same list.
 * See docs/product.md §2.1.
 */
const LINK_PATH = /^(?:verify-email$|restore-email$|connect-app$|reset-password\/|k\/)/
/**
 * The paths of all pages of the web app. On any other path the app shows that the page does not exist, and the status
 * is 404.
 */
const PAGE_PATH =
  /^(?:(?:login|register|archive|chat|favorites|friends|history|inbox|invite|search|settings|share|videos|admin|403|verify-email|restore-email|reset-password|connect-app|playlists|messages|rooms)\/?|(?:playlists|messages|rooms)\/[^/]+\/?|(?:reset-password|artists|premieres|k|admin\/albums|admin\/keys)\/[^/]+\/?|admin\/albums\/[^/]+\/lyrics\/[^/]+\/?)?$/i

/** The web app manifest, which describes the site when it is installed. */
const MANIFEST = 'manifest.webmanifest'
/** The document of the app, the same for every visitor. The service worker caches it for use without a connection. */
const SHELL = 'shell'
const SERVICE_WORKER = 'service-worker.js'

/**
 * Serves the built web app. Its files have hashed names and are cached for ever. Every other path returns a document:
 * visitors with a session cookie get the document of the app, others a page that already contains the login form or the
 * page to which a link leads.
 */
export async function serveWebPages(server: FastifyInstance, config: Config, folder: string): Promise<void> {
  const files = new Set(await listFiles(folder))
  const documents = {
    login: fill(await readFile(join(folder, 'login.html'), 'utf8'), config),
    register: fill(await readFile(join(folder, 'register.html'), 'utf8'), config),
    letter: fill(await readFile(join(folder, 'letter.html'), 'utf8'), config),
    app: fill(await readFile(join(folder, 'app.html'), 'utf8'), config),
    shell: fill(await readFile(join(folder, 'shell.html'), 'utf8'), config),
  } satisfies Record<Document, string>
  const manifest = named(await readFile(join(folder, MANIFEST), 'utf8'), config.siteTitle)
  const headers = pageHeaders(config)
  const worker = revised(await readFile(join(folder, SERVICE_WORKER), 'utf8'), documents.shell, headers)
  const cookieName = sessionCookieName(config.publicUrl)
  await server.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, index: false })

  server.get('/*', { config: { access: 'public' } }, async (request, reply) => {
    const path = decodeURIComponent(request.url.split('?')[0] ?? '/').replace(/^\/+/, '')
    if (path === MANIFEST) {
      return reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifest)
    }
    if (path === SERVICE_WORKER) {
      return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker)
    }
    if (files.has(path)) {
      const isNamedByContent = path.startsWith('assets/')
      reply.header(
        'cache-control',
        isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      return reply.sendFile(path, { cacheControl: false })
    }
    if (/^(?:api|static|assets|ws)(?:\/|$)/i.test(path)) throw new Refused(notFound)
    const isOpen = tokenInCookie(request.headers, cookieName) !== undefined
    const document = path === SHELL ? 'shell' : isOpen ? 'app' : anonymousDocument(path)
    return reply
      .status(path === SHELL || PAGE_PATH.test(path) ? 200 : 404)
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(documents[document])
  })
}

function anonymousDocument(path: string): Document {
  if (LINK_PATH.test(path)) return 'letter'
  return path === 'register' ? 'register' : 'login'
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.(?:html|br|gz|map)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function fill(html: string, { siteTitle, communityUrl, mediaUrl, storage, invitations }: Config): string {
  return html
    .replaceAll('%SITE_TITLE%', escape(siteTitle))
    .replaceAll('%COMMUNITY_URL%', escape(communityUrl ?? ''))
    .replaceAll('%MEDIA_URL%', escape(mediaUrl ?? ''))
    .replaceAll('%MEDIA_FOREIGN%', String(storage.delivery === 'redirect'))
    .replaceAll('%INVITATIONS%', String(invitations.isEnabled))
}

/** Inserts the title of the site into the JSON of the manifest. */
function named(json: string, title: string): string {
  return json.replaceAll('%SITE_TITLE%', () => JSON.stringify(title).slice(1, -1))
}

/**
 * The service worker with a hash of the document that it caches. The hash changes with the settings in the document, so
 * that browsers then update the service worker.
 */
function revised(script: string, document: string, headers: Record<string, string>): string {
  const hash = createHash('sha256').update(document).update(JSON.stringify(headers))
  return script.replaceAll('%SHELL_REVISION%', hash.digest('hex').slice(0, 16))
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
