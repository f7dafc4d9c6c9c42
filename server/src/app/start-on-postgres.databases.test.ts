import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { runArchive, runServer } from '#testing/command-line.ts'
import { runAlone } from '#testing/postgres.ts'
import { ACCOUNT_WITH_PASSWORD } from '#testing/postgres-server.ts'

/** The settings of a new archive in the database of this address. */
async function settingsWith(url: URL): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-start-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return {
    DATA_DIR: folder,
    DATABASE_URL: url.href,
    APP_SECRET: 'a secret that is only used by tests',
    PORT: String(await freePort()),
  }
}

/** Runs the server and then the doctor with the settings of this database. Both must fail. */
async function outputsOn(url: URL) {
  const settings = await settingsWith(url)
  const [server, doctor] = await Promise.all([runServer(settings), runArchive(settings, 'doctor')])
  expect([server.code, doctor.code]).toEqual([1, 1])
  const line = doctor.output.split('\n').find((text) => text.includes(' Database '))
  return { server: server.output, doctor: line ?? '' }
}

test('a wrong or missing password of PostgreSQL is one line without the password', async () => {
  const own = inject('postgresUrl')
  await runAlone(own, `create role ${ACCOUNT_WITH_PASSWORD} login password 'richtig'`)
  onTestFinished(async () => runAlone(own, `drop role ${ACCOUNT_WITH_PASSWORD}`))
  const url = new URL(own)
  const sentence = `PostgreSQL (${url.host}) does not accept the account or its password.`
  for (const password of ['falsch', '']) {
    Object.assign(url, { username: ACCOUNT_WITH_PASSWORD, password })
    const { server, doctor } = await outputsOn(url)
    expect(server).toMatch(/^PostgreSQL .* in DATABASE_URL; .*\n$/)
    for (const text of [server, doctor]) {
      expect(text).toContain(sentence)
      expect(text).not.toContain('falsch')
    }
    expect(doctor).toMatch(/^✗/)
  }
})

test('a database that does not exist, and a PostgreSQL that does not answer, are one line', async () => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = '/gibt_es_nicht'
  const missing = await outputsOn(url)
  const sentence = `PostgreSQL (${url.host}) has no database of the name in DATABASE_URL.`
  expect(missing.server).toBe(`${sentence} Check the name in DATABASE_URL, or create that database.\n`)
  expect(missing.doctor).toBe(`✗ Database       ${sentence}`)
  url.port = String(await freePort())
  const silent = await outputsOn(url)
  expect(silent.server).toMatch(/^PostgreSQL \(127\.0\.0\.1:\d+\) does not answer \(ECONNREFUSED\)\. .*\n$/)
  expect(silent.doctor).toContain('does not answer (ECONNREFUSED)')
})
