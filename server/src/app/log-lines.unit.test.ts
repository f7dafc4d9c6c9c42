import { notFound } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { Refused } from '#platform/refused.ts'
import { logTo } from '#platform/log.ts'
import { createHttpServer } from '#http/server.ts'

test('a call has one log line, which contains the request id of the response and no address', async () => {
  const lines: string[] = []
  const log = logTo('info', { write: (line) => lines.push(line) })
  const server = createHttpServer({ config: readConfig({}), log })
  onTestFinished(async () => server.close())
  server.get('/api/lied/:titel', { config: { access: 'public' } }, () => {
    throw new Refused(notFound)
  })
  const answer = await server.inject({
    url: '/api/lied/Geheimes?token=st_geheim',
    headers: { host: 'archiv' },
  })
  const body: unknown = answer.json()
  const id = answer.headers['x-request-id']
  expect(body).toMatchObject({ requestId: id })
  const own = lines.filter((line) => line.includes(String(id)))
  expect(own).toHaveLength(1)
  expect(JSON.parse(own[0] ?? '')).toMatchObject({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    reqId: id,
    method: 'GET',
    route: '/api/lied/:titel',
    status: 404,
    ms: expect.any(Number),
  })
  expect(lines.join('')).not.toMatch(/geheim/i)
})
