import { deleteMessage } from '@tonarchiv/contract/chat'
import {
  closeReports,
  getChatOrder,
  getChatRecord,
  getChatSettings,
  liftRestriction,
  listReports,
  listRestrictions,
  restrictMember,
  setSlowMode,
  setUploadCards,
  type ReportedMessage,
  type Restriction,
} from '@tonarchiv/contract/chat-order'
import { serverFault } from '@tonarchiv/contract/refusal'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { useOwnOrder } from './own-order.ts'
import { Reports } from './Reports.tsx'

const person = (id: string, displayName: string) => ({ id, username: id, displayName, photoURL: null })
const tonkopf = person('tonkopf', 'Tonkopf')
const lene = person('lene', 'Lene M.')
const frieda = person('frieda', 'Frieda Ölmann')

function reported(more: Partial<ReportedMessage> = {}): ReportedMessage {
  const context = (id: string, content: string, author = lene) => ({
    id,
    author,
    content,
    mediaType: null,
    createdAt: '2024-11-28T10:01:00',
  })
  return {
    ...context('m1', 'Geht doch woanders hin.', tonkopf),
    isDeleted: false,
    reports: [
      { by: lene, reason: 'attack', note: 'Nicht das erste Mal.', createdAt: '2024-11-28T10:02:00' },
      { by: person('okan', 'Okan S.'), reason: 'attack', note: '', createdAt: '2024-11-28T10:03:00' },
    ],
    context: [
      context('m0', 'Endlich hört man den Bass.'),
      context('m1', 'Geht doch woanders hin.', tonkopf),
      context('m2', 'Muss das sein?'),
    ],
    earlier: { count: 1, lastAt: '2024-11-02T10:00:00' },
    closed: null,
    ...more,
  }
}

const muted: Restriction = {
  user: person('rille', 'rillenfreund'),
  kind: 'mute',
  until: null,
  reason: '',
  by: frieda,
  createdAt: '2024-11-28T10:00:00',
}

async function open(messages: readonly ReportedMessage[], restrictions: readonly Restriction[] = []) {
  const server = startFakeServer()
  server.on(getChatOrder, () => ({ slowSeconds: 30, mute: null, ban: null }))
  server.on(getChatSettings, () => ({ uploadCards: true }))
  server.on(listReports, (_sent, query) =>
    query.get('state') === 'closed'
      ? { messages: [], open: messages.length, closed: 0 }
      : { messages: [...messages], open: messages.length, closed: 0 },
  )
  server.on(listRestrictions, () => ({ restrictions: [...restrictions] }))
  server.on(getChatRecord, () => ({ reported: 2, mutes: 0, lastMutedAt: null }))
  await render(
    <TestApp>
      <Reports />
    </TestApp>,
  )
  return server
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const row = page.getByRole('button', { name: /^Tonkopf Geht/ })

afterEach(() => useOwnOrder.setState(useOwnOrder.getInitialState(), true))

test('a report opens with the messages around it, the remark and earlier reports', async () => {
  await open([reported()])
  await expect.element(row.getByText('Beleidigung oder Angriff', { exact: true })).toBeVisible()
  await expect.element(row.getByText('gemeldet von Lene M. und Okan S.', { exact: true })).toBeVisible()
  await row.click()
  await expect.element(row).toHaveAttribute('aria-expanded', 'true')
  const context = page.getByRole('list', { name: 'Zusammenhang im Chat Room', exact: true })
  await expect.element(context.getByText('Muss das sein?')).toBeVisible()
  await expect.element(page.getByText('„Nicht das erste Mal.“')).toBeVisible()
  await expect.element(page.getByText('1, am 02.11.2024')).toBeVisible()
  await expectAccessible()
})

test('muting asks how long and why, and the record of the member is shown', async () => {
  const server = await open([reported()])
  const restricted = vi.fn<(sent: unknown) => { until: string | null }>(() => ({
    until: '2024-11-29T10:12:00',
  }))
  server.on(restrictMember, restricted)
  await row.click()
  await button('Stummschalten…').click()
  const dialog = page.getByRole('dialog', { name: 'Tonkopf stummschalten', exact: true })
  await expect.element(dialog.getByText('2 Meldungen in 30 Tagen, noch nie stumm')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: '1 Tag', exact: true })).toHaveFocus()
  await expectAccessible()
  await dialog.getByRole('button', { name: '7 Tage', exact: true }).click()
  await userEvent.fill(dialog.getByRole('textbox'), 'Persönlicher Angriff')
  await dialog.getByRole('button', { name: 'Stummschalten', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(restricted.mock.lastCall?.[0]).toEqual({ kind: 'mute', hours: 168, reason: 'Persönlicher Angriff' })
})

test('a mute that failed says that nothing holds yet', async () => {
  await open([reported()])
  await row.click()
  await button('Stummschalten…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stummschalten', exact: true }).click()
  await expect.element(page.getByText('Stummschalten hat nicht geklappt. Es gilt noch nichts.')).toBeVisible()
})

