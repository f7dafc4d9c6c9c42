import type { Page } from '@playwright/test'
import { player } from './albums.ts'
import {
  chatEntry,
  field,
  isConnected,
  message,
  messages,
  postByCall,
  postMessage,
  unreadMark,
} from './chat-page.ts'
import { expectApart } from './geometry.ts'
import { enterAsAdmin, enterAsMember, person, tabTo } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

/** Opens the menu of a message and chooses an action. */
async function act(page: Page, text: string, action: string): Promise<void> {
  await message(page, text).hover()
  await message(page, text)
    .getByRole('button', { name: /^Weitere Aktionen/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('two members chat: typing, mentions, links, deletion and unread messages', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive)
  await chatEntry(admin).click()
  await isConnected(admin)
  await expect(admin.getByText('Willkommen im Chat!')).toBeVisible()
  // The window of a phone in landscape still has room for the text field above the player.
  const desktop = admin.viewportSize()
  await admin.setViewportSize({ width: 844, height: 390 })
  await expectApart(field(admin), player(admin))
  await admin.setViewportSize(desktop ?? { width: 1440, height: 900 })
  await expectAccessible(admin)

  // When the only message is deleted the list is removed, and the focus stays on the page.
  await postMessage(admin, 'Ein Versuch')
  await tabTo(admin, message(admin, 'Ein Versuch'))
  await admin.keyboard.press('Delete')
  await expect(admin.getByText('Willkommen im Chat!')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Rückgängig' })).toBeFocused()
  await admin.keyboard.press('Escape')
  await expect(admin.getByRole('main')).toBeFocused()

  const mila = await newPerson()
  await enterAsMember(mila, archive, person('mila'))
  const people = admin.getByRole('complementary', { name: 'Benutzer' })
  await expect(people.getByRole('heading', { name: 'Online 2' })).toBeVisible()

  // Mila is on another page: the navigation and the title show the number of unread messages, and the list marks the
  // first of them.
  await postMessage(admin, 'Willkommen, @mila')
  await expect(chatEntry(mila)).toContainText('1')
  await expect(mila).toHaveTitle(/^\(1\) /)
  await chatEntry(mila).click()
  await expect(message(mila, 'Willkommen, @mila')).toBeVisible()
  await expect(unreadMark(mila)).toBeVisible()
  await expect(messages(mila).getByText('Heute')).toBeVisible()
  await expect(mila).toHaveTitle(/^Chat Room/)

  // Messages that arrive while the window has no focus stay unread, though they are visible.
  await mila.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event('blur'))
  })
  await postMessage(admin, 'Schaust du gerade?')
  await expect(message(mila, 'Schaust du gerade?')).toBeVisible()
  await expect(chatEntry(mila)).toContainText('1')
  await mila.evaluate(() => {
    Reflect.deleteProperty(document, 'hasFocus')
    dispatchEvent(new Event('focus'))
  })
  await expect(chatEntry(mila)).not.toContainText('1')

  await field(mila).pressSequentially('Hör mal')
  await expect(admin.getByText('mila schreibt...')).toBeVisible()
  await expect(admin.getByText('mila schreibt...')).toBeHidden()

  await field(mila).fill('')
  await field(mila).pressSequentially('Danke @che')
  await expect(mila.getByRole('option', { name: /chefin/ })).toBeVisible()
  await expectAccessible(mila)
  await field(mila).press('Enter')
  await expect(field(mila)).toHaveValue('Danke @chefin ')
  await field(mila).press('Shift+Enter')
  await field(mila).pressSequentially('https://beispiel.de/a <b>fett</b>')
  await field(mila).press('Enter')
  const answer = message(admin, 'Danke @chefin')
  await expect(answer.getByRole('link', { name: 'https://beispiel.de/a' })).toHaveAttribute('rel', /noopener/)
  await expect(answer).toContainText('<b>fett</b>')
  await expectAccessible(admin)

  // Typing outside of the field writes into the field, and triggers no shortcut.
  await mila.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await mila.keyboard.type('srq? l')
  await expect(field(mila)).toHaveValue('srq? l')
  await expect(mila.getByRole('dialog')).toHaveCount(0)
  await field(mila).fill('')

  // Texts have 1 to 500 characters.
  await expect(mila.getByRole('button', { name: 'Senden' })).toBeDisabled()
  await field(mila).fill('ä'.repeat(501))
  await expect(mila.getByText('501/500')).toBeVisible()
  await expect(mila.getByRole('button', { name: 'Senden' })).toBeDisabled()
  await field(mila).fill('ä'.repeat(438))
  await expect(mila.getByText('438/500')).toBeVisible()
  await field(mila).fill('')

  // A reply quotes its message; reactions, edits and pins reach the other member.
  await message(mila, 'Schaust du gerade?').hover()
  await message(mila, 'Schaust du gerade?').getByRole('button', { name: 'Antworten' }).click()
  await expect(field(mila)).toBeFocused()
  await expectAccessible(mila)
  await postMessage(mila, 'Ja klar')
  const quote = { name: /^Antwort auf chefin/ }
  await expect(message(admin, 'Ja klar').getByRole('button', quote)).toBeVisible()
  await message(admin, 'Ja klar').hover()
  await message(admin, 'Ja klar').getByRole('button', { name: 'Mit 🔥 reagieren' }).click()
  await expect(message(mila, 'Ja klar').getByRole('button', { name: '🔥 1' })).toBeVisible()
  await field(admin).press('ArrowUp')
  await expect(field(admin)).toHaveValue('Schaust du gerade?')
  await expectAccessible(admin)
  await postMessage(admin, 'Schaust du jetzt?')
  await expect(message(mila, 'Schaust du jetzt?').filter({ hasText: 'bearbeitet' })).toHaveCount(1)
  await message(admin, 'Schaust du jetzt?')
    .getByRole('button', { name: /^Bearbeitet/ })
    .click()
  const versions = admin.getByRole('dialog', { name: 'Verlauf der Nachricht' })
  await expect(versions.getByText('Schaust du gerade?')).toBeVisible()
  await expectAccessible(admin)
  await admin.keyboard.press('Escape')
  await act(admin, 'Willkommen', 'Anpinnen')
  const pins = mila.getByRole('region', { name: 'Angepinnte Nachrichten' })
  await expect(pins).toContainText('Willkommen, @mila')
  await message(mila, 'Ja klar').hover()
  await message(mila, 'Ja klar').getByRole('button', { name: 'Reagieren', exact: true }).click()
  await mila.getByRole('searchbox', { name: 'Emoji suchen' }).fill('trommel')
  await expect(mila.getByRole('gridcell', { name: 'Trommel', exact: true })).toBeVisible()
  await expectAccessible(mila)
  await mila.keyboard.press('Enter')
  await expect(message(admin, 'Ja klar').getByRole('button', { name: '🥁 1' })).toBeVisible()

  // A member deletes an own message without a question and can undo that. An admin who deletes a message of another
  // member is asked for confirmation. Both work with the keyboard.
  await message(mila, 'Willkommen').hover()
  await message(mila, 'Willkommen')
    .getByRole('button', { name: /^Weitere Aktionen/ })
    .click()
  await expect(mila.getByRole('menuitem', { name: 'Antworten' })).toBeVisible()
  await expect(mila.getByRole('menuitem', { name: 'Löschen' })).toHaveCount(0)
  await expectAccessible(mila)
  // The first Escape closes the menu, the second one leads from the bar to its message.
  await mila.keyboard.press('Escape')
  await expect(mila.getByRole('menuitem', { name: 'Antworten' })).toHaveCount(0)
  await mila.keyboard.press('Escape')
  await expect(message(mila, 'Willkommen')).toBeFocused()
  for (let step = 0; step < 2; step += 1) await mila.keyboard.press('ArrowDown')
  await expect(message(mila, 'Danke')).toBeFocused()
  await mila.keyboard.press('Delete')
  await expect(message(mila, 'Danke')).toHaveCount(0)
  await expect.poll(() => mila.evaluate(() => document.activeElement === document.body)).toBe(false)
  await mila.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(message(mila, 'Danke')).toBeVisible()
  await expect(message(admin, 'Danke')).toBeVisible()
  await act(mila, 'Danke', 'Löschen')
  await expect(mila.getByRole('button', { name: 'Rückgängig' })).toBeVisible()
  await expectAccessible(mila)
  // A reload of the page does not delay the deletion.
  await mila.reload()
  await expect(message(admin, 'Danke')).toHaveCount(0)
  await expect(message(mila, 'Danke')).toHaveCount(0)
  await postMessage(mila, 'noch eine')
  await act(admin, 'noch eine', 'Löschen')
  const requested = admin.getByRole('alertdialog', { name: 'Nachricht löschen' })
  await expectAccessible(admin)
  await requested.getByRole('button', { name: 'Löschen' }).click()
  await expect(message(mila, 'noch eine')).toHaveCount(0)

  // A click on another member opens their profile, a click on the own entry does not.
  await people.getByRole('button', { name: /mila/ }).click()
  const profile = admin.getByRole('dialog', { name: 'Benutzerprofil' })
  await expect(profile).toContainText('Beigetreten')
  await expect(profile).toContainText('Zuletzt gespielt')
  await expectAccessible(admin)
  await admin.keyboard.press('Escape')
  await expect(people.getByRole('button', { name: /chefin/ })).toHaveCount(0)
})

