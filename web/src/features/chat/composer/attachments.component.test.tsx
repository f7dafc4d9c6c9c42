import { notForChat, postMessage, uploadChatMedia } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse } from '../../../testing/fake-server.ts'
import { pngNamed } from '../../../testing/images.ts'
import { ChatWithComposer, startTestChat } from '../../../testing/chat-with-composer.tsx'
import { aMessage } from '../../../testing/a-message.ts'
import { anUpload, uploadedName } from '../../../testing/an-upload.ts'

async function renderComposer() {
  const server = startTestChat()
  const posted: string[] = []
  server.on(uploadChatMedia, (form) => anUpload(uploadedName(form)))
  server.on(postMessage, (sent) => {
    const { message, mediaUrl, mediaUrls, clientId = null } = postMessage.body.parse(sent)
    const names = (mediaUrls ?? [mediaUrl]).map((url) => url?.split('/').at(-1) ?? '')
    posted.push([message, ...names].join(' '))
    return { success: true, message: aMessage(`1-${clientId ?? ''}`, { clientId }) }
  })
  await render(<ChatWithComposer />)
  return { server, posted }
}

const field = page.getByRole('textbox', { name: 'Nachricht' })
const input = page.getByLabelText('Bilder')
const images = page.getByRole('list', { name: 'Bilder zum Senden' })
const removals = () =>
  images
    .getByRole('button', { name: /entfernen/ })
    .elements()
    .map((button) => button.ariaLabel)
const attach = async (...names: string[]) => input.upload(await Promise.all(names.map(pngNamed)))

test('images go with the text in the order in which they were attached', async () => {
  const { posted } = await renderComposer()
  await attach('zwei.png')
  await expect.poll(removals).toHaveLength(1)
  await attach('eins.png', 'drei.png')
  await expect
    .poll(removals)
    .toEqual(['Bild 1 entfernen: zwei.png', 'Bild 2 entfernen: eins.png', 'Bild 3 entfernen: drei.png'])
  await field.fill('Vom Konzert')
  await userEvent.keyboard('{Enter}')
  await expect.element(images).not.toBeInTheDocument()
  await expect.poll(() => posted).toEqual(['Vom Konzert zwei.png eins.png drei.png'])
})

test('an image that is taken away is not sent, and the focus goes to the next one', async () => {
  const { posted } = await renderComposer()
  await attach('eins.png', 'zwei.png')
  await page.getByRole('button', { name: 'Bild 1 entfernen: eins.png' }).click()
  await expect.poll(removals).toEqual(['Bild 1 entfernen: zwei.png'])
  await expect.element(page.getByRole('button', { name: 'Bild 1 entfernen: zwei.png' })).toHaveFocus()
  await page.getByRole('button', { name: 'Senden' }).click()
  await expect.poll(() => posted).toEqual([' zwei.png'])
})

test('images are moved with arrow keys and by dragging, and are sent in that order', async () => {
  const { posted } = await renderComposer()
  await attach('eins.png', 'zwei.png', 'drei.png')
  await expect.poll(removals).toHaveLength(3)
  const thumbnail = (name: string) =>
    images.getByRole('button', { name: `verschieben: ${name}`, exact: false })
  const first = thumbnail('eins.png')
  first.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByText('eins.png, Platz 2 von 3', { exact: true })).toBeInTheDocument()
  await expect.element(thumbnail('eins.png')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect
    .poll(removals)
    .toEqual(['Bild 1 entfernen: zwei.png', 'Bild 2 entfernen: drei.png', 'Bild 3 entfernen: eins.png'])
  await userEvent.dragAndDrop(thumbnail('eins.png'), thumbnail('zwei.png'))
  await expect
    .poll(removals)
    .toEqual(['Bild 1 entfernen: eins.png', 'Bild 2 entfernen: zwei.png', 'Bild 3 entfernen: drei.png'])
  await page.getByRole('button', { name: 'Senden' }).click()
  await expect.poll(() => posted).toEqual([' eins.png zwei.png drei.png'])
})

test('ten images go at once; one more is refused and the ten stay', async () => {
  await renderComposer()
  await attach(...Array.from({ length: 11 }, (_, index) => `${index + 1}.png`))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Es gehen höchstens 10 Bilder auf einmal')
  expect(removals()).toHaveLength(10)
  expect(removals().at(-1)).toBe('Bild 10 entfernen: 10.png')
})

test('a file that is no image is refused, and the others of the same choice are attached', async () => {
  await renderComposer()
  const text = new File(['kein Bild'], 'liste.txt', { type: 'text/plain' })
  await input.upload([text, await pngNamed('eins.png')])
  await expect.poll(removals).toEqual(['Bild 1 entfernen: eins.png'])
  await expect.element(page.getByRole('alert')).toHaveTextContent(notForChat.text)
})

test('an image that cannot be sent comes back with its name and the reason', async () => {
  const { server, posted } = await renderComposer()
  server.on(uploadChatMedia, () => refuse(notForChat))
  await attach('eins.png')
  await field.fill('Vom Konzert')
  await userEvent.keyboard('{Enter}')
  await expect.poll(removals).toEqual(['Bild 1 entfernen: eins.png'])
  await expect.element(field).toHaveValue('Vom Konzert')
  await expect.element(page.getByText(`: „eins.png“: ${notForChat.text}`)).toBeVisible()
  expect(posted).toEqual([])
})
