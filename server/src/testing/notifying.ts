import { sendDigestPreview } from '@tonarchiv/contract/digest'
import {
  changeNotificationSettings,
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  NOTICE_TOPICS,
  type NoticeChannel,
  type NoticeKind,
} from '@tonarchiv/contract/notification-settings'
import { readable } from './emails.ts'
import { eventually } from './eventually.ts'
import { EVERY_NOTICE, type Member } from './every-notice.ts'
import { startPushService } from './push/push-service.ts'
import { startSmtpServer } from './smtp-server.ts'
import { startApp } from './start-app.ts'

/** An app with a push service and a mail server, and the members who cause notices. */
export async function startNotifying() {
  const service = await startPushService()
  const smtp = await startSmtpServer()
  const app = await startApp(
    {
      ...service.settings,
      invitations: { isEnabled: true, quota: 5, stayDays: null },
      mail: { kind: 'smtp', url: smtp.url, from: 'Archiv <post@beispiel.de>' },
    },
    { times: { lookForPushMessagesEveryMs: 20 } },
  )
  const cast = {
    app,
    mara: await app.signIn({ username: 'mara' }),
    admin: await app.signIn({ isAdmin: true }),
  }
  /** The digest of a member; the empty text when there is none. */
  const digestOf = async ({ token, email }: Member): Promise<string> => {
    const { method, path } = sendDigestPreview
    const answer = await app.fetch(path, { method, headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) return ''
    const arrived = () =>
      smtp.received.find(({ to, source }) => to.includes(email) && source.includes('List-Unsubscribe:'))
    return eventually(() => {
      const found = arrived()
      if (found === undefined) throw new Error('The digest has not arrived')
      return readable(found.source)
    })
  }
  return { cast, service, digestOf }
}

/** Lets a member choose exactly these channels for a kind of notice, as far as the kind lets members choose. */
export async function choose(
  { call }: Member,
  kind: NoticeKind,
  chosen: readonly NoticeChannel[] | undefined,
): Promise<void> {
  const topic = NOTICE_KINDS[kind]
  for (const channel of NOTICE_CHANNELS)
    if (chosen !== undefined && typeof NOTICE_TOPICS[topic][channel] === 'boolean')
      await call(changeNotificationSettings, {
        body: { choice: { topic, channel, isOn: chosen.includes(channel) } },
      })
}

/** The channels on which a notice must arrive according to `NOTICE_TOPICS` and the choice of the member. */
export function channelsOf(kind: NoticeKind, chosen: readonly NoticeChannel[] | undefined): NoticeChannel[] {
  const topic: Record<NoticeChannel, boolean | 'always' | 'never'> = NOTICE_TOPICS[NOTICE_KINDS[kind]]
  return NOTICE_CHANNELS.filter((channel) => {
    const cell = topic[channel]
    if (channel === 'mail' && EVERY_NOTICE[kind].digestSays === null) return false
    return typeof cell === 'boolean' ? (chosen?.includes(channel) ?? cell) : cell === 'always'
  })
}