test('a ban and a deletion ask first', async () => {
  const server = await open([reported()])
  const restricted = vi.fn<(sent: unknown) => { until: null }>(() => ({ until: null }))
  const deleted = vi.fn<() => { success: boolean }>(() => ({ success: true }))
  server.on(restrictMember, restricted)
  server.on(deleteMessage, deleted)
  await row.click()
  await button('Aus dem Chat ausschließen…').click()
  const ban = page.getByRole('dialog', { name: 'Tonkopf aus dem Chat ausschließen?', exact: true })
  await ban.getByRole('button', { name: 'Abbrechen', exact: true }).click()
  expect(restricted).not.toHaveBeenCalled()
  await button('Aus dem Chat ausschließen…').click()
  await ban.getByRole('button', { name: 'Ausschließen', exact: true }).click()
  await expect.poll(() => restricted.mock.lastCall?.[0]).toEqual({ kind: 'ban', reason: '' })
  await expect.element(ban).not.toBeInTheDocument()
  await button('Nachricht löschen').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect.poll(() => deleted).toHaveBeenCalledOnce()
})

test('the later of two admins reads who has closed a report', async () => {
  const server = await open([reported()])
  server.on(closeReports, () => ({ closed: { by: frieda, at: new Date().toISOString() }, isOwn: false }))
  await row.click()
  await button('Meldung schließen').click()
  await expect.element(page.getByText(/^Diese Meldung hat Frieda Ölmann .* geschlossen\.$/)).toBeVisible()
})

test('without reports the page says so, and restrictions can be lifted', async () => {
  const server = await open([], [muted])
  const lifted = vi.fn<() => { success: boolean }>(() => ({ success: true }))
  server.on(liftRestriction, lifted)
  await expect
    .element(page.getByRole('heading', { name: 'Keine offenen Meldungen', exact: true }))
    .toBeVisible()
  await button('Stummschaltung von rillenfreund aufheben').click()
  await expect.poll(() => lifted).toHaveBeenCalledOnce()
})

test('cards for uploads are switched off, and stay on when that fails', async () => {
  const server = await open([])
  const cards = page.getByRole('switch', { name: 'Hochgeladenes im Chat zeigen', exact: true })
  await expect.element(cards).toBeChecked()
  server.on(setUploadCards, () => refuse(serverFault))
  await cards.click()
  await expect.element(page.getByText(serverFault.text)).toBeVisible()
  await expect.element(cards).toBeChecked()
  server.on(setUploadCards, (sent) => ({ uploadCards: setUploadCards.body.parse(sent).isOn }))
  await cards.click()
  await expect.element(cards).not.toBeChecked()
})

test('the slow mode is set in steps, and its button shows it', async () => {
  const server = await open([])
  const set = vi.fn<(sent: unknown) => { seconds: number }>(() => ({ seconds: 35 }))
  server.on(setSlowMode, set)
  await button('Langsamer Modus: 30 s').click()
  const dialog = page.getByRole('dialog', { name: 'Langsamer Modus', exact: true })
  await expect.element(dialog.getByRole('slider', { name: /^Abstand zwischen/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  server.on(getChatOrder, () => ({ slowSeconds: 35, mute: null, ban: null }))
  await dialog.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect.element(button('Langsamer Modus: 35 s')).toBeVisible()
  expect(set.mock.lastCall?.[0]).toEqual({ seconds: 35 })
})
