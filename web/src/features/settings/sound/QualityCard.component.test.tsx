import { listQualities, type QualityCodec } from '@tonarchiv/contract/qualities'
import { overloaded } from '@tonarchiv/contract/refusal'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { streamUrl } from '#client/media.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { QualityCard } from './QualityCard.tsx'

const radio = (name: string) => page.getByRole('radio', { name, exact: true })

async function renderCard(codecs: readonly QualityCodec[] | 'refused' = ['opus', 'aac', 'mp3']) {
  const server = startFakeServer()
  server.on(listQualities, () => (codecs === 'refused' ? refuse(overloaded) : { codecs: [...codecs] }))
  const shown = await render(
    <TestApp>
      <QualityCard />
    </TestApp>,
  )
  return { server, ...shown }
}

/** Fakes a browser that reports this kind of connection. */
function connectBy(type: string) {
  Object.defineProperty(navigator, 'connection', { value: { type }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
}

test('the chosen quality applies at once, and is kept on this device', async () => {
  connectBy('unknown')
  const { unmount } = await renderCard()
  await expect
    .element(page.getByText('Dieser Browser verrät nicht, ob du mobile Daten nutzt. Die Wahl gilt immer.'))
    .toBeVisible()
  await expect.element(radio('Original')).toBeChecked()
  expect(streamUrl({ file: 'weg.mp3' })).toBe('/api/stream/weg.mp3')
  await userEvent.click(radio('96 kbit/s'))
  expect(streamUrl({ file: 'weg.mp3' })).toBe('/api/quality/weg.mp3?kbps=96&codec=opus')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(radio('192 kbit/s')).toBeChecked()
  await expect.element(radio('192 kbit/s')).toHaveFocus()
  expect(localStorage.getItem('soundQuality')).toBe('192')
  await unmount()
  await renderCard()
  await expect.element(radio('192 kbit/s')).toBeChecked()
  await userEvent.click(radio('Original'))
  expect(streamUrl({ file: 'weg.mp3' })).toBe('/api/stream/weg.mp3')
})

test('mobile data have a quality of their own where the browser reports the connection', async () => {
  connectBy('cellular')
  await renderCard()
  await userEvent.click(radio('96 kbit/s über mobile Daten'))
  await expect.element(radio('Original über WLAN oder Kabel')).toBeChecked()
  expect(streamUrl({ file: 'weg.mp3' })).toContain('kbps=96')
  connectBy('wifi')
  expect(streamUrl({ file: 'weg.mp3' })).toBe('/api/stream/weg.mp3')
})

test('a server without ffmpeg offers only the original', async () => {
  localStorage.setItem('soundQuality', '96')
  await renderCard([])
  await expect
    .element(page.getByText('Dieser Server wandelt nichts um. Es gibt nur „Original“.'))
    .toBeVisible()
  const radios = page.getByRole('radio')
  await expect.element(radios).toHaveAccessibleName('Original')
  await expect.element(radios).toBeChecked()
  expect(radios.elements()).toHaveLength(1)
  expect(streamUrl({ file: 'weg.mp3' })).toBe('/api/stream/weg.mp3')
})

test('a failed request can be repeated', async () => {
  const { server } = await renderCard('refused')
  await expect.element(page.getByText(overloaded.text)).toBeVisible()
  server.on(listQualities, () => ({ codecs: ['opus' as const] }))
  await userEvent.click(page.getByRole('button', { name: 'Erneut versuchen' }))
  await expect.element(page.getByRole('radio', { name: 'Original' }).first()).toBeVisible()
})
