import { addAlbum, openAlbum, player, trackButton } from './albums.ts'
import { addAlbumByCall, createKey } from './archive-calls.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { enterAsAdmin, enterAsMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('changes of others are shown at once: albums, the track that a member plays, and the end of a session', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await listenIn(admin)
  await enterAsAdmin(admin, archive)
  await addAlbum(admin, 'Kurzwelle', { Anfang: 120 })
  const mila = await newPerson({ expects: /WebSocket connection to|net::ERR_/ })
  await enterAsMember(mila, archive, person('mila'), '/archive')
  await expect(mila.getByText('Kurzwelle')).toBeAttached()
  await addAlbumByCall(admin, { title: 'Langwelle', tracks: ['Ende'] })
  await expect(mila.getByText('Langwelle')).toBeAttached()

  await openAlbum(admin, 'Kurzwelle')
  await trackButton(admin, 'Anfang').click()
  await expectSound(admin)
  await mila
    .getByRole('navigation')
    .getByRole('link', { name: /^Chat Room/ })
    .click()
  const people = mila.getByRole('complementary', { name: 'Benutzer' })
  const inTheList = people.getByRole('button', { name: /^chefin/ })
  await expect(inTheList).toContainText('Hört Musik')
  const key = await createKey(admin)
  await mila.getByRole('button', { name: 'Zugangsschlüssel eingeben' }).first().click()
  await mila.getByRole('textbox', { name: 'Zugangsschlüssel' }).fill(key)
  // A member who gets archive access sees the playing track at once.
  await expect(inTheList).toHaveAccessibleName(/^chefin.*Spielt ab.*Anfang/)

  await admin.getByRole('button', { name: /Benutzermenü/ }).click()
  await admin.getByRole('menuitem', { name: 'Einstellungen' }).click()
  const hiding = admin.getByRole('switch', { name: 'Zeige, was ich höre' })
  await expect(hiding).toHaveAttribute('aria-checked', 'true')
  await hiding.click()
  await expect(hiding).toHaveAttribute('aria-checked', 'false')
  await expect(inTheList).not.toContainText('Anfang')
  await expectAccessible(admin)

  // Single letters control the player unless the member has switched that off.
  const sound = player(admin).getByRole('button', { name: 'Stumm schalten' })
  const letters = admin.getByRole('switch', { name: /^Einzelne Buchstaben/ })
  await letters.click()
  await expect(letters).toHaveAttribute('aria-checked', 'false')
  await admin.keyboard.press('m')
  await expect(sound).toBeVisible()
  await letters.click()
  await admin.keyboard.press('m')
  await expect(sound).toBeHidden()

  // A lost network is shown at once; heartbeats without a reply would show it much later.
  const status = mila.getByRole('main').getByText('Verbunden', { exact: true })
  await expect(status).toBeVisible()
  await mila.context().setOffline(true)
  await expect(mila.getByRole('main').getByText('Nicht verbunden', { exact: true })).toBeVisible({
    timeout: 5000,
  })
  await mila.context().setOffline(false)
  await expect(status).toBeVisible()

  // The member ends all other sessions from another device.
  const elsewhere = await newPerson()
  const { email, password } = person('mila')
  const login = await elsewhere.request.post(`${archive.url}/api/auth/login`, { data: { email, password } })
  const { token } = await login.json()
  await elsewhere.request.post(`${archive.url}/api/auth/logout-all`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  await expect(mila.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
})
