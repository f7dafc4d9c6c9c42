import { readFile } from 'node:fs/promises'
import { get, request } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { getCover, listSongs } from '@tonarchiv/contract/catalog'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { logTo } from '#platform/log.ts'
import { createWebFolder } from '#testing/web-folder.ts'
import { createHttpServer } from '../server.ts'
import { createBind } from '../bind.ts'
import { openGate } from '../gate.ts'
import { jsonApi } from '../json-api.ts'
import { callLimits } from '../call-limits.ts'
import { serveWebPages } from './web-pages.ts'

/** Serves a minimal built web app. */
async function servePages(settings: Record<string, string> = {}): Promise<string> {
  const folder = await createWebFolder({
    'assets/main-abc123.js': 'console.log("da")',
    'assets/main-abc123.js.br': 'so tun als ob',
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...settings })
  const server: FastifyInstance = createHttpServer({ config, log: logTo('silent') })
  const gate = openGate(server, {
    findCaller: async () => undefined,
    findSessionEndReason: async () => 'expired',
    limits: callLimits(1, () => new Date()),
    now: () => new Date(),
  })
  const bind = createBind(server, gate, jsonApi(config.publicUrl))
  bind(getCover, async ({ reply }) => reply.send())
  bind(listSongs, async () => ({ songs: [], total: 0 }))
  await serveWebPages(server, config, folder)
  onTestFinished(() => server.close())
  return server.listen({ port: 0, host: '127.0.0.1' })
}

test('every address of the app gets a document: the login page without a session, the app frame with one', async () => {
  const address = await servePages()
  const read = async (path: string, cookie = '') =>
    (await fetch(address + path, { headers: { cookie } })).text()
  for (const path of ['/', '/login', '/archive', '/reset-password', '/irgendwas/tief']) {
    expect(await read(path), path).toContain('<p>login</p>')
    expect(await read(path, 'sid=st_x'), path).toContain('<p>app</p>')
  }
  for (const path of [
    '/verify-email?token=x',
    '/restore-email?token=x',
    '/reset-password/abc',
    '/connect-app',
    '/k/W1-6GTA-90KP',
  ]) {
    expect(await read(path), path).toContain('<p>letter</p>')
    expect(await read(path, 'sid=st_x'), path).toContain('<p>app</p>')
  }
  expect(await read('/register?setup=x')).toContain('<p>register</p>')
})

test('the manifest contains the title of the site, whatever characters it has', async () => {
  const address = await servePages({ SITE_TITLE: 'Das "$&" Archiv' })
  const answer = await fetch(`${address}/manifest.webmanifest`)
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  expect(await answer.json()).toEqual({ name: 'Das "$&" Archiv', lang: 'de' })
})

