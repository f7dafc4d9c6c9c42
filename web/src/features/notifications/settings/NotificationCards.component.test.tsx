import {
  changeNotificationSettings,
  choiceIsFixed,
  getNotificationSettings,
  type NotificationSettings,
} from '@tonarchiv/contract/notification-settings'
import { countNotices } from '@tonarchiv/contract/notifications'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { someSettings } from '../../../testing/a-notice.ts'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { NotificationCards } from './NotificationCards.tsx'

async function showCards(given: Partial<NotificationSettings> = {}) {
  const settings = { ...someSettings, ...given }
  const server = startFakeServer()
  const sent: unknown[] = []
  server.on(getNotificationSettings, () => ({ settings }))
  server.on(countNotices, () => ({ unread: 0, quietUntil: null }))
  server.on(changeNotificationSettings, (body) => {
    sent.push(body)
    return { settings }
  })
  await render(
    <TestApp>
      <NotificationCards />
    </TestApp>,
  )
  await expect.element(page.getByRole('heading', { name: 'Was ankommt' })).toBeVisible()
  return { server, sent }
}

const box = (name: string) => page.getByRole('checkbox', { name, exact: true })

test('the table has its headers, and says what does not exist and what cannot be switched off', async () => {
  await showCards()
  await expect.element(box('Direktnachrichten, Hier')).toBeChecked()
  await expect.element(box('Direktnachrichten, E-Mail')).not.toBeChecked()
  await expect.element(box('Sicherheit, Hier')).toBeDisabled()
  await expect.element(box('Sicherheit, Push')).toBeEnabled()
  expect(page.getByText('kommt nicht als Mail').elements()).toHaveLength(2)
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Anlass', 'Hier', 'Push', 'E-Mail'])
  for (const { width, height } of [...document.querySelectorAll('td label')].map((label) =>
    label.getBoundingClientRect(),
  ))
    expect([width, height]).toEqual([44, 44])
  await expectAccessible()
})

test('a choice is saved at once, and a failure takes it back and says so', async () => {
  const { server, sent } = await showCards()
  server.on(changeNotificationSettings, (body) => {
    sent.push(body)
    return {
      settings: {
        ...someSettings,
        choices: { ...someSettings.choices, reactions: { here: true, push: true, mail: false } },
      },
    }
  })
  await box('Reaktionen, Push').click()
  await expect.poll(() => sent).toEqual([{ choice: { topic: 'reactions', channel: 'push', isOn: true } }])
  await expect.element(box('Reaktionen, Push')).toBeChecked()
  server.on(changeNotificationSettings, () => refuse(choiceIsFixed))
  await box('Freundschaften, Hier').click()
  await expect.element(page.getByText('Konnte nicht gespeichert werden')).toBeVisible()
  await expect.element(box('Freundschaften, Hier')).toBeChecked()
})

test('quiet hours are saved with the time zone of the device when a field is left', async () => {
  const { sent } = await showCards()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  await page.getByRole('textbox', { name: 'Von' }).fill('23')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toEqual([{ quiet: { ...someSettings.quiet, fromMinute: 1380 }, timeZone }])
})

test('what is no time is not saved, and stays in its field with a sentence', async () => {
  const { sent } = await showCards()
  await page.getByRole('textbox', { name: 'Bis' }).fill('halb acht')
  await userEvent.tab()
  await expect.element(page.getByText('Bitte gib eine Uhrzeit an, zum Beispiel 22:30')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Bis' })).toHaveValue('halb acht')
  expect(sent).toEqual([])
})

test('days are switched one by one, and the picture says what is quiet', async () => {
  const { sent } = await showCards({ quiet: { ...someSettings.quiet, isOn: true } })
  await expect.element(page.getByText('Ruhe von 22:30 bis 7:00')).toBeInTheDocument()
  await page.getByRole('button', { name: 'Samstag' }).click()
  await page.getByRole('switch', { name: 'Ruhezeiten' }).click()
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[0]).toMatchObject({ quiet: { days: [1, 2, 3, 4, 5, 6] } })
})
