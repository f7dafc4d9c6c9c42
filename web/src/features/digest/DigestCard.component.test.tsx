import { emptyDigest, sendDigestPreview } from '@tonarchiv/contract/digest'
import {
  changeNotificationSettings,
  getNotificationSettings,
} from '@tonarchiv/contract/notification-settings'
import { countNotices } from '@tonarchiv/contract/notifications'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { someSettings } from '../../testing/a-notice.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { refuse, startFakeServer } from '../../testing/fake-server.ts'
import { aUser } from '../../testing/sign-in.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { DigestCard } from './DigestCard.tsx'

async function renderCard() {
  const server = startFakeServer()
  const sent: unknown[] = []
  server.on(getNotificationSettings, () => ({ settings: someSettings }))
  server.on(countNotices, () => ({ unread: 0, quietUntil: null }))
  server.on(changeNotificationSettings, (body) => {
    sent.push(body)
    return { settings: { ...someSettings, digest: 'weekly' as const } }
  })
  await render(
    <TestApp>
      <DigestCard user={aUser()} />
    </TestApp>,
  )
  return { server, sent }
}

const choice = (name: string) => page.getByRole('button', { name, exact: true })

test('the rhythm is saved with the time zone of the device', async () => {
  const { sent } = await renderCard()
  await expect.element(choice('Aus')).toHaveAttribute('aria-pressed', 'true')
  await expect
    .element(page.getByText('An mila@example.org, aus den angekreuzten Anlässen.', { exact: false }))
    .toBeVisible()
  await choice('Sonntags, 18:00').click()
  await expect.element(choice('Sonntags, 18:00')).toHaveAttribute('aria-pressed', 'true')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await expect.poll(() => sent).toEqual([{ digest: 'weekly', timeZone }])
  await expectAccessible()
})

test('a preview says where it goes, or why there is none', async () => {
  const { server } = await renderCard()
  server.on(sendDigestPreview, () => ({ success: true }))
  await choice('Vorschau senden').click()
  await expect.element(page.getByText('Vorschau ist unterwegs an mila@example.org')).toBeVisible()
  server.on(sendDigestPreview, () => refuse(emptyDigest))
  await choice('Vorschau senden').click()
  await expect.element(page.getByText(emptyDigest.text)).toBeVisible()
})
