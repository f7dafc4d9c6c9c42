import { longMessage, postMessage, type ChatMessage } from '@tonarchiv/contract/chat'
import { rateLimited } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse } from '../../../testing/fake-server.ts'
import { ChatWithComposer, startTestChat } from '../../../testing/chat-with-composer.tsx'
import { aMessage } from '../../../testing/a-message.ts'

interface Sent {
  message: string
  clientId: string
}

/** A composer with a fake server that stores every message by default. */
async function renderComposer() {
  const server = startTestChat()
  const posted: Sent[] = []
  const keepAll = () =>
    server.on(postMessage, (sent) => {
      const { message: content, clientId } = postMessage.body.parse(sent)
      posted.push({ message: content, clientId: clientId ?? '' })
      return { success: true, message: messageOf(content, clientId ?? '') }
    })
  keepAll()
  const { unmount } = await render(<ChatWithComposer />)
  return { server, posted, keepAll, unmount, texts: () => posted.map(({ message }) => message) }
}

const messageOf = (content: string, clientId: string): ChatMessage =>
  aMessage(`1-${clientId}`, { content, clientId })

const field = page.getByRole('textbox', { name: 'Nachricht' })
const send = page.getByRole('button', { name: 'Senden' })
const failure = page.getByText('Failed to send message')

test('Enter sends a message and Shift+Enter breaks its line', async () => {
  const { texts } = await renderComposer()
  await field.click()
  await userEvent.keyboard('Erste Zeile{Shift>}{Enter}{/Shift}zweite')
  await expect.element(field).toHaveValue('Erste Zeile\nzweite')
  expect(texts()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await expect.poll(texts).toEqual(['Erste Zeile\nzweite'])
})

test('with an on-screen keyboard Enter breaks the line, and the button sends', async () => {
  vi.spyOn(MediaQueryList.prototype, 'matches', 'get').mockImplementation(function (this: MediaQueryList) {
    return this.media === '(hover: none) and (pointer: coarse)'
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const { texts } = await renderComposer()
  await expect.element(field).toHaveAttribute('enterkeyhint', 'enter')
  await field.click()
  await userEvent.keyboard('Erste Zeile{Enter}zweite')
  await expect.element(field).toHaveValue('Erste Zeile\nzweite')
  expect(texts()).toEqual([])
  await send.click()
  await expect.poll(texts).toEqual(['Erste Zeile\nzweite'])
})

test('nothing but blanks is not sent, neither by Enter nor by the button', async () => {
  const { texts } = await renderComposer()
  await field.fill('   ')
  await userEvent.keyboard('{Enter}')
  await expect.element(send).toBeDisabled()
  await expect.element(field).toHaveValue('   ')
  await field.fill('doch etwas')
  await send.click()
  await expect.poll(texts).toEqual(['doch etwas'])
  await expect.element(field).toHaveFocus()
})

test('a text that is too long is counted, marked and not sent', async () => {
  const { texts } = await renderComposer()
  await field.fill('a'.repeat(501))
  await expect.element(page.getByText('501/500')).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(send).toBeDisabled()
  await userEvent.keyboard('{Backspace}')
  await expect.element(field).not.toHaveAttribute('aria-invalid')
  await userEvent.keyboard('{Enter}')
  await expect.poll(texts).toEqual(['a'.repeat(500)])
})

test('what was begun is still there after a look at another page, with the caret at its end', async () => {
  const { unmount } = await renderComposer()
  await field.fill('Angefangen')
  await unmount()
  await expect.element(field).not.toBeInTheDocument()
  await render(<ChatWithComposer />)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard(' und fertig')
  await expect.element(field).toHaveValue('Angefangen und fertig')
})

test('a message that is refused comes back into the field, with the reason, and is the same message when sent again', async () => {
  const { server, posted, keepAll, texts } = await renderComposer()
  const refused: unknown[] = []
  server.on(postMessage, (sent) => {
    refused.push(postMessage.body.parse(sent).clientId)
    return refuse(longMessage)
  })
  await field.fill('Wer kommt heute?')
  await userEvent.keyboard('{Enter}')
  await expect.element(failure).toBeVisible()
  await expect.element(page.getByText(`: ${longMessage.text}`)).toBeVisible()
  await expect.element(field).toHaveValue('Wer kommt heute?')
  keepAll()
  await send.click()
  await expect.poll(texts).toEqual(['Wer kommt heute?'])
  expect(posted.map(({ clientId }) => clientId)).toEqual(refused)
  await expect.element(failure).not.toBeInTheDocument()
})

test('a message that comes back while another one is written stands beside it, and each can be sent', async () => {
  const { server, keepAll, texts } = await renderComposer()
  const outcome = Promise.withResolvers<ReturnType<typeof refuse>>()
  server.on(postMessage, () => outcome.promise)
  await field.fill('Die erste')
  await userEvent.keyboard('{Enter}')
  await field.fill('Die zweite')
  outcome.resolve(refuse(rateLimited))
  await expect.element(failure).toBeVisible()
  await expect.element(field).toHaveValue('Die zweite')
  keepAll()
  await page.getByRole('button', { name: 'Entwurf weiterschreiben: Die erste' }).click()
  await expect.element(field).toHaveValue('Die erste')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Entwurf weiterschreiben: Die zweite' }).click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(texts).toEqual(['Die erste', 'Die zweite'])
})

test('a failure is closed by its button without touching the text', async () => {
  const { server } = await renderComposer()
  server.on(postMessage, () => refuse(longMessage))
  await field.fill('Bleibt')
  await userEvent.keyboard('{Enter}')
  await expect.element(failure).toBeVisible()
  await page.getByRole('button', { name: 'Hinweis schließen' }).click()
  await expect.element(failure).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Bleibt')
  await expect.element(field).toHaveFocus()
})

test('typing anywhere on the page writes into the field', async () => {
  await renderComposer()
  expect(document.activeElement).toBe(document.body)
  await userEvent.keyboard('Hallo')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('Hallo')
})

test('Escape lets a running recording go, and the text that was begun is still there', async () => {
  const { texts } = await renderComposer()
  const sound = new AudioContext()
  const microphone = sound.createMediaStreamDestination().stream
  const stop = vi.spyOn(microphone.getTracks()[0] ?? expect.fail(), 'stop')
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(microphone)
  onTestFinished(() => {
    vi.restoreAllMocks()
    void sound.close()
  })
  await field.fill('Angefangen')
  await page.getByRole('button', { name: 'Sprachnachricht aufnehmen' }).click()
  await expect.element(page.getByText('Aufnahme läuft')).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Aufnahme verwerfen' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('group', { name: 'Aufnahme' })).not.toBeInTheDocument()
  expect(stop).toHaveBeenCalled()
  await expect.element(field).toHaveValue('Angefangen')
  await expect.element(field).toHaveFocus()
  expect(texts()).toEqual([])
})
