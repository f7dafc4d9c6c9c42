import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getStored } from '#client/signed-in-storage.ts'
import { aMessage } from '../../../testing/a-message.ts'
import { CurrentVoice } from './CurrentVoice.tsx'
import { useNextVoice } from './next-voice.ts'
import { onVoice } from './voice-output.ts'
import { restoreRate, stopVoice, useVoice } from './voice-player.ts'
import { VoiceMessage } from './VoiceMessage.tsx'

/** A WAV file of silence with this length. */
function silence(seconds: number): string {
  const rate = 8000
  const bytes = new DataView(new ArrayBuffer(44 + rate * seconds))
  const write = (at: number, text: string) =>
    new Uint8Array(bytes.buffer).set(new TextEncoder().encode(text), at)
  write(0, 'RIFF')
  bytes.setUint32(4, 36 + rate * seconds, true)
  write(8, 'WAVEfmt ')
  bytes.setUint32(16, 16, true)
  bytes.setUint16(20, 1, true)
  bytes.setUint16(22, 1, true)
  bytes.setUint32(24, rate, true)
  bytes.setUint32(28, rate, true)
  bytes.setUint16(32, 1, true)
  bytes.setUint16(34, 8, true)
  write(36, 'data')
  bytes.setUint32(40, rate * seconds, true)
  for (let at = 44; at < bytes.byteLength; at += 1) bytes.setUint8(at, 128)
  return URL.createObjectURL(new Blob([bytes.buffer], { type: 'audio/wav' }))
}

function voices(...seconds: number[]) {
  return seconds.map((duration, index) =>
    aMessage(String(index), {
      messageType: 'media',
      mediaType: 'voice',
      mediaUrl: silence(duration),
      mediaDuration: duration,
      displayName: `Person ${index + 1}`,
    }),
  )
}

function Room({ messages }: { messages: ReturnType<typeof voices> }) {
  useNextVoice(messages)
  return (
    <>
      <CurrentVoice />
      <div style={{ height: '10rem', overflow: 'auto' }} data-testid="list">
        {messages.map(({ id, mediaUrl, mediaDuration, displayName }) => (
          <div key={id} style={{ height: '12rem' }}>
            <VoiceMessage
              from={displayName}
              address={mediaUrl ?? ''}
              duration={mediaDuration ?? 0}
              peaks={undefined}
            />
          </div>
        ))}
      </div>
    </>
  )
}

async function renderVoices(...seconds: number[]) {
  onTestFinished(stopVoice)
  useVoice.setState({ rate: 1 })
  return render(<Room messages={voices(...seconds)} />)
}

const play = (person: number) =>
  page.getByRole('button', { name: `Sprachnachricht von Person ${person} abspielen`, exact: true }).first()
const pause = (person: number) =>
  page.getByRole('button', { name: `Sprachnachricht von Person ${person} anhalten`, exact: true }).first()
const bar = page.getByRole('region', { name: 'Laufende Sprachnachricht', exact: true })

test('after a voice message the next one plays, while other sounds stay paused', async () => {
  const outputs: boolean[] = []
  onTestFinished(onVoice((isTaken) => outputs.push(isTaken)))
  await renderVoices(0.4, 0.4)
  await play(1).click()
  await expect.element(pause(2)).toBeInTheDocument()
  await expect.element(play(2)).toBeInTheDocument()
  expect(outputs).toEqual([true, false])
})

test('a bar with the name and a button shows while the message is scrolled away, and it plays on', async () => {
  await renderVoices(60, 60)
  await play(1).click()
  await expect.element(pause(1)).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  page.getByTestId('list').element().scrollTop = 400
  await expect.element(bar).toBeVisible()
  await expect.element(bar.getByText('Person 1', { exact: true })).toBeVisible()
  await expect.element(bar.getByText('/ 1:00', { exact: false })).toBeVisible()
  expect(useVoice.getState().isPlaying).toBe(true)
  await bar.getByRole('button', { name: 'Sprachnachricht von Person 1 anhalten', exact: true }).click()
  await expect.poll(() => useVoice.getState().isPlaying).toBe(false)
  await bar.getByRole('button', { name: 'Sprachnachricht beenden', exact: true }).click()
  await expect.element(bar).not.toBeInTheDocument()
})

test('a message that leaves the list while it plays keeps its bar', async () => {
  const { rerender } = await renderVoices(60)
  await play(1).click()
  await expect.element(pause(1)).toBeVisible()
  await rerender(<Room messages={[]} />)
  await expect.element(bar).toBeVisible()
  expect(useVoice.getState().isPlaying).toBe(true)
})

test('the speed is that of all voice messages, and stays in this browser', async () => {
  await renderVoices(60, 60)
  const speeds = page.getByRole('button', { name: /^Geschwindigkeit/ })
  await expect.element(speeds.first()).toHaveTextContent('1×')
  await speeds.first().click()
  await expect.element(speeds.last()).toHaveTextContent('1,25×')
  await expect.element(speeds.first()).toHaveAccessibleName('Geschwindigkeit: 1,25-fach. Ändern')
  await speeds.first().click()
  await speeds.first().click()
  await expect.element(speeds.first()).toHaveTextContent('2×')
  expect(getStored('voiceRate')).toBe(2)
  await speeds.first().click()
  await expect.element(speeds.first()).toHaveTextContent('1×')
  await speeds.last().click()
  useVoice.setState({ rate: 1 })
  restoreRate()
  expect(useVoice.getState().rate).toBe(1.25)
})
