import * as contract from '@tonarchiv/contract/digest'
import { notFound, rateLimited } from '@tonarchiv/contract/refusal'
import type { FastifyReply } from 'fastify'
import { changeSettings, readerOf, settingsOfOne } from '#features/notifications/index.ts'
import { findUserById } from '#features/users/index.ts'
import type { Bind } from '#http/bind.ts'
import { enqueueEmail } from '#mail/mail.ts'
import { Refused } from '#platform/refused.ts'
import { consume, refund } from '#rate-limits/persistent-rate-limits.ts'
import type { Services } from '#services.ts'
import { composeDigest, type DigestNeeds } from './compose.ts'
import { accountIn } from './links.ts'
import type { SentRhythm } from './schedule/next-digest.ts'
import { askPage, endedPage, keptPage, pageHeaders, unknownLinkPage } from './pages.ts'
import { periodOf } from './send-digests.ts'
import { lastRhythm } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PREVIEW_WINDOW_SECONDS = 5 * 60

export function registerPreview(bind: Bind, needs: DigestNeeds): void {
  const { services } = needs
  const { db, now, mailer } = services
  bind(contract.sendDigestPreview, async ({ caller }) => {
    const limits = [
      { name: 'digest preview', by: caller.id, maxAttempts: 1, windowSeconds: PREVIEW_WINDOW_SECONDS },
    ]
    await consume(services, limits).catch((error: unknown) => {
      if (!(error instanceof Refused && error.refusal.code === rateLimited.code)) throw error
      const seconds = error.details.retryAfterSeconds ?? PREVIEW_WINDOW_SECONDS
      throw new Refused(contract.previewTooSoon, { values: { n: seconds }, retryAfterSeconds: seconds })
    })
    const { digest, timeZone } = await settingsOfOne(db, caller.id)
    const rhythm: SentRhythm = digest === 'daily' ? 'daily' : 'weekly'
    const at = now()
    const period = periodOf(new Date(at.getTime() - 7 * DAY_MS).toISOString(), rhythm, at)
    const reader = await readerOf(services, caller.id)
    const email = reader && (await composeDigest(needs, reader, { rhythm, timeZone, period }))
    if (email === undefined) {
      await refund(services, limits)
      throw new Refused(contract.emptyDigest)
    }
    await enqueueEmail(db, at, email)
    mailer.wake()
    return { success: true }
  })
}

/** The pages behind the link in each digest. They need no session: the link is the credential. */
export function registerUnsubscribe(bind: Bind, services: Services): void {
  const { db, secret, config } = services
  const refused = (_refused: Refused, reply: FastifyReply) =>
    reply.headers(pageHeaders).send(unknownLinkPage(config.siteTitle))

  /** @throws Refused `notFound` for a link that was changed, and when the account was deleted */
  const accountOf = async (token: string): Promise<string> => {
    const userId = accountIn(secret, token)
    const user = userId === undefined ? undefined : await findUserById(db, userId)
    if (user === undefined) throw new Refused(notFound)
    return user.id
  }

  bind(
    contract.openUnsubscribePage,
    async ({ params: { token }, reply }) => {
      await accountOf(token)
      return reply.headers(pageHeaders).send(askPage(config.siteTitle, token))
    },
    refused,
  )
  bind(
    contract.unsubscribeFromDigest,
    async ({ params: { token }, reply }) => {
      const userId = await accountOf(token)
      await changeSettings(services, userId, { digest: 'off' })
      return reply.headers(pageHeaders).send(endedPage(config.siteTitle, token))
    },
    refused,
  )
  bind(
    contract.resubscribeToDigest,
    async ({ params: { token }, reply }) => {
      const userId = await accountOf(token)
      const { digest } = await settingsOfOne(db, userId)
      if (digest === 'off')
        await changeSettings(services, userId, { digest: (await lastRhythm(db, userId)) ?? 'weekly' })
      return reply.headers(pageHeaders).send(keptPage(config.siteTitle))
    },
    refused,
  )
}
