import { listMessages } from '@tonarchiv/contract/chat'
import { alreadyReported, getChatOrder, reportMessage, type ChatOrder } from '@tonarchiv/contract/chat-order'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { aMessage } from '../../testing/a-message.ts'
import { startTestChat } from '../../testing/chat-with-composer.tsx'
import { refuse } from '../../testing/fake-server.ts'
import { startFakeSocket } from '../../testing/fake-socket.ts'
import { aUser } from '../../testing/sign-in.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { OrderedChatRoom } from './OrderedChatRoom.tsx'
import { useOwnOrder } from './order/own-order.ts'
import { openReport } from './messages/report-dialog.ts'

const FREE: ChatOrder = { slowSeconds: 0, mute: null, ban: null }

async function open(order: Partial<ChatOrder>, messages = [aMessage('eins')]) {
  const server = startTestChat()
  server.on(listMessages, () => ({
    messages,
    hasMore: false,
    revision: messages.length,
    deletedIds: [],
    changed: [],
    ownReactions: [],
  }))
  server.on(getChatOrder, () => ({ ...FREE, ...order }))
  startFakeSocket()
  await render(
    <TestApp>
      <OrderedChatRoom user={aUser()} />
    </TestApp>,
  )
  return server
}

afterEach(() => useOwnOrder.setState(useOwnOrder.getInitialState(), true))

test('a muted member reads until when and why, and cannot write', async () => {
  await open({ mute: { until: '2031-11-28T10:12:00', reason: 'Persönlicher Angriff' } })
  await expect
    .element(page.getByText('Du bist stumm bis Freitag, 28.11.2031, 10:12. Grund: Persönlicher Angriff.'))
    .toBeVisible()
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
  await expect.element(page.getByText('Nachricht eins')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Warum?', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Warum bist du stumm?', exact: true })).toBeVisible()
})

test('a banned member sees no room', async () => {
  await open({ ban: { until: null, reason: '' } })
  await expect
    .element(page.getByRole('heading', { name: 'Du bist aus dem Chat ausgeschlossen', exact: true }))
    .toBeVisible()
  await expect.element(page.getByText('Nachricht eins')).not.toBeInTheDocument()
})

test('in slow mode the wait stands in place of the button, and the text stays', async () => {
  const own = aMessage('eins', { userId: aUser().id, createdAt: new Date().toISOString() })
  await open({ slowSeconds: 300 }, [own])
  await expect.element(page.getByRole('timer')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Senden', exact: true })).not.toBeInTheDocument()
  const field = page.getByRole('textbox')
  await field.fill('Noch eine Frage')
  await expect
    .element(page.getByText(/^Langsamer Modus: eine Nachricht alle 300 Sekunden\. Noch/))
    .toBeVisible()
  await expect.element(field).toHaveValue('Noch eine Frage')
})

test('a report has a reason and a remark, and a second one says that it was made', async () => {
  const server = await open({})
  const reported = vi.fn<(sent: unknown) => { success: boolean }>(() => ({ success: true }))
  server.on(reportMessage, reported)
  openReport(aMessage('eins'))
  const dialog = page.getByRole('dialog', { name: 'Nachricht melden', exact: true })
  await expect
    .element(dialog.getByRole('radio', { name: 'Beleidigung oder Angriff', exact: true }))
    .toHaveFocus()
  await dialog.getByRole('radio', { name: 'Belästigung', exact: true }).click()
  await dialog.getByRole('textbox').fill('Schon wieder')
  await dialog.getByRole('button', { name: 'Melden', exact: true }).click()
  await expect.element(page.getByText('Danke. Die Admins sehen sich das an.')).toBeVisible()
  expect(reported.mock.lastCall?.[0]).toEqual({ reason: 'harassment', note: 'Schon wieder' })
  server.on(reportMessage, () => refuse(alreadyReported))
  openReport(aMessage('zwei'))
  await dialog.getByRole('button', { name: 'Melden', exact: true }).click()
  await expect.element(dialog.getByText(alreadyReported.text)).toBeVisible()
})
