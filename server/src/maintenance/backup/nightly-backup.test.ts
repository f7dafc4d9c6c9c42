import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { settingsOf } from '#testing/command-line.ts'
import { eventually } from '#testing/eventually.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { archiveCommand, type CommandOutcome, type RunCommand } from '../archive-command.ts'
import { claimRun } from '../claim-run.ts'
import { lockAlone } from '../database/folder-lock.ts'
import { lastScheduledTime, startNightlyBackup } from './nightly-backup.ts'

/** Everything takes longer on a busy machine. */
const TIMEOUT = { timeout: 30_000 }

const started = new Date()
/**
 * The time of the backup, in minutes after midnight. It is half a day from now, so that no test reaches it, neither by
 * its own duration nor by the time that it lets pass.
 */
const at = (started.getHours() * 60 + started.getMinutes() + 12 * 60) % (24 * 60)
const backup = { to: join(tmpdir(), 'nirgends'), at, keptDays: 7 }
const HOUR_MS = 60 * 60 * 1000
const GOOD: CommandOutcome = { result: 'good', output: 'gut' }

/** Starts the nightly job in a process that checks every few milliseconds. `runs` counts its runs. */
function nightly(app: TestApp, run: RunCommand = async () => GOOD) {
  const job = { runs: 0, stop: async () => {} }
  const count: RunCommand = async (signal) => {
    job.runs += 1
    return run(signal)
  }
  job.stop = startNightlyBackup(app.services, { run: count, lookEveryMs: 5, heartbeatEveryMs: 5 })
  onTestFinished(job.stop)
  return job
}

const rowOf = async ({ services }: TestApp) =>
  services.db.selectFrom('upkeepRuns').selectAll().executeTakeFirst()

test('it is due at its time each day or each full hour, and a missed one as soon as a process runs', () => {
  const daily = (text: string) => lastScheduledTime(new Date(text), 3 * 60 + 30)
  expect(daily('2026-11-21T03:29:59')).toEqual(new Date('2026-11-20T03:30:00'))
  expect(daily('2026-11-21T03:30:00')).toEqual(new Date('2026-11-21T03:30:00'))
  expect(daily('2026-11-21T23:00:00')).toEqual(new Date('2026-11-21T03:30:00'))
  const hourly = (text: string) => lastScheduledTime(new Date(text), 'hourly')
  expect(hourly('2026-11-21T03:59:59')).toEqual(new Date('2026-11-21T03:00:00'))
  expect(hourly('2026-11-21T04:00:00')).toEqual(new Date('2026-11-21T04:00:00'))
})

test('one of several processes makes it, once a day', async () => {
  const one = await startApp({ backup })
  const two = await startApp({ backup }, { beside: one })
  const [first, second] = [nightly(one), nightly(two)]
  const jobs = [first, second]
  const runs = () => jobs.reduce((sum, job) => sum + job.runs, 0)
  await expect.poll(runs, TIMEOUT).toBe(1)
  await expect.poll(async () => (await rowOf(one))?.endedAt, TIMEOUT).toEqual(expect.any(String))
  // The jobs are stopped before the clocks are moved. Otherwise a process with the old time would regard the time of
  // a new claim as one from before a clock was set back.
  await Promise.all([first.stop(), second.stop()])
  const next = [await startApp({ backup }, { beside: one }), await startApp({ backup }, { beside: one })]
  for (const app of next) app.passTime(25 * HOUR_MS)
  jobs.push(...next.map((app) => nightly(app)))
  await expect.poll(runs, TIMEOUT).toBe(2)
  await expect
    .poll(async () => rowOf(one), TIMEOUT)
    .toMatchObject({ job: 'backup', failure: null, report: 'gut', endedAt: expect.any(String) })
  expect(runs()).toBe(2)
})

test('a failure is stored for monitoring, beside the time of the last success', async () => {
  const app = await startApp({ backup, metrics: { listen: undefined, token: 'x'.repeat(16) } })
  nightly(app, async () => ({ result: 'failed', output: 'Kein Platz' }))
  await expect.poll(async () => (await rowOf(app))?.failure, TIMEOUT).toBe('Kein Platz')
  const text = await app.services.metrics.text()
  expect(text).toContain('\ntonarchiv_backup_failed 1\n')
  expect(text).not.toContain('\ntonarchiv_backup_succeeded_timestamp_seconds ')
})