test('the service worker changes with the frame of the app that it keeps, which is sent whatever the session', async () => {
  const scriptOf = async (address: string) => {
    const response = await fetch(`${address}/service-worker.js`)
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    return response.text()
  }
  const [one, same, other] = await Promise.all([
    servePages(),
    servePages(),
    servePages({ SITE_TITLE: 'Anders' }),
  ])
  expect(await scriptOf(one)).toMatch(/^const revision = "[\da-f]{16}"$/)
  expect(await scriptOf(same)).toBe(await scriptOf(one))
  expect(await scriptOf(other)).not.toBe(await scriptOf(one))
  const shell = await fetch(`${other}/shell`)
  expect([shell.status, shell.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(shell.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await shell.text()
  const withSession = await fetch(`${other}/shell`, { headers: { cookie: 'sid=st_x' } })
  expect(await withSession.text()).toBe(html)
  expect(html).toContain('<title>Anders</title>')
  expect(html).toContain('<p>shell</p>')
})

test('an address without a page gets the document with status 404', async () => {
  const address = await servePages()
  const statusOf = async (path: string) => (await fetch(address + path)).status
  for (const path of [
    '/',
    '/?x=1',
    '/login',
    '/register?setup=x',
    '/archive?album=x',
    '/archive/',
    '/artists/0190-a',
    '/admin/albums/0190-a',
    '/Chat',
    '/favorites',
    '/friends',
    '/history',
    '/search?q=x&group=songs',
    '/settings?tab=lastfm',
    '/share?text=x',
    '/videos',
    '/admin',
    '/403',
    '/verify-email',
    '/restore-email?token=x',
    '/reset-password/abc',
    '/connect-app',
    '/k/W1-6GTA-90KP',
  ])
    expect([path, await statusOf(path)]).toEqual([path, 200])
  for (const path of [
    '/irgendwas',
    '/archive/tief',
    '/artists',
    '/artists/a/b',
    '/admin/albums',
    '/.env',
    '/.git/config',
    '/wp-login.php',
    '/phpmyadmin/',
    '/backup.zip',
    '/server-status',
    '/login.html',
    '/app.html',
    '/shell.html',
  ])
    expect([path, await statusOf(path)]).toEqual([path, 404])
})

test('every page of the web app has an address that the server knows', async () => {
  const address = await servePages()
  const routes = await readFile(join(import.meta.dirname, '../../../../web/src/app/routes.tsx'), 'utf8')
  const paths = [...routes.matchAll(/\bpath="([^"*]+)"/g)].map(([, path = '']) =>
    path.replaceAll(/:\w+/g, '0190-a'),
  )
  expect(paths).toContain('playlists/0190-a')
  for (const path of paths) expect([path, (await fetch(`${address}/${path}`)).status]).toEqual([path, 200])
})

test('documents carry the policy, are requested anew, and name the site without breaking out of the markup', async () => {
  const address = await servePages({
    SITE_TITLE: 'Ton & <b>Bild</b>',
    COMMUNITY_URL: 'https://beispiel.de/?a="b"',
  })
  const response = await fetch(`${address}/`)
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; " +
      "connect-src 'self' ws://localhost:3000; font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; " +
      "base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  )
  expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const html = await response.text()
  expect(html).toContain('<title>Ton &amp; &lt;b&gt;Bild&lt;/b&gt;</title>')
  expect(html).toContain('content="https://beispiel.de/?a=&quot;b&quot;"')
})

test('the address of a page, which may contain a key, is sent to no other site', async () => {
  const address = await servePages()
  for (const path of ['/k/W1-6GTA-90KP', '/reset-password/abc', '/'])
    expect((await fetch(address + path)).headers.get('referrer-policy'), path).toBe('no-referrer')
})

test('files with a hash in their name are cached for ever and sent compressed', async () => {
  const address = await servePages()
  const outgoing = get(`${address}/assets/main-abc123.js`, { headers: { 'accept-encoding': 'br' } })
  const [response] = await once(outgoing, 'response')
  response.resume()
  expect(response.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
    'x-content-type-options': 'nosniff',
  })
  expect((await fetch(`${address}/logo.svg`)).headers.get('content-type')).toContain('image/svg+xml')
})

test.each([
  '/assets/nichts.js',
  '/api/nichts',
  '//api/nichts',
  '/API/nichts',
  '/api%2Fnichts',
  '/static/videos/x',
  '/ws',
  '/assets/../login.html',
  '/assets/%2e%2e/login.html',
])('%s is no document of ours', async (path) => {
  const address = await servePages()
  const { hostname, port } = new URL(address)
  const outgoing = request({ hostname, port, path })
  outgoing.end()
  const [response] = await once(outgoing, 'response')
  response.resume()
  expect([404, 400]).toContain(response.statusCode)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
})

test('a malformed address is rejected', async () => {
  const address = await servePages()
  const response = await fetch(`${address}/%E0%A4%A`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'VALIDATION' })
})

test('with a media host the page gets its address, and only our page may use and read media', async () => {
  const address = await servePages({
    MEDIA_URL: 'https://medien.example/',
    PUBLIC_URL: 'https://archiv.example',
  })
  expect(await (await fetch(address)).text()).toContain('<meta content="https://medien.example">')
  const { headers } = await fetch(`${address}/api/cover/abc`)
  expect(headers.get('access-control-allow-origin')).toBe('https://archiv.example')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect((await fetch(`${address}/api/songs`)).headers.get('access-control-allow-origin')).toBeNull()
})

test('without a media host nothing may be read from another origin', async () => {
  const { headers } = await fetch(`${await servePages()}/api/cover/abc`)
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('the page may load from the S3 store only when it sends media, and only music and videos', async () => {
  const s3 = {
    S3_ENDPOINT: 'http://s3.internal:3900',
    S3_PUBLIC_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'archiv',
    S3_ACCESS_KEY_ID: 'wir',
    S3_SECRET_ACCESS_KEY: 'geheim',
  }
  const policyOf = async (settings: Record<string, string>) =>
    (await fetch(await servePages(settings))).headers.get('content-security-policy') ?? ''
  const policy = await policyOf({ ...s3, MEDIA_DELIVERY: 'redirect' })
  expect(policy).toContain(`media-src 'self' blob: https://s3.example;`)
  expect(policy.match(/s3\./g)).toHaveLength(1)
  expect(await policyOf(s3)).not.toContain('s3.')
  // The page must say whether media are redirected to the store, because scripts cannot read the store's responses.
  const pageOf = async (settings: Record<string, string>) => (await fetch(await servePages(settings))).text()
  expect(await pageOf({ ...s3, MEDIA_DELIVERY: 'redirect' })).toContain('redirect: true')
  expect(await pageOf(s3)).toContain('redirect: false')
})
