import { postMessage } from '@tonarchiv/contract/chat'
import { muteConversation } from '@tonarchiv/contract/conversations'
import { sendDigestPreview } from '@tonarchiv/contract/digest'
import { requestFriend } from '@tonarchiv/contract/friends'
import {
  changeNotificationSettings,
  getNotificationSettings,
} from '@tonarchiv/contract/notification-settings'
import { listNotices, readAllNotices } from '@tonarchiv/contract/notifications'
import { deleteAccount } from '@tonarchiv/contract/auth'
import { expect, test } from 'vitest'
import { readable } from '#testing/emails.ts'
import { eventually } from '#testing/eventually.ts'
import { privateConversation } from '#testing/private-conversation.ts'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startSmtpServer } from '#testing/smtp-server.ts'
import { type Call, startApp } from '#testing/start-app.ts'
import { unsubscribeUrl } from './links.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

async function startMailing({ rateLimitFactor = 1000 } = {}) {
  const smtp = await startSmtpServer()
  const settings = {
    rateLimitFactor,
    mail: { kind: 'smtp', url: smtp.url, from: 'Archiv <post@beispiel.de>' },
  } as const
  const times = { lookForDigestsEveryMs: 100 }
  const app = await startApp(settings, { times })
  const [mara, tom] = [await app.signIn({ username: 'mara' }), await app.signIn({ username: 'tom' })]
  const due = async () =>
    (await app.services.db.selectFrom('digests').select(['userId', 'dueAt', 'coveredUntil']).execute()).map(
      (row) => row,
    )
  return {
    app,
    smtp,
    mara,
    tom,
    due,
    startBeside: async () => startApp(settings, { beside: app, times }),
    /** Moves the clock to the time at which the digest of an account is due. */
    passUntilDue: async () => {
      const [row] = await due()
      app.passTime(Date.parse(row?.dueAt ?? '') - app.services.now().getTime() + 1000)
    },
  }
}

const wants = async (member: { call: Call }, digest: 'off' | 'daily' | 'weekly') =>
  member.call(changeNotificationSettings, { body: { digest, timeZone: 'Europe/Berlin' } })