test('a reported member is muted, and a search leads to an earlier message', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive, '/chat')
  await isConnected(admin)
  await postByCall(admin, ['Quittenbrot', ...Array.from({ length: 60 }, (_, index) => `Nummer ${index}`)])
  const mila = await newPerson({ phone: true })
  await enterAsMember(mila, archive, person('mila'), '/chat')
  await expect(message(mila, 'Nummer 59')).toBeVisible()

  await postByCall(mila, ['Böse Worte'])
  await act(admin, 'Böse Worte', 'Melden…')
  await admin
    .getByRole('dialog', { name: 'Nachricht melden' })
    .getByRole('button', { name: 'Melden' })
    .click()
  await expect(admin.getByText('Danke. Die Admins sehen sich das an.')).toBeVisible()
  await admin.getByRole('navigation').getByRole('link', { name: 'Admin Panel' }).click()
  await admin.getByRole('tab', { name: 'Meldungen 1' }).click()
  await admin.getByRole('button', { name: /Böse Worte/ }).click()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Stummschalten…' }).click()
  await admin
    .getByRole('dialog', { name: 'mila stummschalten' })
    .getByRole('button', { name: 'Stummschalten' })
    .click()
  await expect(mila.getByText(/^Du bist stumm bis/)).toBeVisible()
  await expect(field(mila)).toHaveCount(0)
  await expectAccessible(mila)

  // A muted member can still read and search.
  await mila.getByRole('button', { name: 'Nachrichten durchsuchen' }).tap()
  const hit = mila.getByRole('complementary', { name: 'Suche' }).getByRole('button', { name: /Quittenbrot/ })
  // Messages are indexed shortly after they were sent, and a search is not repeated by itself.
  await expect(async () => {
    for (const text of ['', 'quittenbrot'])
      await mila.getByRole('searchbox', { name: 'Nachrichten durchsuchen' }).fill(text)
    await expect(hit).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expectAccessible(mila)
  await hit.tap()
  await expect(message(mila, 'Quittenbrot')).toBeFocused()
})
