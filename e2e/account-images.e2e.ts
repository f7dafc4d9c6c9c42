import { readFile } from 'node:fs/promises'
import { enterAsMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const image = new URL('../server/src/testing/samples/cover.jpg', import.meta.url)

test('a new profile picture is validated, previewed and shown everywhere', async ({ archive, newPerson }) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('mara'))
  const menu = page.getByRole('button', { name: /Benutzermenü/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Avatar ändern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avatar ändern' })
  const chooser = dialog.getByLabel('Bild auswählen')
  const save = dialog.getByRole('button', { name: 'Speichern' })
  await expect(save).toBeDisabled()
  await expectAccessible(page)

  await chooser.setInputFiles({ name: 'text.txt', mimeType: 'text/plain', buffer: Buffer.from('kein Bild') })
  await expect(dialog.getByText('Bitte wähle ein gültiges Bildformat.')).toBeVisible()
  await chooser.setInputFiles({
    name: 'gross.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(8 * 1024 * 1024 + 1),
  })
  await expect(dialog.getByText('Das Bild darf maximal 8MB groß sein.')).toBeVisible()
  await chooser.setInputFiles({ name: 'kaputt.png', mimeType: 'image/png', buffer: Buffer.from('kein Bild') })
  await expect(dialog.getByText('Fehler beim Verarbeiten des Bildes.')).toBeVisible()
  await expectAccessible(page)

  await chooser.setInputFiles({ name: 'ich.jpg', mimeType: 'image/jpeg', buffer: await readFile(image) })
  await expect(dialog.locator('img')).toHaveAttribute('src', /^data:image\/jpeg;base64,/)
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(menu).toBeFocused()
  await expect(menu.locator('img')).toHaveAttribute('src', /\/api\/avatar\//)
  await expect
    .poll(() => menu.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test('a profile picture can be dropped, and other files are rejected with a message', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await enterAsMember(page, archive, person('mara'), '/settings')
  await page.getByRole('button', { name: 'Avatar ändern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avatar ändern' })
  const drop = async (type: string, base64: string) => {
    const files = await page.evaluateHandle(
      async ([mediaType = '', content = '']) => {
        const transfer = new DataTransfer()
        const bytes = Uint8Array.from(atob(content), (character) => character.codePointAt(0) ?? 0)
        transfer.items.add(new File([bytes], 'datei', { type: mediaType }))
        return transfer
      },
      [type, base64],
    )
    const zone = dialog.getByLabel('Bild auswählen')
    await zone.dispatchEvent('dragover', { dataTransfer: files })
    await zone.dispatchEvent('drop', { dataTransfer: files })
  }
  await drop('text/plain', btoa('kein Bild'))
  await expect(dialog.getByText('Bitte wähle ein gültiges Bildformat.')).toBeVisible()
  await drop('image/jpeg', (await readFile(image)).toString('base64'))
  await expect(dialog.getByText('Bitte wähle ein gültiges Bildformat.')).toBeHidden()
  const drawn = dialog.locator('img')
  await expect(drawn).toHaveAttribute('src', /^data:image\/jpeg;base64,/)
  const longest = await drawn.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return Math.max(image.naturalWidth, image.naturalHeight)
  })
  expect(longest).toBeLessThanOrEqual(400)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /Benutzermenü/ }).locator('img')).toHaveAttribute(
    'src',
    /\/api\/avatar\//,
  )
})
