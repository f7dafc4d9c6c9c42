import { quietUntil, readerOf, settingsOfOne } from '#features/notifications/index.ts'
import { countWaitingEmails, enqueueEmail } from '#mail/mail.ts'
import { backgroundWorker } from '#platform/background-worker.ts'
import { composeDigest, type DigestNeeds } from './compose.ts'
import type { Period } from './content/read-content.ts'
import { nextDigestAt, type SentRhythm } from './schedule/next-digest.ts'
import {
  deleteDigest,
  type DigestRow,
  findChangedSettings,
  findDueDigest,
  moveDigest,
  putDigest,
} from './store.ts'

const LOOK_EVERY_MS = 30_000
/** Digests are made only while fewer emails wait, because each contains pictures. */
const WAITING_EMAILS_MAX = 50
const DAY_MS = 24 * 60 * 60 * 1000
/** A digest that could not be sent for this long is skipped. The next digest also covers its period. */
const TOO_LATE_MS = DAY_MS
/** The longest period that a digest covers. */
const COVERED_MAX_MS = 8 * DAY_MS
const AHEAD_MS = { daily: DAY_MS, weekly: 7 * DAY_MS } as const

export interface DigestSender {
  wake(): void
  close(): Promise<void>
}

/** Sends digests when they are due, each by one of the processes. */
export function startDigests(needs: DigestNeeds, lookEveryMs = LOOK_EVERY_MS): DigestSender {
  const { db, now, log, mailer } = needs.services
  const closing = new AbortController()
  const worker = backgroundWorker(sendDue, (error) => log.error({ err: error }, 'digests could not be sent'))
  const timer = setInterval(worker.wake, lookEveryMs)
  timer.unref()

  async function sendDue(): Promise<void> {
    await applyChangedSettings(needs)
    while (!closing.signal.aborted && (await countWaitingEmails(db)) < WAITING_EMAILS_MAX) {
      const due = await findDueDigest(db, now().toISOString())
      if (due === undefined) return
      await sendDigest(needs, due)
      mailer.wake()
    }
  }

  worker.wake()
  return {
    wake: worker.wake,
    close: async () => {
      closing.abort()
      clearInterval(timer)
      await worker.close()
    },
  }
}

/** Sets the next time for accounts that have switched digests on, or have changed their rhythm or time zone. */
async function applyChangedSettings({ services: { db, now } }: DigestNeeds): Promise<void> {
  for (const { userId, digest, timeZone, coveredUntil } of await findChangedSettings(db)) {
    if (digest === 'off') continue
    const at = now()
    await putDigest(db, {
      userId,
      rhythm: digest,
      timeZone,
      dueAt: nextDigestAt(digest, timeZone, at).toISOString(),
      coveredUntil: coveredUntil ?? at.toISOString(),
    })
  }
}

/**
 * Sends a digest that is due. The email is stored in the transaction that moves the digest to its next time. So the
 * email is sent once, even after a crash and when several processes try it.
 */
async function sendDigest(needs: DigestNeeds, due: DigestRow): Promise<void> {
  const { db, now } = needs.services
  const at = now()
  const settings = await settingsOfOne(db, due.userId)
  if (settings.digest === 'off') return deleteDigest(db, due.userId)
  const quietEnd = quietUntil(settings, at)
  if (quietEnd !== undefined) {
    await moveDigest(db, due, { dueAt: quietEnd.toISOString() })
    return
  }
  const { rhythm, timeZone } = due
  const next = { dueAt: nextDigestAt(rhythm, timeZone, at).toISOString() }
  if (at.getTime() - Date.parse(due.dueAt) > TOO_LATE_MS) {
    await moveDigest(db, due, next)
    return
  }
  const reader = await readerOf(needs.services, due.userId)
  const period = periodOf(due.coveredUntil, rhythm, at)
  const email = reader && (await composeDigest(needs, reader, { rhythm, timeZone, period }))
  await db.transaction().execute(async (trx) => {
    const isOurs = await moveDigest(trx, due, { ...next, coveredUntil: at.toISOString() })
    if (isOurs && email !== undefined) await enqueueEmail(trx, at, email)
  })
}

export function periodOf(coveredUntil: string, rhythm: SentRhythm, until: Date): Period {
  const since = new Date(Math.max(Date.parse(coveredUntil), until.getTime() - COVERED_MAX_MS))
  return { since, until, ahead: new Date(until.getTime() + AHEAD_MS[rhythm]) }
}
