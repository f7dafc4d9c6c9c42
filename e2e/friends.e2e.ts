import type { Locator, Page } from '@playwright/test'
import { player } from './albums.ts'
import { boxOf } from './geometry.ts'
import { enterAsAdmin, enterAsMember, person, tabTo } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const search = (page: Page) => page.getByRole('banner').getByRole('searchbox', { name: 'Freunde suchen' })
const userMenu = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Benutzermenü/ })

/** Lets an on-screen keyboard of this height cover the page: browsers shrink the visual viewport then. */
async function coverByKeyboard(page: Page, pixels: number): Promise<void> {
  await page.evaluate((covered) => {
    const viewport = window.visualViewport
    if (viewport === null) return
    Object.defineProperty(viewport, 'height', { configurable: true, value: innerHeight - covered })
    viewport.dispatchEvent(new Event('resize'))
  }, pixels)
}

test('a friend request is accepted, the friend is written to and removed, without a reload', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive)
  const mila = await newPerson()
  await enterAsMember(mila, archive, person('mila'), '/friends')
  await expect(mila.getByText('Noch keine Freunde')).toBeVisible()
  await expectAccessible(mila)

  await search(admin).fill('mi')
  await expect(admin.getByText('Die Suche beginnt ab 3 Zeichen.')).toBeVisible()
  await search(admin).fill('ila')
  await tabTo(admin, admin.getByRole('button', { name: 'mila eine Anfrage senden' }))
  await expectAccessible(admin)
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('Anfrage gesendet')).toBeVisible()
  await expect(admin.getByRole('search').getByText('Wartet auf Antwort')).toBeVisible()

  // The other member sees the request at once: at the bell, in the menu, and on the page.
  await expect(mila.getByRole('button', { name: 'Mitteilungen, 1 ungelesen' })).toBeVisible()
  await userMenu(mila).click()
  await expect(mila.getByRole('menuitem', { name: /Freunde.*1/ })).toBeVisible()
  await mila.keyboard.press('Escape')
  const requested = mila.getByRole('region', { name: 'Anfragen' })
  await expect(requested).toContainText('chefin')
  await expectAccessible(mila)

  // The request is withdrawn, and sent once more.
  await admin.keyboard.press('Escape')
  await userMenu(admin).click()
  await admin.getByRole('menuitem', { name: /Freunde/ }).click()
  await expect(requested).toBeVisible()
  const sent = admin.getByRole('region', { name: 'Gesendet' })
  await expect(sent).toContainText('Wartet auf Antwort')
  await sent.getByRole('button', { name: /^Zurückziehen/ }).click()
  await expect(sent).toHaveCount(0)
  await expect(requested).toHaveCount(0)
  await admin.getByRole('main').getByRole('searchbox', { name: 'Freunde suchen' }).fill('mila')
  await admin.getByRole('button', { name: 'mila eine Anfrage senden' }).click()
  await requested.getByRole('button', { name: /^Annehmen/ }).click()

  const friend = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Meine Freunde' }).getByRole('listitem').filter({ hasText: name })
  await expect(friend(mila, 'chefin')).toBeVisible()
  await expect(friend(admin, 'mila')).toBeVisible()
  await expect(friend(admin, 'mila').getByRole('button', { name: /online/ })).toBeVisible()
  await expectAccessible(admin)

  // The status of a friend is shown without a reload, and so is the end of the friendship.
  await mila.getByRole('navigation').getByRole('link', { name: 'Archive' }).click()
  await expect(friend(admin, 'mila')).toContainText('Im Archiv')
  await mila.goto('about:blank')
  await expect(friend(admin, 'mila')).toContainText('Offline')

  await friend(admin, 'mila').getByRole('button', { name: 'Nachricht an mila' }).click()
  await expect(admin).toHaveURL(/\/messages\/.+/)
  const field = (page: Page) => page.getByRole('textbox', { name: 'Nachricht' })
  await field(admin).fill('Nur für dich')
  await field(admin).press('Enter')
  const bubble = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
  await expect(bubble(admin, 'Nur für dich')).toBeVisible()
  await expect(bubble(admin, 'Nur für dich')).not.toContainText('Gelesen')
  await expectAccessible(admin)
  await mila.goto('/archive')
  const messages = mila.getByRole('navigation').getByRole('link', { name: /^Nachrichten/ })
  await expect(messages).toContainText('1')
  await messages.click()
  await expectAccessible(mila)
  await mila.getByRole('link', { name: /chefin.*Nur für dich/ }).click()
  await expect(bubble(mila, 'Nur für dich')).toBeVisible()
  await expect(bubble(admin, 'Nur für dich')).toContainText('Gelesen')
  await expect(messages).not.toContainText('1')
  await field(mila).fill('Danke')
  await field(mila).press('Enter')
  await expect(bubble(admin, 'Danke')).toBeVisible()

  // A block ends the conversation and hides both from each other, at once and without a reload.
  await mila.getByRole('button', { name: 'Mehr: Profil, stumm, blockieren' }).click()
  await mila.getByRole('menuitem', { name: 'chefin blockieren…' }).click()
  const blocking = mila.getByRole('alertdialog', { name: 'chefin blockieren' })
  await expectAccessible(mila)
  await blocking.getByRole('button', { name: 'Blockieren' }).click()
  await expect(mila.getByText('Noch keine Nachrichten')).toBeVisible()
  await expect(admin.getByText('Gespräch nicht gefunden')).toBeVisible()
  await expect(admin.getByText('Noch keine Nachrichten')).toBeVisible()
  await expectAccessible(admin)
  await search(admin).fill('mila')
  await expect(admin.getByText('Niemand gefunden')).toBeVisible()
  const online = (page: Page) => page.getByRole('complementary', { name: 'Benutzer' })
  for (const page of [admin, mila]) {
    await page.getByRole('navigation').getByRole('link', { name: 'Chat Room' }).click()
    await expect(online(page).getByRole('heading', { name: 'Online 1' })).toBeVisible()
  }

  // The block is removed in the settings. Then both members find each other, and may become friends again.
  await mila.goto('/settings')
  await mila.getByRole('button', { name: 'Blockierung von chefin aufheben' }).click()
  await expect(mila.getByRole('heading', { name: 'Blockiert' })).toBeHidden()
  await expect(online(admin).getByRole('heading', { name: 'Online 2' })).toBeVisible()
  await search(admin).fill('mil')
  await admin.getByRole('button', { name: 'mila eine Anfrage senden' }).click()
  await mila.goto('/friends')
  await requested.getByRole('button', { name: /^Annehmen/ }).click()
  await expect(friend(mila, 'chefin')).toBeVisible()
  await mila.goto('about:blank')
  await admin.keyboard.press('Escape')
  await userMenu(admin).click()
  await admin.getByRole('menuitem', { name: /Freunde/ }).click()
  await friend(admin, 'mila').getByRole('button', { name: 'mila entfernen' }).click()
  const question = admin.getByRole('alertdialog', { name: 'Freund entfernen' })
  await expect(question).toContainText('Möchtest du mila wirklich aus deinen Freunden entfernen?')
  await expectAccessible(admin)
  await question.getByRole('button', { name: 'Entfernen' }).click()
  await expect(admin.getByText('Noch keine Freunde')).toBeVisible()

  // A rejected request cannot be repeated at once.
  const asking = admin.getByRole('button', { name: 'mila eine Anfrage senden' })
  await admin.getByRole('main').getByRole('searchbox', { name: 'Freunde suchen' }).fill('mila')
  await asking.click()
  await expect(admin.getByText('Anfrage gesendet')).toBeVisible()
  await mila.goto('/friends')
  await requested.getByRole('button', { name: /^Ablehnen/ }).click()
  await expect(requested).toHaveCount(0)
  await asking.click()
  await expect(
    admin.getByText('Deine Anfrage wurde abgelehnt. Nach 7 Tagen kannst du es wieder versuchen.'),
  ).toBeVisible()
})

