import { getLyrics, lyricsChanged, saveLyrics, type TrackLyrics } from '@tonarchiv/contract/lyrics'
import { LYRICS_MAX_LENGTH } from '@tonarchiv/contract/lyrics-text'
import { overloaded } from '@tonarchiv/contract/refusal'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { refuse, startFakeServer } from '../../testing/fake-server.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { LyricsForm, type LyricsDraft } from './LyricsForm.tsx'
import { LyricsSection } from './LyricsSection.tsx'

const STORED: TrackLyrics = { text: 'Eins\nZwei', isTimed: false, source: 'tags', updatedAt: '2026-03-01' }

const field = page.getByRole('textbox', { name: 'Songtext' })
/** The message that was shown last. */
const toast = page.getByRole('status').last()
const save = page.getByRole('button', { name: 'Speichern', exact: true })

function Editor({ onSaved }: { onSaved: () => void }) {
  const [draft, setDraft] = useState<LyricsDraft>()
  return (
    <>
      <LyricsForm id="form" trackId="track" draft={draft} onDraft={setDraft} onSaved={onSaved} />
      <button type="submit" form="form">
        Speichern
      </button>
    </>
  )
}

async function renderEditor(stored: TrackLyrics | null = STORED) {
  const server = startFakeServer()
  let lyrics = stored
  server.on(getLyrics, () => ({ lyrics }))
  const sent = vi.fn<(body: unknown) => void>()
  const accept = (body: unknown) => {
    sent(body)
    const text = String(Reflect.get(Object(body), 'text'))
    lyrics =
      text === ''
        ? null
        : { ...STORED, text, source: 'edited', updatedAt: `2026-03-0${sent.mock.calls.length + 1}` }
    return { success: true, lyrics }
  }
  server.on(saveLyrics, accept)
  const onSaved = vi.fn<() => void>()
  await render(
    <TestApp>
      <Editor onSaved={onSaved} />
    </TestApp>,
  )
  return { server, sent, accept, onSaved, change: (other: TrackLyrics) => (lyrics = other) }
}

test('lyrics are edited, saved with the state that was seen, and taken back', async () => {
  const { sent, onSaved } = await renderEditor()
  await expect.element(field).toHaveValue('Eins\nZwei')
  await userEvent.fill(field, 'Eins\nZwo')
  await userEvent.click(save)
  await expect.element(toast).toMatchTextContent(/Songtext gespeichert/)
  expect(onSaved).toHaveBeenCalledOnce()
  await userEvent.click(page.getByRole('button', { name: 'Rückgängig' }))
  await expect.element(toast).toMatchTextContent(/Songtext wiederhergestellt/)
  await expect.element(field).toHaveValue('Eins\nZwei')
  expect(sent.mock.calls).toEqual([
    [{ text: 'Eins\nZwo', seen: '2026-03-01' }],
    [{ text: 'Eins\nZwei', seen: '2026-03-02' }],
  ])
})

test('an empty text removes lyrics, and the same text is not sent', async () => {
  const { sent, onSaved } = await renderEditor()
  await expect.element(field).toHaveValue('Eins\nZwei')
  await userEvent.fill(field, 'Eins  \nZwei\n')
  await userEvent.click(save)
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(sent).not.toHaveBeenCalled()
  await userEvent.fill(field, ' ')
  await userEvent.click(save)
  await expect.element(toast).toMatchTextContent(/Songtext entfernt/)
  expect(sent.mock.calls).toEqual([[{ text: '', seen: '2026-03-01' }]])
})

test('what was typed stays when it is too long or cannot be saved', async () => {
  const { server, sent, accept, onSaved } = await renderEditor(null)
  await expect.element(field).toBeEnabled()
  const long = 'a'.repeat(LYRICS_MAX_LENGTH + 1)
  await userEvent.fill(field, long)
  await userEvent.click(save)
  await expect
    .element(field)
    .toHaveAccessibleDescription('Der Songtext darf höchstens 65.536 Zeichen lang sein')
  await expect.element(field).toHaveValue(long)
  await userEvent.fill(field, 'Neu')
  server.on(saveLyrics, () => refuse(overloaded))
  await userEvent.click(save)
  await expect.element(field).toHaveAccessibleDescription(overloaded.text)
  await expect.element(field).toHaveValue('Neu')
  expect(onSaved).not.toHaveBeenCalled()
  server.on(saveLyrics, accept)
  await userEvent.click(save)
  await vi.waitFor(() => expect(sent.mock.calls).toEqual([[{ text: 'Neu', seen: null }]]))
})

test('after a change by another admin one may reload, or save all the same', async () => {
  const { server, sent, accept, change } = await renderEditor()
  await expect.element(field).toHaveValue('Eins\nZwei')
  change({ ...STORED, text: 'Von Bo', updatedAt: '2026-03-05' })
  server.on(saveLyrics, () => refuse(lyricsChanged))
  await userEvent.fill(field, 'Von mir')
  await userEvent.click(save)
  await expect.element(page.getByText('Der Songtext wurde inzwischen geändert')).toBeVisible()
  await expect.element(field).toHaveValue('Von mir')
  await userEvent.click(page.getByRole('button', { name: 'Neu laden' }))
  await expect.element(field).toHaveValue('Von Bo')

  await userEvent.fill(field, 'Doch von mir')
  await userEvent.click(save)
  server.on(saveLyrics, accept)
  await userEvent.click(page.getByRole('button', { name: 'Trotzdem speichern' }))
  await vi.waitFor(() => expect(sent.mock.calls).toEqual([[{ text: 'Doch von mir' }]]))
})

test('members see lyrics without times, and nothing of a track without lyrics', async () => {
  const server = startFakeServer()
  const lrc = '[00:02.00]<00:02.00>Zweite <00:02.50>Zeile\n[00:01.00]Erste'
  server.on(getLyrics, () => ({ lyrics: { ...STORED, text: lrc, isTimed: true } }))
  const shown = await render(
    <TestApp>
      <LyricsSection trackId="timed" />
    </TestApp>,
  )
  const text = page.getByText(/Erste/)
  await expect.element(text).toHaveTextContent('Erste Zweite Zeile')
  await expect.element(text).toHaveAttribute('lang', '')
  await shown.unmount()
  const asked = vi.fn<() => { lyrics: null }>(() => ({ lyrics: null }))
  server.on(getLyrics, asked)
  await render(
    <TestApp>
      <LyricsSection trackId="none" />
    </TestApp>,
  )
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  await expect.element(page.getByText('Songtext')).not.toBeInTheDocument()
})