test('a daily digest contains what was missed, once, and is not sent when nothing was', async () => {
  const { app, smtp, mara, tom, due, passUntilDue, startBeside } = await startMailing()
  const beside = await startBeside()
  await wants(tom, 'daily')
  await eventually(async () => expect(await due()).toHaveLength(1))
  await mara.call(postMessage, { body: { message: '@tom hörst du die <Bridge>?' } })
  await mara.call(requestFriend, { body: { friendId: tom.id } })
  const admin = await app.signIn({ isAdmin: true })
  await addSampleAlbum(admin, { albumTitel: 'Kassettendeck', cover: 'cover.jpg' })
  await eventually(async () => expect((await tom.call(listNotices, { query: {} })).notices).toHaveLength(3))
  await passUntilDue()
  beside.passTime(app.services.now().getTime() - beside.services.now().getTime())
  await eventually(() => expect(smtp.received).toHaveLength(1))
  const [email] = smtp.received
  expect(email?.to).toEqual([tom.email])
  const text = readable(email?.source ?? '')
  expect(text).toContain('Dein Tag im Archiv: ein neues Album und 2 Mitteilungen für dich')
  expect(text).toContain('„@tom hörst du die <Bridge>?“')
  expect(text).toContain('„@tom hörst du die &lt;Bridge&gt;?“')
  expect(text).toContain('Kassettendeck')
  expect(text).toContain('multipart/alternative')
  expect(text).toMatch(/Content-I[Dd]: <cover-[0-9a-f]{24}>/)
  expect(text).not.toMatch(/<img[^>]+src="https?:/)
  const before = await due()
  await passUntilDue()
  beside.passTime(app.services.now().getTime() - beside.services.now().getTime())
  await eventually(async () => expect(await due()).not.toEqual(before))
  expect(smtp.received).toHaveLength(1)
})

test('a weekly digest comes on Sunday, can be ended with one press, and says nothing of what was muted', async () => {
  const { app, smtp, mara, tom, due, passUntilDue } = await startMailing()
  await wants(tom, 'weekly')
  await eventually(async () => expect(await due()).toHaveLength(1))
  const [row] = await due()
  expect(new Date(row?.dueAt ?? '').getUTCDay()).toBe(0)
  const mute = async (muteChatMinutes: number) =>
    tom.call(changeNotificationSettings, { body: { muteChatMinutes } })
  const conversationId = await privateConversation(app, [mara, tom])
  await tom.call(muteConversation, { params: { id: conversationId }, body: { isMuted: true } })
  const choice = { topic: 'directMessages', channel: 'mail', isOn: true } as const
  await tom.call(changeNotificationSettings, { body: { choice } })
  const mentioned = async (text: string, count: number, inConversation: { conversationId?: string } = {}) => {
    await mara.call(postMessage, { body: { message: `@tom ${text}`, ...inConversation } })
    await eventually(async () =>
      expect((await tom.call(listNotices, { query: {} })).notices).toHaveLength(count),
    )
  }
  await mute(60)
  await mentioned('in der Stille', 1)
  await mute(0)
  await mentioned('im stummen Gespräch', 2, { conversationId })
  await mentioned('danach', 3)
  await passUntilDue()
  await eventually(() => expect(smtp.received).toHaveLength(1))
  const text = readable((smtp.received[0]?.source ?? '').replaceAll('\r\n ', ' '))
  expect(text).toMatch(/^Subject: \S*Deine_Woche_im_Archiv:_eine_Mitteilung/m)
  expect(text).toMatch(/^List-Unsubscribe: <https?:\/\/\S+\/api\/digest\/unsubscribe\/\S+>\r?$/m)
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  expect(text).toContain('„@tom danach“')
  for (const muted of ['in der Stille', 'im stummen Gespräch']) expect(text).not.toContain(muted)
})

test('a digest is off by default, and contains nothing that was read', async () => {
  const { smtp, mara, tom, due, passUntilDue } = await startMailing()
  expect((await tom.call(getNotificationSettings, {})).settings.digest).toBe('off')
  await wants(tom, 'weekly')
  await eventually(async () => expect(await due()).toHaveLength(1))
  await mara.call(postMessage, { body: { message: '@tom gelesen' } })
  await eventually(async () => expect((await tom.call(listNotices, { query: {} })).notices).toHaveLength(1))
  await tom.call(readAllNotices, {})
  const before = await due()
  await passUntilDue()
  await eventually(async () => expect(await due()).not.toEqual(before))
  expect(smtp.received).toEqual([])
})

test('the link in a digest ends it by one POST without a session, and only opening it ends nothing', async () => {
  const { app, smtp, mara, tom } = await startMailing()
  await wants(tom, 'daily')
  await mara.call(postMessage, { body: { message: '@tom hallo' } })
  await eventually(async () => expect((await tom.call(listNotices, { query: {} })).notices).toHaveLength(1))
  await tom.call(sendDigestPreview, {})
  await eventually(() => expect(smtp.received).toHaveLength(1))
  const source = (smtp.received[0]?.source ?? '').replaceAll('\r\n ', ' ')
  expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const url = /List-Unsubscribe: <([^>]+)>/.exec(source)?.[1] ?? ''
  const { pathname } = new URL(url)
  const rhythm = async () => (await tom.call(getNotificationSettings, {})).settings.digest

  const opened = await app.fetch(pathname)
  expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await opened.text()).toContain('Übersicht abbestellen?')
  expect(await rhythm()).toBe('daily')

  const forms = 'application/x-www-form-urlencoded'
  const post = async (path: string, contentType = forms) =>
    app.fetch(path, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: 'List-Unsubscribe=One-Click',
    })
  const ended = await post(pathname)
  expect(ended.status).toBe(200)
  expect(await ended.text()).toContain('Du bekommst keine Übersicht mehr')
  expect(await rhythm()).toBe('off')
  expect((await post(pathname)).status).toBe(200)

  const kept = await post(pathname.replace('/unsubscribe/', '/resubscribe/'))
  expect(await kept.text()).toContain('Du bekommst die Übersicht weiter')
  expect(await rhythm()).not.toBe('off')
})

