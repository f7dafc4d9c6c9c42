import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postMessage } from '@tonarchiv/contract/chat'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

/** Texts with a meaning for SQL, full-text searches, paths or numbers, and texts that nothing can show or store. */
const HOSTILE = [
  '%',
  `_'; drop table users --`,
  '"*" OR NEAR(a, 1)',
  '-1',
  'NaN',
  '1e309',
  '9'.repeat(40),
  'x'.repeat(65),
  '\u200b\u2060',
  `a${'\u0301'.repeat(499)}`,
  '\n'.repeat(500),
  '🎻',
  '../../room',
  'd9999999999999999',
  'm------------------------------------',
  '01940000-0000-7000-8000-000000000000',
]
/**
 * Texts with a NUL character: SQLite can store it and PostgreSQL cannot, so answers may differ but must not be faults.
 */
const UNSTORABLE = ['a\0b', '\0']

type Sent = readonly [method: string, path: string, body?: unknown]

/** Calls of the chat with the text in each place that takes one; `id` is a message. */
function callsWith(text: string, id: string): Sent[] {
  const url = encodeURIComponent(text)
  const message = `/api/chat/messages/${url}`
  const own = `/api/chat/messages/${id}`
  const path = '/api/chat/messages'
  const queries = {
    '/api/chat/messages': ['before', 'after', 'conversationId', 'revision', 'limit', 'offset'],
    '/api/chat/search': ['q', 'by', 'has', 'from', 'limit', 'conversationId', 'q=xy&from', 'has=image&from'],
    '/api/chat/read': ['conversationId'],
    [`${own}/reactions/${encodeURIComponent('🎻')}`]: ['limit', 'offset'],
  }
  return [
    ...Object.entries(queries).flatMap(([route, names]) =>
      names.map((name): Sent => ['GET', `${route}?${name}=${url}`]),
    ),
    ['POST', path, { message: text }],
    ...['replyTo', 'conversationId', 'clientId', 'mediaUrl', 'messageType'].map((name): Sent => [
      'POST',
      path,
      { message: 'x', [name]: text },
    ]),
    ['POST', path, { message: 'x', mediaUrls: [text, text] }],
    ['POST', path, { message: 'x', card: { kind: 'track', id: text } }],
    ['POST', path, { message: 'x', card: { kind: 'moment', id: text, second: 2_147_483_647 } }],
    ['POST', path, { message: 'x', card: { kind: text, id: 'x', second: -1 } }],
    ['POST', '/api/cards', { cards: [{ kind: 'album', id: text }] }],
    ['GET', `/api/track/${url}/moments`],
    ['PATCH', message, { message: 'x' }],
    ['PATCH', own, { message: 'y', editedAt: text }],
    ['PATCH', own, { message: text }],
    ['GET', `${message}/versions`],
    ['PUT', `${message}/reactions/${encodeURIComponent('🎻')}`],
    ...['PUT', 'GET', 'DELETE'].map((method): Sent => [method, `${own}/reactions/${url}`]),
    ['PUT', `${message}/pin`],
    ['DELETE', `${message}/pin`],
    ['POST', `${message}/report`, { reason: 'other', note: text }],
    ['POST', `${own}/report`, { reason: text }],
    ['PUT', '/api/chat/read', { lastReadId: text }],
    ['PUT', '/api/chat/read', { lastReadId: id, conversationId: text }],
    ['GET', `/api/conversations/${url}`],
    ['POST', '/api/conversations', { userId: text }],
    ['PUT', `/api/friends/blocks/${url}`],
    ['DELETE', `/api/friends/blocks/${url}`],
    ['POST', `/api/admin/chat/reports/${url}/close`, {}],
    ['GET', `/api/admin/chat/record/${url}`],
    ['PUT', `/api/admin/chat/restrictions/${url}`, { kind: 'mute', hours: 1, reason: text }],
    ['DELETE', `/api/admin/chat/restrictions/${url}/mute`],
    ['PUT', '/api/admin/chat/slow-mode', { seconds: text }],
    ['POST', `/api/admin/key-requests/${url}/grant`],
    ['POST', `/api/admin/key-requests/${url}/reject`],
    ['DELETE', message],
  ]
}

/** How an app answers all calls with these texts, and the German text of each rejection. */
async function answersOf(app: TestApp, texts: readonly string[]): Promise<string[]> {
  const admin = await app.signIn({ isAdmin: true })
  const answers: string[] = []
  for (const text of texts) {
    const { message } = await admin.call(postMessage, { body: { message: 'x', clientId: newId() } })
    for (const [method, path, body] of callsWith(text, message.id)) {
      const response = await app.fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${admin.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = await response.text()
      const rejection = response.ok ? '' : answer.replaceAll(/"requestId":"[^"]*"/g, '')
      const call = `${method} ${path} ${JSON.stringify(body)}`.replaceAll(message.id, 'ID')
      answers.push(`${response.status} ${call}: ${rejection}`)
    }
  }
  return answers
}

test('no text in any place of the chat is a fault, and both databases answer alike', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tonarchiv-hostile-'))
  onTestFinished(async () => rm(dataFolder, { recursive: true, force: true }))
  const onFile = {
    dataFolder,
    database: { kind: 'sqlite', path: join(dataFolder, 'archive.sqlite') },
  } as const
  const apps = [await startApp(onFile), await startApp()]
  const [onSqlite = [], onPostgres = []] = await Promise.all(apps.map(async (app) => answersOf(app, HOSTILE)))
  expect(onPostgres).toEqual(onSqlite)
  for (const app of apps) onSqlite.push(...(await answersOf(app, UNSTORABLE)))
  expect(onSqlite.filter((answer) => !/^[24]/.test(answer))).toEqual([])
  const rejections = onSqlite.filter((answer) => answer.startsWith('4'))
  expect(rejections.filter((answer) => !/"error":"[^"]*[a-zäöüß][^"]*"/.test(answer))).toEqual([])
  expect(
    rejections.filter((answer) => /"error":"[^"]*\b(?:the|must|invalid|expected|not)\b/i.test(answer)),
  ).toEqual([])
})
