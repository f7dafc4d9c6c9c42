import { updateProfile } from '@tonarchiv/contract/users'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { logTo } from '#platform/log.ts'
import { queryOf, type RestParameters, startRestApp } from '#testing/opensubsonic/rest-app.ts'

test('an app asks who it talks to, and what there is', async () => {
  const app = await startRestApp({ siteTitle: 'Archiv & <Töne>' })
  const client = app.clientOf(await app.signIn({ username: 'mara' }))
  expect(await client.call('ping')).toMatchObject({ status: 'ok', version: '1.16.1', type: 'tonarchiv' })
  expect(await client.call('getLicense')).toMatchObject({ license: { valid: true } })
  expect(await client.call('tokenInfo')).toMatchObject({ tokenInfo: { username: 'mara' } })
  expect(await client.call('getMusicFolders')).toMatchObject({
    musicFolders: { musicFolder: [{ id: 1, name: 'Archiv & <Töne>' }] },
  })
  expect(await client.call('getScanStatus')).toMatchObject({ scanStatus: { scanning: false, count: 0 } })
})

test('the extensions are listed for callers without credentials and with wrong ones', async () => {
  const app = await startRestApp()
  const wrong: RestParameters[] = [{}, { u: 'x', p: 'y' }, { apiKey: 'guessed', u: 'x' }]
  for (const credentials of wrong) {
    const { openSubsonicExtensions } = await app.clientWith(credentials).call('getOpenSubsonicExtensions')
    expect(openSubsonicExtensions).toEqual([
      { name: 'apiKeyAuthentication', versions: [1] },
      { name: 'formPost', versions: [1] },
      { name: 'indexBasedQueue', versions: [1] },
      { name: 'songLyrics', versions: [1, 2] },
      { name: 'transcodeOffset', versions: [1] },
    ])
  }
  expect(await (await app.fetch('/rest/getOpenSubsonicExtensions')).text()).toContain('status="ok"')
})

test('a member sees the own user only, with the roles that the member has here', async () => {
  const app = await startRestApp()
  const mara = app.clientOf(await app.signIn({ username: 'mara' }))
  expect(await mara.call('getUser', { username: 'Mara' })).toMatchObject({
    user: { username: 'mara', adminRole: false, streamRole: true, jukeboxRole: false, folder: [1] },
  })
  const without = app.clientOf(await app.signIn({ username: 'tom', hasKey: false }))
  expect(await without.call('getUser', { username: 'tom' })).toMatchObject({
    user: { streamRole: false, playlistRole: false },
  })
  expect(await mara.error('getUser', { username: 'tom' })).toBe(50)
  expect(await mara.error('getUser')).toBe(10)
})

test('the log and the metrics list a call by the path of its endpoint, and an unknown name by the wildcard', async () => {
  const lines: string[] = []
  const log = logTo('info', { write: (line) => void lines.push(line) })
  const app = await startRestApp({ metrics: { listen: undefined, token: 'monitoring' } }, { log })
  const client = app.clientOf(await app.signIn())
  await client.fetch('ping')
  await client.fetch('ping', {}, { method: 'HEAD' })
  await client.fetch('ping.view', {}, { method: 'POST' })
  await client.fetch('createPlaylist', { name: 'Liste' }, { method: 'POST' })
  await client.fetch('geheimer-titel')
  await client.fetch('ping', {}, { method: 'PUT' })
  await expect
    .poll(() =>
      lines.flatMap((line) => /"method":"(\w+)","route":"([^"]+)"/.exec(line)?.slice(1).join(' ') ?? []),
    )
    .toEqual([
      'GET /rest/ping',
      'HEAD /rest/ping',
      'POST /rest/ping.view',
      'POST /rest/createPlaylist',
      'GET /rest/*',
      'PUT /rest/*',
    ])
  const metrics = await app.fetch('/metrics', { headers: { authorization: 'Bearer monitoring' } })
  const counted = [
    ...(await metrics.text()).matchAll(/requests_total\{route="(\S+ \/rest[^"]+)",status="200"\} (\d+)/g),
  ]
  expect(counted.map(([, route, count]) => `${route} ${count}`)).toEqual([
    'GET,POST /rest/ping 1',
    'HEAD /rest/ping 1',
    'GET,POST /rest/ping.view 1',
    'GET,POST /rest/createPlaylist 1',
    'GET,POST,PUT,PATCH,DELETE,OPTIONS /rest/* 2',
  ])
})

