import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Services } from '#services.ts'
import { claimWork } from '../claim-work.ts'

const LOOK_EVERY_MS = 60_000
const OUTPUT_MAX = 2000
const program = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))

/** The output of a run and its exit status. */
type Run = (signal: AbortSignal) => Promise<Outcome>

interface Outcome {
  isGood: boolean
  output: string
}

/**
 * Makes a backup once a day at its time, in one process of the installation; the first one, and one that was
 * missed, at once. It runs as a separate process, so that the server is not blocked.
 * @returns a function that stops it
 */
export function startNightlyBackup(
  { db, config, log, metrics, now }: Pick<Services, 'db' | 'config' | 'log' | 'metrics' | 'now'>,
  run?: Run,
  lookEveryMs = LOOK_EVERY_MS,
  environment: NodeJS.ProcessEnv = process.env,
): () => Promise<void> {
  const { backup } = config
  if (backup === undefined) return async () => {}
  const { atMinute, to } = backup
  const stop = new AbortController()
  let working: Promise<void> | undefined

  async function look(): Promise<void> {
    const due = lastScheduledTime(now(), atMinute)
    if (!(await claimWork(db, 'backup', due, now()))) return
    log.info({ to }, 'the nightly backup begins')
    const { isGood, output } = await (run ?? backupCommand(environment))(stop.signal)
    const endedAt = now().toISOString()
    const outcome = isGood ? { succeededAt: endedAt, failure: null } : { failure: output }
    await db
      .updateTable('upkeepRuns')
      .set({ endedAt, ...outcome })
      .where('job', '=', 'backup')
      .execute()
    if (isGood) log.info({ output }, 'the nightly backup is made')
    else log.error({ output }, 'the nightly backup failed')
  }

  function wake(): void {
    if (stop.signal.aborted) return
    working ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'the nightly backup could not be looked after'))
      .finally(() => (working = undefined))
  }

  const lastRun = async () =>
    db.selectFrom('upkeepRuns').selectAll().where('job', '=', 'backup').executeTakeFirst()
  metrics.gauges(
    'tonarchiv_backup_succeeded_timestamp_seconds',
    'When the last nightly backup was made, since 1970.',
    async () => {
      const succeededAt = (await lastRun())?.succeededAt
      return typeof succeededAt === 'string' ? [[{}, Date.parse(succeededAt) / 1000]] : []
    },
  )
  metrics.gauge('tonarchiv_backup_failed', 'Whether the last nightly backup failed: 0 or 1.', async () =>
    Number(typeof (await lastRun())?.failure === 'string'),
  )

  const timer = setInterval(wake, lookEveryMs)
  wake()
  return async () => {
    stop.abort()
    clearInterval(timer)
    await working
  }
}

/** The last time at which a backup was due, in local time. */
export function lastScheduledTime(now: Date, atMinute: number): Date {
  const moment = new Date(now)
  moment.setHours(Math.floor(atMinute / 60), atMinute % 60, 0, 0)
  if (moment > now) moment.setDate(moment.getDate() - 1)
  return moment
}

function backupCommand(environment: NodeJS.ProcessEnv): Run {
  return async (signal) => {
    const child = spawn(process.execPath, [program, 'backup'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
    })
    const end = () => child.kill()
    signal.addEventListener('abort', end)
    let output = ''
    const pruneOld = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_MAX))
    child.stdout.on('data', pruneOld)
    child.stderr.on('data', pruneOld)
    try {
      const [code]: unknown[] = await once(child, 'close')
      return { isGood: code === 0, output: output.trim() }
    } catch (error) {
      return { isGood: false, output: error instanceof Error ? error.message : 'it could not be started' }
    } finally {
      signal.removeEventListener('abort', end)
    }
  }
}