test('a guessed link does not end the digest of another member', async () => {
  const { app, mara, tom } = await startMailing()
  await wants(tom, 'daily')
  const own = new URL(unsubscribeUrl(app.services, mara.id)).pathname
  const signature = own.split('.').at(-1) ?? ''
  for (const token of [tom.id, `${tom.id}.`, `${tom.id}.${signature}`, 'x'.repeat(100)]) {
    const { status } = await app.fetch(`/api/digest/unsubscribe/${token}`, { method: 'POST' })
    expect(status).toBe(404)
  }
  const page = await app.fetch(`/api/digest/unsubscribe/${tom.id}.x`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('Dieser Link gilt nicht mehr')
  expect((await tom.call(getNotificationSettings, {})).settings.digest).toBe('daily')
})

test('a preview is sent at most once in five minutes, and not without content', async () => {
  const { app, smtp, mara, tom } = await startMailing({ rateLimitFactor: 1 })
  expect((await tom.refusal(sendDigestPreview)).body.code).toBe('EMPTY_DIGEST')
  await mara.call(postMessage, { body: { message: '@tom hallo' } })
  await eventually(async () => expect((await tom.call(listNotices, { query: {} })).notices).toHaveLength(1))
  await tom.call(sendDigestPreview, {})
  await eventually(() => expect(smtp.received).toHaveLength(1))
  const refused = await tom.refusal(sendDigestPreview)
  expect(refused).toMatchObject({ status: 429, body: { code: 'PREVIEW_TOO_SOON' } })
  app.passTime(5 * 60 * 1000 + 1000)
  await tom.call(sendDigestPreview, {})
  await eventually(() => expect(smtp.received).toHaveLength(2))
})

test('a digest waits for the end of the quiet hours', async () => {
  const { smtp, mara, tom, due, passUntilDue } = await startMailing()
  await wants(tom, 'daily')
  const quiet = { isOn: true, fromMinute: 17 * 60, untilMinute: 20 * 60, days: [1, 2, 3, 4, 5, 6, 7] }
  await tom.call(changeNotificationSettings, { body: { quiet } })
  await eventually(async () => expect(await due()).toHaveLength(1))
  await mara.call(postMessage, { body: { message: '@tom hallo' } })
  await eventually(async () => expect((await tom.call(listNotices, { query: {} })).notices).toHaveLength(1))
  const [before] = await due()
  await passUntilDue()
  await eventually(async () => {
    const [after] = await due()
    expect(Date.parse(after?.dueAt ?? '') - Date.parse(before?.dueAt ?? '')).toBe(2 * HOUR_MS)
  })
  expect(smtp.received).toEqual([])
  await passUntilDue()
  await eventually(() => expect(smtp.received).toHaveLength(1))
})

test('after an outage of days no old digest is sent, and the next one covers its time', async () => {
  const { app, smtp, mara, tom, due, passUntilDue } = await startMailing()
  await wants(tom, 'daily')
  await eventually(async () => expect(await due()).toHaveLength(1))
  await mara.call(postMessage, { body: { message: '@tom von damals' } })
  await eventually(async () => expect((await tom.call(listNotices, { query: {} })).notices).toHaveLength(1))
  const [before] = await due()
  app.passTime(3 * DAY_MS)
  await eventually(async () => {
    const [after] = await due()
    expect(after?.dueAt).not.toBe(before?.dueAt)
    expect(after?.coveredUntil).toBe(before?.coveredUntil)
  })
  expect(smtp.received).toEqual([])
  await passUntilDue()
  await eventually(() => expect(smtp.received).toHaveLength(1))
  expect(readable(smtp.received[0]?.source ?? '')).toContain('„@tom von damals“')
})

test('with the account its digests end', async () => {
  const { tom, due } = await startMailing()
  await wants(tom, 'daily')
  await eventually(async () => expect(await due()).toHaveLength(1))
  await tom.call(deleteAccount, { body: { password: tom.password } })
  expect(await due()).toEqual([])
})

test('on the day on which the clocks change, each digest comes at six in the evening of its member, once', async () => {
  const { app, smtp, mara, due, startBeside } = await startMailing()
  const beside = await startBeside()
  const passUntil = (at: string) => {
    for (const one of [app, beside]) one.passTime(Date.parse(at) - one.services.now().getTime())
  }
  const members = await Promise.all(Array.from({ length: 8 }, async () => app.signIn()))
  const inLosAngeles = await app.signIn()
  for (const member of members) await wants(member, 'daily')
  await inLosAngeles.call(changeNotificationSettings, {
    body: { digest: 'daily', timeZone: 'America/Los_Angeles' },
  })
  await eventually(async () => expect(await due()).toHaveLength(9))
  const allDueAt = async (berlin: string, losAngeles: string) =>
    eventually(async () =>
      expect(new Map((await due()).map(({ userId, dueAt }) => [userId, dueAt]))).toEqual(
        new Map([...members.map(({ id }) => [id, berlin] as const), [inLosAngeles.id, losAngeles]]),
      ),
    )
  // Summer time begins in Berlin in this night, and has begun in Los Angeles. Digests that were due before are too old
  // to be sent.
  passUntil('2027-03-28T00:00:00Z')
  await allDueAt('2027-03-28T16:00:00.000Z', '2027-03-28T01:00:00.000Z')
  // No digest has content yet, so that none is sent.
  passUntil('2027-03-28T08:00:00Z')
  await allDueAt('2027-03-28T16:00:00.000Z', '2027-03-29T01:00:00.000Z')
  const { call } = await app.anotherSession(mara)
  for (const { username } of [...members, inLosAngeles])
    await call(postMessage, { body: { message: `@${username} hallo` } })
  await eventually(async () =>
    expect(await app.services.db.selectFrom('notifications').select('id').execute()).toHaveLength(9),
  )

  passUntil('2027-03-28T16:00:01Z')
  await eventually(() => expect(smtp.received.length).toBeGreaterThanOrEqual(members.length))
  // The processes have looked again when the digest of the other time zone arrives.
  passUntil('2027-03-29T01:00:01Z')
  await eventually(() => expect(smtp.received.at(-1)?.to).toEqual([inLosAngeles.email]))
  expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(
    [...members, inLosAngeles].map(({ email }) => email).toSorted(),
  )
})
