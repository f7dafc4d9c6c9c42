import { register, verifyEmail } from '@tonarchiv/contract/auth'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { logTo } from '#platform/log.ts'
import { enqueueEmail, startMailer } from './mail.ts'
import { signIn } from '#testing/sign-in.ts'
import { emailsTo } from '#testing/emails.ts'
import { startSmtpServer } from '#testing/smtp-server.ts'
import { startApp } from '#testing/start-app.ts'

const newcomer = { email: 'jörg@beispiel.de', username: 'joerg', password: 'ein gutes Passwort' }

test('with a mail server the email arrives there, as text and HTML, and its link works', async () => {
  const smtp = await startSmtpServer()
  const app = await startApp({ mail: { kind: 'smtp', url: smtp.url, from: 'Archiv <post@beispiel.de>' } })
  await app.call(register, { body: { ...newcomer, email: 'joerg@beispiel.de' } })
  const emailMessage = await eventually(() => {
    const [first] = smtp.received
    if (first === undefined) throw new Error('Nothing yet')
    return first
  })
  expect(emailMessage.to).toEqual(['joerg@beispiel.de'])
  const source = emailMessage.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(source).toContain('From: Archiv <post@beispiel.de>')
  expect(source).toContain('text/plain')
  expect(source).toContain('text/html')
  const token = /verify-email\?token=([\w-]+)/.exec(source)?.[1] ?? ''
  expect((await app.call(verifyEmail, { body: { token } })).user?.emailVerified).toBe(true)
})

test('while the mail server is unavailable registration works, and the email is sent later, once', async () => {
  const smtp = await startSmtpServer()
  smtp.isFull = true
  const app = await startApp({ mail: { kind: 'smtp', url: smtp.url, from: 'Archiv <post@beispiel.de>' } })
  const answer = await app.call(register, { body: { ...newcomer, email: 'joerg@beispiel.de' } })
  expect(answer.success).toBe(true)
  const { db, mailer } = app.services
  await eventually(async () => {
    expect(await db.selectFrom('letters').select('tries').execute()).toEqual([{ tries: 1 }])
  })
  mailer.wake()
  smtp.isFull = false
  app.passTime(61_000)
  mailer.wake()
  await eventually(() => expect(smtp.received).toHaveLength(1))
  await eventually(async () => expect(await db.selectFrom('letters').selectAll().execute()).toEqual([]))
})

test('with several processes each email is sent by one of them', async () => {
  const app = await startApp()
  const { db, now, log } = app.services
  const { id: userId } = await app.signIn()
  const recipients = Array.from({ length: 30 }, (_, number) => `post${number}@beispiel.de`)
  for (const recipient of recipients)
    await enqueueEmail(db, now(), { userId, recipient, subject: 'Post', text: 'Hallo', html: '<p>Hallo' })
  const delivered: string[] = []
  const mailers = [1, 2, 3].map(() =>
    startMailer(
      { db, now, log },
      { deliver: async ({ recipient }) => void delivered.push(recipient), close: () => {} },
    ),
  )
  for (const mailer of mailers) mailer.wake()
  await eventually(async () => expect(await db.selectFrom('letters').select('id').execute()).toEqual([]))
  await Promise.all(mailers.map(async (mailer) => mailer.close()))
  expect(delivered.toSorted()).toEqual(recipients.toSorted())
})

test('an email that cannot be sent for a day is given up', async () => {
  const smtp = await startSmtpServer()
  smtp.isFull = true
  const app = await startApp({ mail: { kind: 'smtp', url: smtp.url, from: 'Archiv <post@beispiel.de>' } })
  await app.call(register, { body: { ...newcomer, email: 'joerg@beispiel.de' } })
  const { db, mailer } = app.services
  await eventually(async () =>
    expect(await db.selectFrom('letters').select('tries').execute()).toEqual([{ tries: 1 }]),
  )
  app.passTime(25 * 60 * 60 * 1000)
  mailer.wake()
  await eventually(async () => expect(await db.selectFrom('letters').selectAll().execute()).toEqual([]))
})

test('without a mail server emails are in the outbox folder, sorted by time, readable by the owner only', async () => {
  const app = await startApp()
  await app.call(register, { body: newcomer })
  await app.call(register, { body: { ...newcomer, email: 'zweite@beispiel.de', username: 'zweite' } })
  const source = await eventually(async () => {
    const [emailMessage] = await emailsTo(app, 'zweite@beispiel.de')
    if (emailMessage === undefined) throw new Error('Nothing yet')
    return emailMessage
  })
  expect(source).toContain('Hallo zweite,')
})

test('the log entry of an email that could not be sent contains no address', async () => {
  const { db, now } = (await startApp()).services
  const lines: string[] = []
  const log = logTo('info', { write: (line) => void lines.push(line) })
  const { id } = await signIn({ db, now })
  const emailMessage = {
    userId: id,
    recipient: 'mara@beispiel.de',
    subject: 'Hallo',
    text: 'Hallo',
    html: '',
  }
  await enqueueEmail(db, now(), emailMessage)
  const refused = Object.assign(new Error('550 <mara@beispiel.de>: no such user'), {
    code: 'EENVELOPE',
    responseCode: 550,
  })
  const mailer = startMailer({ db, now, log }, { deliver: () => Promise.reject(refused), close: () => {} })
  mailer.wake()
  await eventually(() => expect(lines).not.toHaveLength(0))
  await mailer.close()
  log.error({ err: Object.assign(new Error('a fault'), { detail: 'Key (email)=(mara@beispiel.de)' }) }, 'oh')
  expect(lines.join('')).toContain('EENVELOPE 550')
  expect(lines.join('')).toContain('a fault')
  expect(lines.join('')).not.toContain('mara@')
})