test('the image of a member is sent; without one the error of something missing', async () => {
  const app = await startRestApp()
  const member = await app.signIn({ username: 'mara' })
  const client = app.clientOf(member)
  expect(await client.error('getAvatar', { username: 'mara' })).toBe(70)
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await member.call(updateProfile, {
    body: { avatarUrl: `data:image/png;base64,${bytes.toString('base64')}` },
  })
  const image = await client.fetch('getAvatar', { username: 'mara' })
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect((await sharp(await image.arrayBuffer()).metadata()).format).toBe('jpeg')
  expect(await client.error('getAvatar', { username: 'niemand' })).toBe(70)
})

const REFUSED = [
  'startScan',
  'jukeboxControl',
  'getUsers',
  'createUser',
  'updateUser',
  'deleteUser',
  'changePassword',
  'createPodcastChannel',
  'deletePodcastChannel',
  'refreshPodcasts',
  'deletePodcastEpisode',
  'downloadPodcastEpisode',
  'createInternetRadioStation',
  'updateInternetRadioStation',
  'deleteInternetRadioStation',
  'createShare',
  'updateShare',
  'deleteShare',
]

test('what the archive has none of is an empty list, and what belongs to its own pages is refused', async () => {
  const app = await startRestApp()
  const admin = app.clientOf(await app.signIn({ isAdmin: true }))
  expect(await admin.call('getPodcasts')).toMatchObject({ podcasts: { channel: [] } })
  expect(await admin.call('getNewestPodcasts')).toMatchObject({ newestPodcasts: { episode: [] } })
  expect(await admin.call('getInternetRadioStations')).toMatchObject({
    internetRadioStations: { internetRadioStation: [] },
  })
  expect(await admin.call('getShares')).toMatchObject({ shares: { share: [] } })
  for (const name of ['getPodcastEpisode', 'getCaptions', 'hls.m3u8'])
    expect([name, await admin.error(name, { id: '1' })]).toEqual([name, 70])
  for (const name of REFUSED) expect([name, await admin.error(name, { action: 'get' })]).toEqual([name, 50])
})

test('each name is answered with and without .view, by GET, HEAD and form; parameters that are not known are ignored', async () => {
  const app = await startRestApp()
  const { credentials } = app.clientOf(await app.signIn())
  const query = queryOf({ v: '1.16.1', c: 'test', f: 'json', ...credentials, unbekannt: ['1', '2'] })
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  for (const path of ['/rest/ping', '/rest/ping.view']) {
    for (const answer of [
      await app.fetch(`${path}?${query}`),
      await app.fetch(path, { ...form, body: query }),
      await app.fetch(`${path}?${query}`, { method: 'POST' }),
    ])
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"status":"ok"')])
    const head = await app.fetch(`${path}?${query}`, { method: 'HEAD' })
    expect([head.status, Number(head.headers.get('content-length')) > 50, await head.text()]).toEqual([
      200,
      true,
      '',
    ])
  }
})

test('a name that does not exist is an error of the protocol, by every method, and never a page', async () => {
  const app = await startRestApp()
  for (const path of [
    '/rest',
    '/rest/',
    '/rest/gibtEsNicht',
    '/rest/gibtEsNicht.view',
    '/rest/ping/x',
    '/rest/PING',
  ])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await app.fetch(`${path}?f=json`, { method })
      expect([path, method, answer.status, await answer.json()]).toEqual([
        path,
        method,
        200,
        { 'subsonic-response': expect.objectContaining({ status: 'failed' }) },
      ])
    }
})

test('pages of other sites may call and read everything, without cookies', async () => {
  const app = await startRestApp()
  const client = app.clientOf(await app.signIn())
  for (const answer of [
    await client.fetch('ping'),
    await app.fetch('/rest/ping'),
    await app.fetch('/rest/x'),
  ]) {
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  const preflight = await app.fetch('/rest/ping', {
    method: 'OPTIONS',
    headers: { origin: 'https://anderswo.example', 'access-control-request-method': 'POST' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
})