test('on a phone members are found in the menu, and the list of members is a sheet', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive)
  const mila = await newPerson({ phone: true })
  const { promise: line, resolve: connect } = Promise.withResolvers<void>()
  await mila.routeWebSocket(/\/ws$/, async (socket) => {
    await line
    socket.connectToServer()
  })
  await enterAsMember(mila, archive, person('mila'), '/chat')
  // No count is shown before the list is loaded, and its space is reserved.
  const unknown = mila.getByRole('button', { name: 'Online und offline anzeigen', exact: true })
  const { width: stored } = (await unknown.boundingBox()) ?? { width: 0 }
  connect()
  const counted = mila.getByRole('button', { name: 'Online und offline anzeigen, 2 online' })
  await expect(counted).toBeVisible()
  expect(Math.abs(((await counted.boundingBox())?.width ?? 0) - stored)).toBeLessThanOrEqual(4)
  await counted.tap()
  const people = mila.getByRole('dialog', { name: 'Benutzer' })
  await expect(people.getByRole('heading', { name: 'Online 2' })).toBeVisible()
  await expectAccessible(mila)
  await people.getByRole('button', { name: /chefin/ }).tap()
  await expect(mila.getByRole('dialog', { name: 'Benutzerprofil' })).toBeVisible()
  await mila.keyboard.press('Escape')
  await expectAccessible(mila)

  // On a touch screen Enter breaks the line, and the button sends.
  const field = mila.getByRole('textbox', { name: 'Nachricht', exact: true })
  await field.tap()
  await mila.keyboard.type('Hallo')
  await mila.keyboard.press('Enter')
  await mila.keyboard.type('aus dem Bus')
  await expect(field).toHaveValue('Hallo\naus dem Bus')
  // An on-screen keyboard covers a part of the page, and the composer stays above it, below the messages.
  await coverByKeyboard(mila, 360)
  const send = mila.getByRole('button', { name: 'Senden', exact: true })
  const endOf = async (what: Locator) => {
    const { y, height } = await boxOf(what)
    return y + height
  }
  await expect.poll(async () => endOf(send)).toBeLessThanOrEqual(844 - 360)
  const { y: top } = await boxOf(field)
  expect(top).toBeGreaterThan(await endOf(mila.getByRole('heading', { name: 'Chat Room' })))
  await coverByKeyboard(mila, 0)
  await expect(player(mila)).toBeInViewport()
  await send.tap()
  await expect(mila.getByRole('article').filter({ hasText: 'aus dem Bus' })).toHaveText(/Hallo\s*aus dem Bus/)

  await userMenu(mila).tap()
  await mila.getByRole('searchbox', { name: 'Freunde suchen' }).fill('chef')
  await mila.getByRole('button', { name: 'chefin eine Anfrage senden' }).tap()
  await expect(admin.getByRole('button', { name: 'Mitteilungen, 1 ungelesen' })).toBeVisible()
  await expectAccessible(mila)
})
