import type { Kysely, Selectable } from 'kysely'
import { backgroundWorker } from '#platform/background-worker.ts'
import * as z from 'zod/mini'
import { newId } from '#platform/ids.ts'
import type { Schema } from '#database/schema.ts'
import type { Database } from '#database/open.ts'
import type { Log } from '#platform/log.ts'

type EmailRow = Selectable<Schema['letters']>

export interface EmailMessage {
  /** The account that the email concerns. */
  userId: string
  recipient: string
  subject: string
  text: string
  html: string
  /** Pictures that the HTML shows by `cid:`, so that nothing is loaded from elsewhere. */
  pictures?: readonly EmailPicture[]
  /** A link for the headers `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 8058). */
  unsubscribeUrl?: string | undefined
}

/** An inline picture. */
export interface EmailPicture {
  cid: string
  contentType: 'image/jpeg'
  base64: string
}

/** Delivers one email. It throws when the delivery fails; the email is then retried later. */
export interface MailTransport {
  deliver(emailMessage: EmailMessage & { id: string; createdAt: Date }): Promise<void>
  /** Deletes stored emails that concern this account. */
  deleteForAccount?(userId: string): Promise<void>
  /** Deletes emails that were stored before this time. */
  deleteBefore?(before: Date): Promise<void>
  close(): void
}

/** Stores an email in the transaction that causes it, so that both are committed or neither. */
export async function enqueueEmail(
  db: Kysely<Schema>,
  now: Date,
  { userId, recipient, subject, text, html, pictures = [], unsubscribeUrl }: EmailMessage,
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
      pictures: pictures.length === 0 ? null : JSON.stringify(pictures),
      unsubscribeUrl: unsubscribeUrl ?? null,
      tries: 0,
      nextTryAt: now.toISOString(),
      createdAt: now.toISOString(),
    })
    .execute()
}

/** Sends stored emails in the background. */
export interface Mailer {
  /** Checks for due emails now; call it after the commit. */
  wake(): void
  /** Deletes delivered emails that concern this account, where the transport stores them. */
  deleteForAccount(userId: string): Promise<void>
  /**
   * Deletes delivered emails that have been stored for longer than `OUTBOX_TTL_MS`, where the transport stores them.
   */
  deleteOld(): Promise<void>
  close(): Promise<void>
}

/** Pauses before the second, third, … attempt. See docs/security-requirements.md R-10. */
const PAUSES_MINUTES = [1, 5, 15, 60]
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
/** How long a process claims an email that it sends. No other process sends the email during this time. */
const CLAIM_MS = 2 * 60 * 1000
const POLL_EVERY_MS = 30_000
/** How long delivered emails are kept where they are files. The links in them have expired by then. */
const OUTBOX_TTL_MS = 30 * 24 * 60 * 60 * 1000

export function startMailer(
  { db, now, log }: { db: Database; now: () => Date; log: Log },
  transport: MailTransport,
): Mailer {
  let closed = false
  const worker = backgroundWorker(sendDue, (error) => log.error({ err: error }, 'letters could not be read'))
  const timer = setInterval(worker.wake, POLL_EVERY_MS)
  timer.unref()

  async function sendDue(): Promise<void> {
    for (;;) {
      if (closed) return
      const emailMessage = await claimDue(db, now())
      if (emailMessage === 'none') return
      if (emailMessage === 'claimed elsewhere') continue
      try {
        await transport.deliver(messageIn(emailMessage))
        const { numDeletedRows } = await db
          .deleteFrom('letters')
          .where('id', '=', emailMessage.id)
          .executeTakeFirst()
        // The account was deleted while the email was being delivered.
        if (numDeletedRows === 0n) await transport.deleteForAccount?.(emailMessage.userId)
      } catch (error) {
        await postpone(emailMessage, error)
      }
    }
  }

  async function postpone(
    emailMessage: { id: string; tries: number; createdAt: string },
    error: unknown,
  ): Promise<void> {
    const time = now().getTime()
    const details = {
      letterId: emailMessage.id,
      tries: emailMessage.tries + 1,
      reason: reasonOf(error),
    }
    if (time - Date.parse(emailMessage.createdAt) > GIVE_UP_AFTER_MS) {
      await db.deleteFrom('letters').where('id', '=', emailMessage.id).execute()
      log.error(details, 'a letter could not be sent for a day and was given up')
      return
    }
    const minutes = PAUSES_MINUTES[Math.min(emailMessage.tries, PAUSES_MINUTES.length - 1)] ?? 60
    await db
      .updateTable('letters')
      .set({ tries: emailMessage.tries + 1, nextTryAt: new Date(time + minutes * 60_000).toISOString() })
      .where('id', '=', emailMessage.id)
      .execute()
    log.warn(details, 'a letter could not be sent and will be tried again')
  }

  return {
    wake: worker.wake,
    deleteForAccount: async (userId) => transport.deleteForAccount?.(userId),
    deleteOld: async () => transport.deleteBefore?.(new Date(now().getTime() - OUTBOX_TTL_MS)),
    close: async () => {
      closed = true
      clearInterval(timer)
      await worker.close()
      transport.close()
    },
  }
}

const Pictures = z.array(
  z.object({ cid: z.string(), contentType: z.literal('image/jpeg'), base64: z.string() }),
)

function messageIn(row: EmailRow) {
  const { id, userId, recipient, subject, bodyText, bodyHtml, pictures, unsubscribeUrl, createdAt } = row
  return {
    id,
    userId,
    recipient,
    subject,
    text: bodyText,
    html: bodyHtml,
    pictures: pictures === null ? [] : z.parse(Pictures, JSON.parse(pictures)),
    unsubscribeUrl: unsubscribeUrl ?? undefined,
    createdAt: new Date(createdAt),
  }
}

/** The number of emails that wait. A feature that sends many emails checks it, so that it adds only a few at a time. */
export async function countWaitingEmails(db: Kysely<Schema>): Promise<number> {
  const { count } = await db
    .selectFrom('letters')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Claims the email that has been due for the longest time. */
async function claimDue(db: Database, time: Date): Promise<EmailRow | 'none' | 'claimed elsewhere'> {
  const emailMessage = await db
    .selectFrom('letters')
    .selectAll()
    .where('nextTryAt', '<=', time.toISOString())
    .orderBy('nextTryAt')
    .limit(1)
    .executeTakeFirst()
  if (emailMessage === undefined) return 'none'
  const claimed = await db
    .updateTable('letters')
    .set({ nextTryAt: new Date(time.getTime() + CLAIM_MS).toISOString() })
    .where('id', '=', emailMessage.id)
    .where('nextTryAt', '=', emailMessage.nextTryAt)
    .executeTakeFirst()
  return claimed.numUpdatedRows === 0n ? 'claimed elsewhere' : emailMessage
}

/**
 * Describes a failure for the log. Only codes are logged, because the messages of mail servers contain the address of
 * the recipient.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const codes = ['code', 'command', 'responseCode'].flatMap((name) => {
    const code: unknown = Reflect.get(error, name)
    return typeof code === 'string' || typeof code === 'number' ? [String(code)] : []
  })
  return codes.length === 0 ? error.name : codes.join(' ')
}
