import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { lastScheduledTime, startNightlyBackup } from './nightly-backup.ts'

/** Everything takes longer on a busy machine. */
const TIMEOUT = { timeout: 30_000 }

const backup = { to: join(tmpdir(), 'nirgends'), atMinute: 3 * 60 + 30, keptDays: 7 }
const HOUR_MS = 60 * 60 * 1000

/** The nightly job of a process, which checks every few milliseconds; `runs` counts its runs. */
function nightly(app: TestApp, outcome = { isGood: true, output: 'gut' }): { runs: number } {
  const hashed = { runs: 0 }
  const stop = startNightlyBackup(
    app.services,
    async () => {
      hashed.runs += 1
      return outcome
    },
    5,
  )
  onTestFinished(stop)
  return hashed
}

test('it is due once a day at its time, and a missed one as soon as a process runs', () => {
  const at = (text: string) => lastScheduledTime(new Date(text), backup.atMinute)
  expect(at('2026-11-21T03:29:59')).toEqual(new Date('2026-11-20T03:30:00'))
  expect(at('2026-11-21T03:30:00')).toEqual(new Date('2026-11-21T03:30:00'))
  expect(at('2026-11-21T23:00:00')).toEqual(new Date('2026-11-21T03:30:00'))
})

test('one of several processes makes it, once a day', async () => {
  const one = await startApp({ backup })
  const two = await startApp({ backup }, { beside: one })
  const [first, second] = [nightly(one), nightly(two)]
  const runs = () => first.runs + second.runs
  await expect.poll(runs, TIMEOUT).toBe(1)
  one.passTime(25 * HOUR_MS)
  two.passTime(25 * HOUR_MS)
  await expect.poll(runs, TIMEOUT).toBe(2)
  const row = await one.services.db.selectFrom('upkeepRuns').selectAll().executeTakeFirstOrThrow()
  await expect
    .poll(
      async () => one.services.db.selectFrom('upkeepRuns').select(['failure', 'endedAt']).executeTakeFirst(),
      TIMEOUT,
    )
    .toEqual({ failure: null, endedAt: expect.any(String) })
  expect(row.job).toBe('backup')
  expect(runs()).toBe(2)
})

test('a failure is stored for monitoring, beside the time of the last success', async () => {
  const app = await startApp({ backup, metrics: { listen: undefined, token: 'x'.repeat(16) } })
  nightly(app, { isGood: false, output: 'Kein Platz' })
  const row = async () => app.services.db.selectFrom('upkeepRuns').selectAll().executeTakeFirst()
  await expect.poll(async () => (await row())?.failure, TIMEOUT).toBe('Kein Platz')
  const text = await app.services.metrics.text()
  expect(text).toContain('\ntonarchiv_backup_failed 1\n')
  expect(text).not.toContain('\ntonarchiv_backup_succeeded_timestamp_seconds ')
})

test('the setting alone is enough for a real backup in a separate process', async () => {
  const to = await mkdtemp(join(tmpdir(), 'tonarchiv-nightly-'))
  onTestFinished(async () => rm(to, { recursive: true, force: true }))
  const app = await startApp({ backup: { ...backup, to } })
  const { config } = app.services
  const stop = startNightlyBackup(app.services, undefined, 60_000, {
    DATA_DIR: config.dataFolder,
    BACKUP_DIR: to,
    ...(config.database.kind === 'postgres'
      ? { DATABASE_URL: config.database.url, APP_SECRET: app.services.secret }
      : {}),
  })
  onTestFinished(stop)
  const row = async () => app.services.db.selectFrom('upkeepRuns').selectAll().executeTakeFirst()
  await expect.poll(async () => (await row())?.succeededAt, { timeout: 60_000 }).toEqual(expect.any(String))
  expect((await row())?.failure).toBeNull()
})
