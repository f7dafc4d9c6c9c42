import type { Page } from '@playwright/test'
import { addTones, openAlbum, trackButton } from './albums.ts'
import { createKey, headersOf } from './archive-calls.ts'
import { addMember, enterAsAdmin, loginByCall, OUTSIDE_APP, person, tabTo } from './people.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { expectSameSecond } from './same-second.ts'
import { expect, expectAccessible, test } from './test.ts'

/** Makes two members friends, each by a call of their own. */
async function befriend(...members: readonly [Page, Page]): Promise<void> {
  const names = ['chefin', 'okan']
  for (const [index, page] of members.entries()) {
    const headers = await headersOf(page)
    const { users } = await (await page.request.get('/api/users/status', { headers })).json()
    const { id } = users.find(({ username }: { username: string }) => username === names[1 - index])
    const data = { friendId: id }
    const asked = await page.request.post('/api/friends/request', { headers, data })
    expect(asked.ok(), await asked.text()).toBe(true)
  }
}

/** Opens the popup of the member who listens, on a phone. */
async function openListener(phone: Page) {
  await phone.goto('/chat')
  await phone.getByRole('button', { name: /^Online und offline anzeigen/ }).click()
  await phone
    .getByRole('complementary', { name: 'Benutzer' })
    .getByRole('button', { name: /chefin/ })
    .click()
  return phone.getByRole('dialog', { name: 'chefin hört gerade' })
}

/** Checks that two members hear the same second of the track that one of them has chosen. */
async function expectInStep(one: Page, other: Page): Promise<void> {
  for (const page of [one, other])
    await expect(page.getByRole('region', { name: 'Läuft gerade' })).toContainText('Brücke')
  await expectSameSecond(one, other)
}

test('a member listens along with a friend: after a yes, and the second time without a question', async ({
  archive,
  newPerson,
}) => {
  const desk = await newPerson()
  await listenIn(desk)
  await enterAsAdmin(desk, archive, OUTSIDE_APP)
  await addTones(desk, 'Nordlicht Süd', { Brücke: 240 })
  await addMember(archive, person('okan'), await createKey(desk))
  const phone = await newPerson({ phone: true })
  await listenIn(phone)
  await loginByCall(phone, archive, person('okan'), OUTSIDE_APP)
  await befriend(desk, phone)
  await openAlbum(desk, 'Nordlicht Süd')
  await trackButton(desk, 'Brücke').click()
  await expectSound(desk)

  // The question is taken back, and asked again.
  const popup = await openListener(phone)
  await expect(popup).toContainText('Brücke')
  await expect(popup).toContainText(/\d:\d\d von 4:00/)
  await expectAccessible(phone)
  await popup.getByRole('button', { name: 'Mithören' }).click()
  const question = desk.getByRole('alertdialog', { name: 'okan möchte mithören' })
  await expect(question).toBeVisible()
  await expectAccessible(desk)
  await phone.getByRole('button', { name: 'Zurückziehen' }).click()
  await expect(question).toBeHidden()
  await (await openListener(phone)).getByRole('button', { name: 'Mithören' }).click()
  await tabTo(desk, question.getByRole('button', { name: 'Hörraum öffnen' }))
  await desk.keyboard.press('Enter')
  await expect(phone.getByRole('heading', { name: 'Hörraum von chefin' })).toBeVisible()
  await expectInStep(desk, phone)

  // Both leave. The member lets friends listen along, and plays.
  await phone.getByRole('button', { name: 'Raum: einladen, verlassen' }).click()
  await phone.getByRole('menuitem', { name: 'Verlassen' }).click()
  await expect(
    desk.getByRole('list', { name: 'Nachrichten' }).getByText('okan hat den Raum verlassen', { exact: true }),
  ).toBeVisible()
  await desk.getByRole('button', { name: 'Verlassen' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Verlassen' }).click()
  await expect(desk.getByRole('heading', { name: 'Hörräume' })).toBeVisible()
  await desk.goto('/settings')
  await desk.getByRole('switch', { name: 'Freunde dürfen ohne Frage mithören' }).check()
  await openAlbum(desk, 'Nordlicht Süd')
  await trackButton(desk, 'Brücke').click()
  await expectSound(desk)
  await (await openListener(phone)).getByRole('button', { name: 'Mithören' }).click()
  await expect(question).toBeHidden()
  await desk.getByRole('button', { name: 'Zum Hörraum' }).click()
  await expect(phone.getByRole('heading', { name: 'Hörraum von chefin' })).toBeVisible()
  await expectInStep(desk, phone)
})
