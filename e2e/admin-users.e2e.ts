import { createKey } from './archive-calls.ts'
import { enterAsAdmin, enterAsMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('an admin finds a member, makes them an admin and a user again, revokes their access and deletes them', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson({ expects: /a status of 500/ })
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAsAdmin(admin, archive)
  await admin.getByRole('link', { name: 'Admin Panel' }).click()
  await admin.getByRole('tab', { name: 'Access Key Management' }).click()
  await expect(admin.getByText('Keine Zugangschlüssel vorhanden')).toBeVisible()
  const key = await createKey(admin)
  const member = await newPerson()
  await enterAsMember(member, archive, person('mara'))
  await member.getByRole('button', { name: 'Zugangsschlüssel eingeben' }).first().click()
  await member.getByRole('textbox', { name: 'Zugangsschlüssel' }).fill(key)
  await expect(member.getByRole('dialog')).toBeHidden()

  await admin.getByRole('tab', { name: 'User Management' }).click()
  await expect(admin.getByText('2 Benutzer')).toBeVisible()
  const own = admin.getByRole('row', { name: /chefin/ })
  await expect(own.getByRole('switch')).toBeDisabled()
  await expect(own.getByRole('button', { name: /löschen/ })).toHaveCount(0)
  await admin.getByLabel('Benutzer suchen').fill('MARA@')
  await expect(admin.getByText('1 Benutzer', { exact: true })).toBeVisible()
  await expectAccessible(admin)
  const row = admin.getByRole('row', { name: /mara/ })
  // A change that the server rejects is rolled back, with an error.
  const fault = { error: 'Interner Fehler', code: 'SERVER_FAULT', requestId: '1' }
  const fail = async (path: string) =>
    admin.route(path, (route) => route.fulfill({ status: 500, json: fault }))
  await fail('**/api/admin/users/*')
  await row.getByRole('switch').click()
  await expect(admin.getByText('Failed to update admin status')).toBeVisible()
  await expect(row.getByRole('switch')).not.toBeChecked()
  await row.getByRole('button', { name: 'mara löschen' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(admin.getByText('Failed to delete user')).toBeVisible()
  await expect(row).toBeVisible()
  await admin.unroute('**/api/admin/users/*')

  await row.getByRole('switch').click()
  await expect(admin.getByText('Status aktualisiert')).toBeVisible()
  // The member sees it without a reload.
  const theirPanel = member.getByRole('navigation').getByRole('link', { name: 'Admin Panel' })
  await expect(theirPanel).toBeVisible()
  await row.getByRole('switch').click()
  await expect(row.getByRole('switch')).not.toBeChecked()
  await expect(theirPanel).toHaveCount(0)

  await row.getByRole('button', { name: 'mara den Zugang entziehen' }).click()
  await admin
    .getByRole('alertdialog', { name: 'Zugang entziehen?' })
    .getByRole('button', { name: 'Entziehen' })
    .click()
  await expect(row.getByText('Verifiziert', { exact: true })).toHaveCount(0)
  await expect(
    member.getByText('Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen').first(),
  ).toBeVisible()

  await row.getByRole('button', { name: 'mara löschen' }).click()
  const question = admin.getByRole('alertdialog', { name: 'Benutzer löschen' })
  await expect(question).toContainText(
    'Are you sure you want to delete this user? This action cannot be undone.',
  )
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await question.getByRole('button', { name: 'Löschen' }).click()
  await expect(admin.getByText('Keine Benutzer gefunden')).toBeVisible()
  await expect(member.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()

  // In a narrow window the table scrolls and the page does not.
  await admin.setViewportSize({ width: 800, height: 720 })
  await expect.poll(() => admin.evaluate(() => document.documentElement.scrollWidth)).toBe(800)
  await admin.setViewportSize({ width: 1280, height: 720 })

  await admin.getByRole('tab', { name: 'Access Key Management' }).click()
  await admin.getByRole('button', { name: 'Schlüssel generieren', exact: true }).first().click()
  const order = admin.getByRole('dialog', { name: 'Schlüssel generieren' })
  await order.getByLabel('Anzahl Schlüssel').fill('3')
  await expectAccessible(admin)
  await fail('**/api/admin/key-batches*')
  await order.getByRole('button', { name: '3 Schlüssel generieren' }).click()
  await expect(admin.getByRole('alert')).toBeVisible()
  await admin.unroute('**/api/admin/key-batches*')
  await order.getByRole('button', { name: '3 Schlüssel generieren' }).click()
  await expect(admin.getByText('3 Zugangschlüssel generiert. Sie stehen oben in der Liste.')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Verfügbar 3' })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Verwendet 1' })).toBeVisible()
  await admin.getByRole('button', { name: '3 Schlüssel', exact: true }).click()
  const copy = admin.getByRole('button', { name: /^..-....-.... kopieren$/ }).first()
  const value = ((await copy.getAttribute('aria-label')) ?? '').replace(' kopieren', '')
  await copy.click()
  await expect(admin.getByText('Kopiert', { exact: true })).toBeVisible()
  expect(await admin.evaluate(() => navigator.clipboard.readText())).toBe(value)
  await admin.getByRole('button', { name: 'Aktionen für 3 Schlüssel' }).click()
  await admin.getByRole('menuitem', { name: 'Zurückziehen...' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Zurückziehen' }).click()
  await expect(admin.getByRole('button', { name: 'Zurückgezogen 3' })).toBeVisible()

  await admin.getByRole('tab', { name: 'Activity Log' }).click()
  const acts = admin.getByRole('table', { name: 'Letzte Aktionen der Admins' })
  for (const text of [
    'Benutzer gelöscht',
    'Gelöschter Benutzer: den Zugang zum Archiv entzogen',
    'Gelöschter Benutzer: die Admin-Rechte entzogen',
    'Gelöschter Benutzer: zum Admin gemacht',
  ])
    await expect(acts).toContainText(text)
  await expectAccessible(admin)
})
