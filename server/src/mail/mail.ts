import type { Kysely } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'
import type { Database } from '#database/open.ts'
import type { Log } from '#platform/log.ts'

export interface Letter {
  /** The account it concerns. */
  userId: string
  recipient: string
  subject: string
  text: string
  html: string
}

/** Delivers one letter. It fails by throwing; the letter is then tried again later. */
export interface MailTransport {
  deliver(letter: Letter & { id: string; createdAt: Date }): Promise<void>
  /** Removes what is kept here of letters that concern this account. */
  forget?(userId: string): Promise<void>
  /** Removes what has been kept here since before this moment. */
  forgetBefore?(before: Date): Promise<void>
  close(): void
}

/** Keeps a letter with the transaction that makes it necessary, so that neither is without the other. */
export async function keepLetter(
  db: Kysely<Schema>,
  now: Date,
  { userId, recipient, subject, text, html }: Letter,
): Promise<void> {
  await db
    .insertInto('letters')
    .values({
      id: newId(),
      userId,
      recipient,
      subject,
      bodyText: text,
      bodyHtml: html,
      tries: 0,
      nextTryAt: now.toISOString(),
      createdAt: now.toISOString(),
    })
    .execute()
}

/** Sends kept letters in the background. */
export interface Mailer {
  /** Looks for due letters now; call it after the commit. */
  wake(): void
  /** Removes delivered letters that concern this account, where they are kept here. */
  forget(userId: string): Promise<void>
  /** Removes delivered letters that were kept here for long enough. */
  forgetOld(): Promise<void>
  close(): Promise<void>
}

/** Pauses before the 2nd, 3rd, … try. See docs/security-requirements.md R-10. */
const PAUSES_MINUTES = [1, 5, 15, 60]
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
/** While a process tries a letter, no other one does. */
const CLAIM_MS = 2 * 60 * 1000
const LOOK_EVERY_MS = 30_000
/** How long delivered letters are kept, where they are files: their links are over by then. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

export function startMailer(
  { db, now, log }: { db: Database; now: () => Date; log: Log },
  transport: MailTransport,
): Mailer {
  let closed = false
  let working: Promise<void> | undefined
  let wokenMeanwhile = false

  const timer = setInterval(wake, LOOK_EVERY_MS)
  timer.unref()

  function wake(): void {
    if (closed) return
    if (working !== undefined) {
      wokenMeanwhile = true
      return
    }
    working = sendDue()
      .catch((error: unknown) => log.error({ err: error }, 'letters could not be read'))
      .finally(() => {
        working = undefined
        if (wokenMeanwhile) {
          wokenMeanwhile = false
          wake()
        }
      })
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      if (closed) return
      const time = now()
      const letter = await db
        .selectFrom('letters')
        .selectAll()
        .where('nextTryAt', '<=', time.toISOString())
        .orderBy('nextTryAt')
        .limit(1)
        .executeTakeFirst()
      if (letter === undefined) return
      const claimed = await db
        .updateTable('letters')
        .set({ nextTryAt: new Date(time.getTime() + CLAIM_MS).toISOString() })
        .where('id', '=', letter.id)
        .where('nextTryAt', '=', letter.nextTryAt)
        .executeTakeFirst()
      if (claimed.numUpdatedRows === 0n) continue
      try {
        await transport.deliver({
          id: letter.id,
          createdAt: new Date(letter.createdAt),
          userId: letter.userId,
          recipient: letter.recipient,
          subject: letter.subject,
          text: letter.bodyText,
          html: letter.bodyHtml,
        })
        const { numDeletedRows } = await db
          .deleteFrom('letters')
          .where('id', '=', letter.id)
          .executeTakeFirst()
        // Its account has gone while it was delivered.
        if (numDeletedRows === 0n) await transport.forget?.(letter.userId)
      } catch (error) {
        await postpone(letter, error)
      }
    }
  }

  async function postpone(
    letter: { id: string; tries: number; createdAt: string },
    error: unknown,
  ): Promise<void> {
    const time = now().getTime()
    const facts = {
      letterId: letter.id,
      tries: letter.tries + 1,
      reason: reasonOf(error),
    }
    if (time - Date.parse(letter.createdAt) > GIVE_UP_AFTER_MS) {
      await db.deleteFrom('letters').where('id', '=', letter.id).execute()
      log.error(facts, 'a letter could not be sent for a day and was given up')
      return
    }
    const minutes = PAUSES_MINUTES[Math.min(letter.tries, PAUSES_MINUTES.length - 1)] ?? 60
    await db
      .updateTable('letters')
      .set({ tries: letter.tries + 1, nextTryAt: new Date(time + minutes * 60_000).toISOString() })
      .where('id', '=', letter.id)
      .execute()
    log.warn(facts, 'a letter could not be sent and will be tried again')
  }

  return {
    wake,
    forget: async (userId) => transport.forget?.(userId),
    forgetOld: async () => transport.forgetBefore?.(new Date(now().getTime() - KEPT_MS)),
    close: async () => {
      closed = true
      clearInterval(timer)
      await working
      transport.close()
    },
  }
}

/** What is said of a failure in the log: mail servers put the recipient's address into their sentences, so only codes. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const parts = ['code', 'command', 'responseCode'].flatMap((name) => {
    const part: unknown = Reflect.get(error, name)
    return typeof part === 'string' || typeof part === 'number' ? [String(part)] : []
  })
  return parts.length === 0 ? error.name : parts.join(' ')
}