test('one that the end of the server interrupts starts again with the next server', async () => {
  const app = await startApp({ backup })
  const first = nightly(app, async (signal) => {
    await once(signal, 'abort')
    return { result: 'failed', output: 'abgebrochen' }
  })
  await expect.poll(() => first.runs, TIMEOUT).toBe(1)
  await first.stop()
  expect(await rowOf(app)).toMatchObject({ endedAt: null, failure: null })
  const second = nightly(await startApp({ backup }, { beside: app }))
  await expect.poll(async () => (await rowOf(app))?.succeededAt, TIMEOUT).toEqual(expect.any(String))
  expect([first.runs, second.runs]).toEqual([1, 1])
})

test('one whose process was killed starts again, one whose process is alive does not', async () => {
  const app = await startApp({ backup })
  const { db, now } = app.services
  // The run of a process that is killed. Other processes notice this only by the missing heartbeats.
  const other = await claimRun(db, 'backup', lastScheduledTime(now(), backup.at), now)
  const job = nightly(app)
  const looked = async () => {
    const before = await rowOf(app)
    expect(await claimRun(db, 'backup', lastScheduledTime(now(), backup.at), now)).toBeUndefined()
    expect(await rowOf(app)).toEqual(before)
  }
  await looked()
  app.passTime(50_000)
  await other?.heartbeat()
  app.passTime(50_000)
  await looked()
  expect(job.runs).toBe(0)
  app.passTime(50_000)
  await expect.poll(() => job.runs, TIMEOUT).toBe(1)
  await expect.poll(async () => (await rowOf(app))?.report, TIMEOUT).toBe('gut')
  // The process of the first run was only suspended. It must not overwrite the run that has replaced its own.
  await other?.failed('zu spät')
  expect(await rowOf(app)).toMatchObject({ failure: null, report: 'gut' })
})

test('a run that takes hours stays with its process', async () => {
  const app = await startApp({ backup })
  const other = await startApp({ backup }, { beside: app })
  const end = Promise.withResolvers<CommandOutcome>()
  const job = nightly(app, async () => end.promise)
  await expect.poll(() => job.runs, TIMEOUT).toBe(1)
  const second = nightly(other)
  for (let minute = 0; minute < 5; minute += 1) {
    app.passTime(50_000)
    const beatAt = app.services.now().toISOString()
    await expect.poll(async () => String((await rowOf(app))?.heartbeatAt) >= beatAt, TIMEOUT).toBe(true)
    other.passTime(50_000)
  }
  end.resolve(GOOD)
  await expect.poll(async () => (await rowOf(app))?.report, TIMEOUT).toBe('gut')
  expect([job.runs, second.runs]).toEqual([1, 0])
})

test('a clock that was set back by days stops no backup', async () => {
  const app = await startApp({ backup })
  const { db, now } = app.services
  const tomorrow = () => new Date(now().getTime() + 30 * HOUR_MS)
  const ahead = await claimRun(db, 'backup', lastScheduledTime(tomorrow(), backup.at), tomorrow)
  await ahead?.succeeded('mit falscher Uhr')
  const job = nightly(app)
  await expect.poll(async () => (await rowOf(app))?.report, TIMEOUT).toBe('gut')
  expect(job.runs).toBe(1)
  const hanging = await claimRun(db, 'backup', lastScheduledTime(tomorrow(), backup.at), tomorrow)
  expect(hanging).toBeDefined()
  await expect.poll(() => job.runs, TIMEOUT).toBe(2)
})

test('it waits for another backup that works with the same folder', async () => {
  const to = await mkdtemp(join(tmpdir(), 'tonarchiv-nightly-'))
  onTestFinished(async () => rm(to, { recursive: true, force: true }))
  const app = await startApp({ backup: { ...backup, to } })
  const lock = lockAlone(to)
  onTestFinished(() => lock.release())
  const real = archiveCommand(['backup'], { ...settingsOf(app), BACKUP_DIR: to })
  const busy = await real(new AbortController().signal)
  expect(busy).toMatchObject({ result: 'busy', output: expect.stringContaining('works with') })

  const outcomes = [busy, GOOD]
  const job = nightly(app, async () => outcomes.shift() ?? GOOD)
  await expect.poll(async () => (await rowOf(app))?.report, TIMEOUT).toBe('gut')
  expect(job.runs).toBe(2)
  expect((await rowOf(app))?.failure).toBeNull()
})

test('the setting alone is enough for a real backup in a separate process', async () => {
  const to = await mkdtemp(join(tmpdir(), 'tonarchiv-nightly-'))
  onTestFinished(async () => rm(to, { recursive: true, force: true }))
  const app = await startApp({ backup: { ...backup, to } })
  nightly(app, archiveCommand(['backup'], { ...settingsOf(app), BACKUP_DIR: to }))
  await eventually(async () =>
    expect(await rowOf(app)).toMatchObject({ failure: null, report: expect.stringContaining(to) }),
  )
})
