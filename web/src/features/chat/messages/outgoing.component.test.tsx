import { brokenChatImage, postMessage, uploadChatMedia } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { aMessage } from '../../../testing/a-message.ts'
import { anUpload, uploadedName } from '../../../testing/an-upload.ts'
import { startTestChat } from '../../../testing/chat-with-composer.tsx'
import { refuse } from '../../../testing/fake-server.ts'
import { pngNamed } from '../../../testing/images.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { imageOf } from '../media/media.ts'
import { roomChat, useChat } from '../state/chat-instance.ts'
import { OutgoingBubble } from './OutgoingBubble.tsx'

function Outbox() {
  const outbox = useChat((state) => state.outbox)
  return outbox.map((outgoing) => (
    <OutgoingBubble key={outgoing.clientId} outgoing={outgoing} onCancel={roomChat.cancel} />
  ))
}

async function renderAlbum(refused: Set<string>) {
  const server = startTestChat()
  const posted: (readonly string[])[] = []
  server.on(uploadChatMedia, (form) => {
    const name = uploadedName(form)
    return refused.has(name) ? refuse(brokenChatImage) : anUpload(name)
  })
  server.on(postMessage, (sent) => {
    const { mediaUrls, mediaUrl, clientId = null } = postMessage.body.parse(sent)
    posted.push((mediaUrls ?? [mediaUrl ?? '']).map((url) => url.split('/').at(-1) ?? ''))
    return { success: true, message: aMessage('1', { clientId }) }
  })
  await render(
    <TestApp>
      <Outbox />
    </TestApp>,
  )
  const files = await Promise.all(['eins.png', 'zwei.png', 'drei.png'].map(pngNamed))
  roomChat.send({ text: 'Vom Konzert', media: await Promise.all(files.map(imageOf)) })
  return { posted }
}

const rejected = page.getByRole('list', { name: 'Nicht angenommene Bilder', exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('an image that the server rejects is named with its reason, and can be repeated or left out', async () => {
  const refused = new Set(['eins.png', 'zwei.png'])
  const { posted } = await renderAlbum(refused)
  await expect.element(page.getByText('2 Bilder fehlen noch', { exact: true })).toBeVisible()
  await expect
    .element(rejected.getByText(`Bild 2, zwei.png: ${brokenChatImage.text}`, { exact: true }))
    .toBeVisible()
  refused.delete('eins.png')
  await press('Erneut versuchen: Bild 1, eins.png')
  await expect.element(page.getByText('Ein Bild fehlt noch', { exact: true })).toBeVisible()
  expect(posted).toEqual([])
  await press('Weglassen: Bild 2, zwei.png')
  await expect.poll(() => posted).toEqual([['eins.png', 'drei.png']])
})

test('an album with a rejected image can be cancelled as a whole', async () => {
  const { posted } = await renderAlbum(new Set(['zwei.png']))
  await expect.element(rejected).toBeVisible()
  await press('Senden abbrechen: Vom Konzert')
  await expect.element(rejected).not.toBeInTheDocument()
  expect(posted).toEqual([])
})
