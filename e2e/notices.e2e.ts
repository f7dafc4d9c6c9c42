import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { createKey, headersOf } from './archive-calls.ts'
import { addMember, enterAsAdmin, fillRegistration, loginByCall, OUTSIDE_APP, person } from './people.ts'
import {
  allowPush,
  deliver,
  permissionOf,
  pressNotification,
  recordingWorker,
  shownNotification,
} from './push-browser.ts'
import { type PushService, startPushService } from './push-service.ts'
import { textOfCode } from './qr-codes.ts'
import { inOwnProcess, startArchive } from './running-archive.ts'
import { expect, expectAccessible, test as base } from './test.ts'

const webFolder = fileURLToPath(new URL('../web/dist', import.meta.url))

/** An archive in which members invite, and which sends push messages to the push service of the test. */
const test = base.extend<{ pushService: PushService }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  pushService: async ({}, use) => {
    const service = await startPushService()
    await use(service)
    await service.stop()
  },
  archive: async ({ pushService }, use) => {
    const launch = inOwnProcess(
      'server/src/testing/push/pushing-server.ts',
      ...pushService.parameters,
      webFolder,
    )
    const archive = await startArchive(launch, () => ({ INVITATIONS: 'yes' }))
    await use(archive)
    await archive.stop()
  },
})

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Mitteilungen/ })
const expectUnread = (page: Page, count: number) =>
  expect(bell(page)).toHaveAccessibleName(count === 0 ? 'Mitteilungen' : `Mitteilungen, ${count} ungelesen`)

/** Makes an invitation with these words, with the form, and returns its link, which its QR code and its card contain. */
async function invite(page: Page, words: string): Promise<string> {
  await page.getByRole('button', { name: /Benutzermenü$/ }).click()
  await page.getByRole('menuitem', { name: 'Einladen' }).click()
  await page.getByRole('textbox', { name: 'Deine Worte' }).fill(words)
  await expect(page.getByRole('complementary', { name: 'So sieht sie aus' })).toContainText(words)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Einladung erstellen' }).click()
  const row = page.getByRole('table', { name: 'Deine Einladungen' }).getByRole('row', { name: /Offen/ })
  await expect(row).toContainText(words)
  const ready = page.getByRole('region', { name: 'Deine Einladung ist fertig' })
  await expect(ready.getByRole('heading')).toBeFocused()
  await expectAccessible(page)
  await ready.getByRole('button', { name: 'QR-Code' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'QR-Code der Einladung' })
  await expectAccessible(page)
  const link = await textOfCode(dialog.getByRole('img', { name: /^QR-Code/ }))
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main')).toBeHidden()
  expect(await textOfCode(page.getByRole('img', { name: /^QR-Code/ }))).toBe(link)
  await expect(page.getByText(words).filter({ visible: true })).toHaveCount(1)
  await page.emulateMedia({ media: null })
  await expect(row).toContainText(new URL(link).pathname.replace('/k/', ''))
  return link
}

test('a member invites a guest, reads on two devices that the guest has come, and gets the next notice as a push message', async ({
  archive,
  newPerson,
  pushService,
}) => {
  const desk = await newPerson({ serviceWorkers: 'allow' })
  await allowPush(desk, pushService)
  await enterAsAdmin(desk, archive, OUTSIDE_APP)
  const mila = person('mila')
  await addMember(archive, mila, await createKey(desk))
  await loginByCall(desk, archive, mila)
  const phone = await newPerson({ phone: true })
  await loginByCall(phone, archive, mila)
  const words = 'Fahr nicht ohne Musik.'
  const link = await invite(desk, words)

  // The link says who invites, and the words. After the registration the invitation is accepted by itself.
  const guest = await newPerson()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'mila lädt dich ein' })).toBeVisible()
  await expect(guest.getByText(words)).toBeVisible()
  await expectAccessible(guest)
  await guest.getByRole('button', { name: 'Einladung annehmen' }).click()
  const lene = person('lene')
  await fillRegistration(guest, lene)
  await expect(guest.getByText(/^Registrierung erfolgreich!/)).toBeVisible()
  await guest.goto(await archive.linkInEmailTo(lene.email))
  await expect(guest.getByRole('heading', { name: 'Willkommen. Das ganze Archiv ist offen.' })).toBeFocused()
  await expect(guest.getByText('mila weiß Bescheid.', { exact: false })).toBeVisible()

  // Both devices of the member count the notice. It is read on one of them.
  await expectUnread(desk, 1)
  await expectUnread(phone, 1)
  await phone.goto('/inbox')
  const notice = phone.getByRole('link', { name: 'Ungelesen: lene hat deine Einladung angenommen' })
  await expect(notice).toBeVisible()
  await expectAccessible(phone)
  await notice.click()
  await expect(phone).toHaveURL(/\/friends$/)
  await expectUnread(phone, 0)
  await expectUnread(desk, 0)
  await bell(desk).click()
  const inbox = desk.getByRole('dialog', { name: 'Mitteilungen' })
  await expect(inbox.getByRole('link', { name: /^lene hat deine Einladung angenommen/ })).toBeVisible()
  await expectAccessible(desk)
  await desk.keyboard.press('Escape')
  await expect(bell(desk)).toBeFocused()

  // Push messages: the browser is asked only after a press, and the server gets its subscription.
  await desk.goto('/settings?tab=notifications')
  await desk.getByRole('button', { name: 'Einschalten' }).click()
  const question = desk.getByRole('dialog', { name: 'Soll sich das Archiv hier melden?' })
  await expectAccessible(desk)
  expect(await permissionOf(desk)).toBe('default')
  await question.getByRole('button', { name: 'Erlauben' }).click()
  await expect(desk.getByText('Dieses Gerät, eingeschaltet')).toBeVisible()
  await expectAccessible(desk)
  await phone.goto('/settings?tab=notifications')
  await expect(phone.getByText('Noch nichts zugestellt')).toBeVisible()
  await expectAccessible(phone)

  // A mention arrives as a message. A press on its notification opens the place in the open window.
  const worker = await recordingWorker(desk)
  const said = { headers: await headersOf(guest), data: { message: '@mila danke, ich bin drin' } }
  expect((await guest.request.post('/api/chat/messages', said)).ok()).toBe(true)
  await expect.poll(() => pushService.received.length).toBe(1)
  const [message] = pushService.received
  if (message === undefined) throw new Error('No message has arrived')
  await deliver(desk, message)
  expect(await shownNotification(worker, 1)).toMatchObject({
    title: 'lene hat dich im Chat Room erwähnt',
    body: '„@mila danke, ich bin drin“',
  })
  await pressNotification(worker)
  await expect(desk).toHaveURL(/\/chat/)
  await expect(desk.getByText('danke, ich bin drin')).toBeVisible()
})
