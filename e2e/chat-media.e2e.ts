import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addAlbum, openAlbum, player, trackButton } from './albums.ts'
import { chatEntry, field, isConnected, message, messages, postMessage } from './chat-page.ts'
import { enterAsAdmin, enterAsMember, person } from './people.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { expect, expectAccessible, test } from './test.ts'

/** Pastes or drops an image with the browser's own events. */
async function bring(page: Page, way: 'paste' | 'drop', image: Buffer): Promise<void> {
  await field(page).evaluate(
    (area, { how, base64 }) => {
      const files = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      files.items.add(new File([bytes], 'bild.png', { type: 'image/png' }))
      const announced = { bubbles: true, cancelable: true }
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...announced, clipboardData: files })
          : new DragEvent('drop', { ...announced, dataTransfer: files })
      // Firefox replaces the event's clipboard by an empty one.
      if (event instanceof ClipboardEvent && event.clipboardData?.files.length === 0) {
        for (const file of files.files) event.clipboardData.items.add(file)
      }
      area.dispatchEvent(event)
    },
    { how: way, base64: image.toString('base64') },
  )
}

const pictureFile = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a03050' } })
    .png()
    .toBuffer()

test('an image is sent with its space reserved, and a voice message is recorded while the music is paused', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await listenIn(admin)
  await enterAsAdmin(admin, archive)
  await addAlbum(admin, 'Kurzwelle', { Anfang: 60 })
  await openAlbum(admin, 'Kurzwelle')
  await trackButton(admin, 'Anfang').click()
  await expectSound(admin)
  const mila = await newPerson()
  await listenIn(mila)
  await enterAsMember(mila, archive, person('mila'), '/chat')
  await isConnected(mila)
  const people = mila.getByRole('complementary', { name: 'Benutzer' })
  // Mila has no archive access, so she cannot play the track of the other member, and does not see its title.
  await expect(people.getByRole('button', { name: /chefin.*Hört Musik/ })).toBeVisible()
  await expect(people).not.toContainText('Anfang')

  await chatEntry(admin).click()
  // A moment of what is playing: its author can play it and sees it on the waveform. Without a key it is locked, and
  // its title is not sent.
  await postMessage(admin, '/jetzt Hier geht es los')
  const moment = messages(admin).getByRole('article', { name: /^Moment: Anfang, 0:\d\d$/ })
  await expect(moment.getByRole('button', { name: /^Ab 0:\d\d abspielen$/ })).toBeVisible()
  await player(admin)
    .getByRole('button', { name: /^Moment bei 0:\d\d von chefin$/ })
    .click()
  await expect(admin.getByRole('dialog', { name: /^Moment bei/ })).toContainText('Hier geht es los')
  await expectAccessible(admin)
  await admin.keyboard.press('Escape')
  await expect(message(mila, 'Hier geht es los').getByText('Gesperrter Moment')).toBeVisible()
  await expect(messages(mila)).not.toContainText('Anfang')
  const image = await pictureFile(1440, 900)
  await admin
    .getByLabel('Bilder', { exact: true })
    .setInputFiles({ name: 'bild.png', mimeType: 'image/png', buffer: image })
  await expect(admin.getByRole('list', { name: 'Bilder zum Senden' }).getByRole('img')).toBeVisible()
  await postMessage(admin, 'So sieht es aus')
  const shown = message(mila, 'So sieht es aus').getByRole('img', { name: /^Bild von/ })
  await expect(shown).toHaveAttribute('width', '296')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await mila.getByRole('button', { name: 'Bild von chefin vergrößern: So sieht es aus', exact: true }).click()
  await expect(mila.getByRole('dialog', { name: 'Bild' }).getByRole('img')).toBeVisible()
  await expectAccessible(mila)
  await mila.keyboard.press('Escape')
  await expect(mila.getByRole('dialog', { name: 'Bild' })).toBeHidden()

  // Pasted and dropped images are attached together; one is removed, and the upload of the other is cancelled.
  const waiting = admin.getByRole('list', { name: 'Bilder zum Senden' }).getByRole('img')
  await bring(admin, 'paste', image)
  await expect(waiting).toHaveCount(1)
  await bring(admin, 'drop', image)
  await expect(waiting).toHaveCount(2)
  await admin.getByRole('button', { name: /^Bild 1 entfernen: .+/ }).click()
  await expect(waiting).toHaveCount(1)
  await admin.route('**/api/chat/upload', () => {})
  await postMessage(admin, 'doch nicht')
  const onItsWay = messages(admin).getByRole('listitem').filter({ hasText: 'doch nicht' })
  await expect(onItsWay.getByRole('progressbar', { name: 'Hochgeladen' })).toBeVisible()
  await onItsWay.getByRole('button', { name: 'Senden abbrechen: doch nicht', exact: true }).click()
  await expect(onItsWay).toHaveCount(0)
  await expect(field(admin)).toHaveValue('doch nicht')
  await expect(waiting).toHaveCount(1)
  await admin.unroute('**/api/chat/upload')
  await admin.getByRole('button', { name: /^Bild 1 entfernen: .+/ }).click()
  await field(admin).fill('')

  // More images than the server accepts at a time are delivered in one message.
  const sizes = [40, 50, 60, 70, 80]
  const some = await Promise.all(sizes.map((width) => pictureFile(width, 40)))
  await admin
    .getByLabel('Bilder', { exact: true })
    .setInputFiles(some.map((buffer, at) => ({ name: `${at}.png`, mimeType: 'image/png', buffer })))
  await expect(waiting).toHaveCount(5)
  await admin
    .getByRole('button', { name: 'Bild 5 mit den Pfeiltasten verschieben: 4.png', exact: true })
    .press('ArrowLeft')
  await postMessage(admin, 'Fünf auf einmal')
  await expect(field(admin)).toBeFocused()
  const album = message(mila, 'Fünf auf einmal')
  await expect(album.getByRole('img')).toHaveCount(3)
  await expectAccessible(mila)
  await album.getByRole('button', { name: 'Bild 3 von 5 vergrößern, 2 weitere', exact: true }).click()
  const viewer = mila.getByRole('dialog', { name: 'Bild' })
  const width = () =>
    viewer.getByRole('img').evaluate((shown: HTMLImageElement) => (shown.complete ? shown.naturalWidth : 0))
  for (const size of [60, 80, 70]) {
    await expect.poll(width).toBe(size)
    await mila.keyboard.press('ArrowRight')
  }
  await mila.keyboard.press('+')
  await expect(viewer.getByRole('button', { name: 'Verkleinern' })).toBeEnabled()
  await expectAccessible(mila)
  await mila.goBack()
  await expect(viewer).toBeHidden()
  await expect(album.getByRole('button', { name: /^Bild 3 von 5/ })).toBeFocused()

  // A file that is not an image is rejected before it is sent.
  await mila
    .getByLabel('Bilder', { exact: true })
    .setInputFiles({ name: 'bild.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(mila.getByText('Nur Bilder und Sprachnachrichten sind erlaubt')).toBeVisible()

  const isPlaying = () => player(admin).getByRole('button', { name: 'Pause' })
  await expect(isPlaying()).toBeVisible()
  await admin.getByRole('button', { name: 'Sprachnachricht aufnehmen' }).click()
  await expect(admin.getByText('Aufnahme läuft')).toBeAttached()
  await expect(isPlaying()).toBeHidden()
  await expect(admin.getByRole('timer')).toHaveText('0:01')
  await expectAccessible(admin)
  await admin.keyboard.press('Escape')
  await expect(field(admin)).toBeFocused()
  await expect(isPlaying()).toBeVisible()

  await admin.getByRole('button', { name: 'Sprachnachricht aufnehmen' }).click()
  await expect(admin.getByRole('timer')).toHaveText('0:02')
  // Leaving the chat releases the microphone, and the recording is kept.
  await admin.getByRole('navigation').getByRole('link', { name: 'Videos' }).click()
  await expect(admin.getByText('Deine Aufnahme wartet im Chat')).toBeVisible()
  await chatEntry(admin).click()
  await expect(admin.getByRole('button', { name: 'Sprachnachricht abspielen' })).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Senden' }).click()

  const voice = messages(mila).getByRole('button', { name: 'Sprachnachricht von chefin abspielen' })
  await voice.click()
  await expectSound(mila)
  const rate = messages(mila).getByRole('button', { name: /^Geschwindigkeit/ })
  await rate.click()
  await expect(rate).toHaveText('1,25×')
  await expectAccessible(mila)
})
