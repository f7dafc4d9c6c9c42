import { getAlbum } from '@tonarchiv/contract/catalog'
import { getLyrics, lyricsChanged, saveLyrics, type TrackLyrics } from '@tonarchiv/contract/lyrics'
import { LYRICS_MAX_LENGTH } from '@tonarchiv/contract/lyrics-text'
import { overloaded } from '@tonarchiv/contract/refusal'
import { getTrackSound, WAVEFORM_PEAKS } from '@tonarchiv/contract/track-sound'
import { Navigate, Route, Routes } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getPlayer } from '#features/player/index.ts'
import { tracksOfAlbum } from '#features/tracks/index.ts'
import { forgetTrackSounds } from '#features/track-sound/index.ts'
import { clearToast } from '#ui/dom/toast.ts'
import '../styles/tokens-inside.css'
import { refuse, startFakeServer } from '../testing/fake-server.ts'
import { aUser, signInAs } from '../testing/sign-in.ts'
import { TestApp } from '../testing/TestApp.tsx'
import { EditLyricsPage } from './EditLyricsPage.tsx'

const ALBUM = {
  albumId: 'weg',
  albumTitel: 'Weg',
  releaseJahr: 2024,
  albumCover: 'unknown',
  type: 'album' as const,
  isExclusive: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  tracks: [{ id: 'eins', title: 'Eins', file: 'eins.mp3', duration: 100 }],
}
/** A waveform whose peaks are all at the maximum. */
const LOUD = btoa(String.fromCharCode(...new Uint8Array(WAVEFORM_PEAKS).fill(255)))
const SEEN = '2026-03-01T00:00:00.000Z'

function lyricsOf(text: string, updatedAt = SEEN): TrackLyrics {
  return { text, isTimed: text.startsWith('['), source: 'edited', updatedAt }
}

/** Renders the editor while the track is paused at second 40. */
async function renderEditor(text: string | null = 'Licht aus\nZwei\n\nDrei', { isPlaying = true } = {}) {
  const server = startFakeServer()
  const user = signInAs(aUser({ isAdmin: true }))
  let stored = text === null ? null : lyricsOf(text)
  server.on(getAlbum, () => ({ album: ALBUM }))
  server.on(getLyrics, () => ({ lyrics: stored }))
  server.on(getTrackSound, () => ({
    sound: { loudness: null, waveform: LOUD, silence: null, encoder: null },
  }))
  const sent = vi.fn<(body: unknown) => void>()
  const accept = (body: unknown) => {
    sent(body)
    const saved = String(Reflect.get(Object(body), 'text'))
    stored = saved === '' ? null : lyricsOf(saved, `2026-03-0${sent.mock.calls.length + 1}T00:00:00.000Z`)
    return { success: true, lyrics: stored }
  }
  server.on(saveLyrics, accept)
  const [track] = tracksOfAlbum(ALBUM)
  const entries = track ? [{ key: 'eins', track }] : []
  if (isPlaying) {
    const { order } = getPlayer().state.getState()
    getPlayer().restore({
      order: { ...order, list: entries, order: entries, position: 0 },
      positionSeconds: 40,
    })
  }
  onTestFinished(() => {
    getPlayer().stop()
    forgetTrackSounds()
    clearToast()
  })
  const show = () =>
    render(
      <TestApp>
        <Routes>
          <Route index element={<Navigate to="/admin/albums/weg/lyrics/eins" />} />
          <Route path="admin/albums/:id/lyrics/:trackId" element={<EditLyricsPage />} />
          <Route path="archive" element={<h1>Archiv</h1>} />
        </Routes>
      </TestApp>,
    )
  const shown = await show()
  await expect.element(page.getByRole('heading', { name: 'Songtext', exact: true })).toBeVisible()
  return { server, user, sent, accept, shown, show, change: (other: TrackLyrics) => (stored = other) }
}

const time = (line: number) => page.getByRole('textbox', { name: `Zeit von Zeile ${line}`, exact: true })
const text = (line: number) => page.getByRole('textbox', { name: `Text von Zeile ${line}`, exact: true })
const count = page.getByText(/^\d+ von \d+ Zeile/)
const save = page.getByRole('button', { name: 'Speichern' }).first()
const tap = page.getByRole('button', { name: /^(Zeile|Wort) beginnt jetzt/ })
const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' })
const area = (name: string) => page.getByRole('textbox', { name, exact: true })
const view = (name: string) => page.getByRole('button', { name, exact: true }).click()
const seconds = () => getPlayer().state.getState().positionSeconds
/** The latest toast. */
const toast = page.getByRole('status').last()

test('Space sets one line after another 80 ms before the press, Backspace takes the last back, and ← goes back', async () => {
  const { sent } = await renderEditor()
  await expect.element(count).toHaveTextContent('0 von 4 Zeilen haben eine Zeit')
  await userEvent.keyboard(' ')
  await expect.element(time(1)).toHaveValue('0:39,92')
  getPlayer().seekToSeconds(42)
  await userEvent.keyboard(' ')
  await expect.element(time(2)).toHaveValue('0:41,92')
  await expect.element(page.getByText('Als Nächstes, Zeile 3')).toBeVisible()
  await userEvent.keyboard('{Backspace}')
  await expect.element(time(2)).toHaveValue('')
  expect(seconds()).toBeCloseTo(38.92)
  await userEvent.keyboard('{ArrowLeft}')
  expect(seconds()).toBeCloseTo(35.92)
  await expect.element(count).toHaveTextContent('1 von 4 Zeilen haben eine Zeit')

  // In a text field these keys edit the text.
  await text(2).fill('Zwei')
  await userEvent.keyboard(' b{Backspace}o')
  await expect.element(text(2)).toHaveValue('Zwei o')
  await expect.element(time(2)).toHaveValue('')
  await save.click()
  await expect.element(toast).toMatchTextContent(/Songtext gespeichert/)
  expect(sent.mock.calls).toEqual([[{ text: '[00:39.92]Licht aus\nZwei o\n\nDrei', seen: SEEN }]])
  await expect.element(save).toHaveFocus()
})

test('in the mode for words each press is a word, and another offset is remembered', async () => {
  await renderEditor()
  await page.getByRole('spinbutton', { name: /Vorlauf/ }).fill('0')
  await page.getByRole('switch', { name: 'Wörter' }).click()
  // Space also sets a time while a button has the focus; buttons are pressed with Enter.
  await userEvent.keyboard(' ')
  await expect.element(time(1)).toHaveValue('0:40,00')
  await expect.element(page.getByRole('switch', { name: 'Wörter' })).toBeChecked()
  getPlayer().seekToSeconds(41)
  await tap.click()
  await view('LRC')
  await expect.element(area('LRC')).toHaveValue('[00:40.00]<00:40.00>Licht <00:41.00>aus\nZwei\n\nDrei')
  expect(localStorage.getItem('tapOffset')).toBe('0')
})

test('the first press starts a track that the player does not play', async () => {
  await renderEditor('Eins', { isPlaying: false })
  await userEvent.keyboard(' ')
  await expect.poll(() => getPlayer().state.getState().track?.id).toBe('eins')
  await expect.element(time(1)).toHaveValue('')
})

test('a time before the one above is named and cannot be saved; Alt and the arrows shift it', async () => {
  const { sent } = await renderEditor('[00:10.00]Eins\n[00:20.00]Zwei')
  await time(2).fill('0:09,98')
  await userEvent.keyboard('{Enter}')
  const problem = page.getByText('Zeile 2 beginnt vor Zeile 1. Setze sie neu oder leere ihre Zeit.')
  await expect.element(problem).toBeVisible()
  await text(1).click()
  await save.click()
  await expect.element(time(2)).toHaveFocus()
  await expect.element(time(2)).toHaveAccessibleDescription(/beginnt vor Zeile 1/)
  expect(sent).not.toHaveBeenCalled()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(time(2)).toHaveValue('0:10,03')
  await expect.element(problem).not.toBeInTheDocument()
  await save.click()
  await expect.poll(() => sent.mock.calls).toEqual([[{ text: '[00:10.00]Eins\n[00:10.03]Zwei', seen: SEEN }]])
})

test('what is not a time is refused, and an empty one leaves the line without a time', async () => {
  await renderEditor('[00:10.00]Eins')
  await time(1).fill('bald')
  await userEvent.keyboard('{Enter}')
  await expect.element(time(1)).toHaveAccessibleDescription('Schreib 1:22,15')
  await time(1).fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(count).toHaveTextContent('0 von 1 Zeile hat eine Zeit')
})

test('rows are played from a second before, set to now, added and removed, and the focus stays in them', async () => {
  await renderEditor('[00:10.00]Eins\n[00:20.00]Zwei')
  await page.getByRole('button', { name: 'Ab Zeile 2 abspielen' }).click()
  await expect.poll(seconds).toBe(19)
  getPlayer().seekToSeconds(30)
  await page.getByRole('button', { name: 'Zeit von Zeile 2 auf jetzt setzen' }).click()
  await expect.element(time(2)).toHaveValue('0:29,92')
  await text(2).click()
  await userEvent.keyboard('{Enter}Drei')
  await expect.element(text(3)).toHaveValue('Drei')
  await page.getByRole('button', { name: 'Zeile 2 löschen' }).click()
  await expect.element(text(2)).toHaveFocus()
  await expect.element(text(2)).toHaveValue('Drei')
})

test('the current row follows playback', async () => {
  await renderEditor('[00:10.00]Eins\n[00:20.00]Zwei\n[00:50.00]Drei')
  const current = () => document.querySelector<HTMLInputElement>('tr[aria-current] [data-text]')?.value
  await expect.poll(current).toBe('Zwei')
  getPlayer().seekToSeconds(55)
  await expect.poll(current).toBe('Drei')
})

test('the deck shows the waveform around the position, in which a press seeks', async () => {
  await renderEditor('[00:35.00]Eins\n[00:45.00]Zwei')
  const drawn = () => {
    const canvas = document.querySelector('canvas')
    return canvas?.getContext('2d')?.getImageData(2, canvas.height / 2, 1, 1).data[3]
  }
  await expect.poll(drawn).toBeGreaterThan(0)
  // If the content overflowed, the page would be wider than the window.
  const wave = document.querySelector('canvas')?.parentElement
  expect(wave?.scrollWidth).toBe(wave?.clientWidth)
  const slider = page.getByRole('slider', { name: 'Position' })
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0:40 von 1:40')
  await expect.element(slider).toHaveAttribute('min', '30')
  await slider.click({ position: { x: 1, y: 10 } })
  await expect.poll(seconds).toBeLessThan(32)
})

test('the three views show one draft', async () => {
  await renderEditor('[00:10.00]Eins\n[00:20.00]Zwei')
  await view('Text')
  await area('Text').fill('Eins\nZwo\nDrei')
  await view('LRC')
  await expect.element(area('LRC')).toHaveValue('[00:10.00]Eins\nZwo\nDrei')
  await area('LRC').fill('[00:10.00]Eins\n[00:5')
  await expect.element(area('LRC')).toHaveValue('[00:10.00]Eins\n[00:5')
  await area('LRC').fill('[00:10.00]Eins\n[00:50.00]Zwo')
  await view('Zeilen')
  await expect.element(time(2)).toHaveValue('0:50,00')
  await expect.element(text(2)).toHaveValue('Zwo')
})

test('what the LRC says about the recording is kept, shown in its view and can be changed there', async () => {
  const { sent, shown, show } = await renderEditor('[ar:Nordlicht]\n[by:bo]\n[00:10.00]Eins')
  await expect.element(count).toHaveTextContent('1 von 1 Zeile hat eine Zeit')
  await text(1).fill('Zwei')
  await shown.unmount()
  await show()
  await save.click()
  await expect.element(toast).toMatchTextContent(/Songtext gespeichert/)
  await view('LRC')
  await expect.element(area('LRC')).toHaveValue('[ar:Nordlicht]\n[by:bo]\n[00:10.00]Zwei')
  await area('LRC').fill('[ar:Südlicht]\n[00:10.00]Zwei')
  await save.click()
  await expect
    .poll(() => sent.mock.calls.map(([body]) => Reflect.get(Object(body), 'text')))
    .toEqual(['[ar:Nordlicht]\n[by:bo]\n[00:10.00]Zwei', '[ar:Südlicht]\n[00:10.00]Zwei'])
})

test('the deck slows the track down, and shows none of its speeds chosen while another one is', async () => {
  onTestFinished(() => getPlayer().setRate(1))
  await renderEditor()
  const speeds = page.getByRole('group', { name: 'Tempo' })
  const rate = () => getPlayer().state.getState().rate
  await expect.element(speeds.getByRole('button', { name: '1×' })).toHaveAttribute('aria-pressed', 'true')
  await speeds.getByRole('button', { name: '0,75' }).click()
  expect(rate()).toBe(0.75)
  await speeds.getByRole('button', { name: '0,5', exact: true }).click()
  expect(rate()).toBe(0.5)
  getPlayer().setRate(1.25)
  await expect
    .poll(() => document.querySelectorAll('[aria-label="Tempo"] [aria-pressed="true"]').length)
    .toBe(0)
  await page
    .getByRole('button', { name: 'Anhalten' })
    .or(page.getByRole('button', { name: 'Track abspielen' }))
    .click()
  await userEvent.keyboard('{Tab}')
  await expect.element(speeds.getByRole('button', { name: '0,5', exact: true })).toHaveFocus()
})

test('on phones every line can be played from, and the one that had the focus last can be removed', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  await renderEditor('[00:10.00]Eins\n[00:20.00]Zwei')
  const remove = page.getByRole('button', { name: /^Zeile \d löschen$/ })
  expect(remove.elements()).toHaveLength(0)
  const play = page.getByRole('button', { name: /^Ab Zeile \d abspielen$/ }).elements()
  expect(play.map((button) => getComputedStyle(button).opacity)).toEqual(['1', '1'])
  await text(1).click()
  await expect.element(remove).toHaveAccessibleName('Zeile 1 löschen')
  await remove.click()
  await expect.element(text(1)).toHaveValue('Zwei')
  await expect.element(text(1)).toHaveFocus()
})

test('a draft survives a reload of the page, and leaving asks first', async () => {
  const { shown, show } = await renderEditor()
  await text(1).fill('Neu')
  await userEvent.keyboard('{Tab}')
  await shown.unmount()
  await show()
  await expect.element(text(1)).toHaveValue('Neu')
  const back = page.getByRole('link', { name: 'Zum Album' })
  await back.click()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(text(1)).toHaveValue('Neu')
  await back.click()
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  await expect.element(page.getByRole('heading', { name: 'Archiv' })).toBeVisible()
  expect(sessionStorage.getItem('lyricsDraft')).toBeNull()
})

test('changes are discarded on request, and the draft of another account is not shown', async () => {
  const { shown, show } = await renderEditor()
  await text(1).fill('Neu')
  await shown.unmount()
  signInAs(aUser({ id: 'bo', isAdmin: true }))
  const other = await show()
  await expect.element(text(1)).toHaveValue('Licht aus')
  await other.unmount()
  signInAs(aUser({ isAdmin: true }))
  await show()
  await expect.element(text(1)).toHaveValue('Neu')
  await page.getByRole('button', { name: 'Verwerfen' }).first().click()
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  await expect.element(text(1)).toHaveValue('Licht aus')
})

test('a saved text is taken back, and an empty one removes the lyrics', async () => {
  const { sent } = await renderEditor('Eins')
  await text(1).fill('Zwei')
  await save.click()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.element(toast).toMatchTextContent(/Songtext wiederhergestellt/)
  await expect.element(text(1)).toHaveValue('Eins')
  await view('Text')
  await area('Text').fill(' ')
  await save.click()
  await expect.element(toast).toMatchTextContent(/Songtext entfernt/)
  expect(sent.mock.calls.map(([body]) => Reflect.get(Object(body), 'text'))).toEqual(['Zwei', 'Eins', ''])
})

test('what was typed stays when it is too long or cannot be saved', async () => {
  const { server, sent, accept } = await renderEditor(null)
  await view('Text')
  const long = 'a'.repeat(LYRICS_MAX_LENGTH + 1)
  await area('Text').fill(long)
  await save.click()
  await expect.element(page.getByText('Der Songtext darf höchstens 65.536 Zeichen lang sein')).toBeVisible()
  await expect.element(area('Text')).toHaveValue(long)
  await area('Text').fill('Neu')
  server.on(saveLyrics, () => refuse(overloaded))
  await save.click()
  await expect.element(page.getByText(overloaded.text)).toBeVisible()
  await expect.element(area('Text')).toHaveValue('Neu')
  server.on(saveLyrics, accept)
  await save.click()
  await expect.poll(() => sent.mock.calls).toEqual([[{ text: 'Neu', seen: null }]])
})

test('after a change by another admin one may reload, or save all the same', async () => {
  const { server, sent, accept, change } = await renderEditor('Eins')
  await text(1).fill('Von mir')
  change(lyricsOf('Von Bo', '2026-03-05T00:00:00.000Z'))
  server.on(saveLyrics, () => refuse(lyricsChanged))
  await save.click()
  await expect.element(page.getByText('Der Songtext wurde inzwischen geändert')).toBeVisible()
  await expect.element(text(1)).toHaveValue('Von mir')
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect.element(text(1)).toHaveValue('Von Bo')
  // The pressed button was removed, so the focus moves to a control near it.
  const view = page.getByRole('button', { name: 'Zeilen', exact: true })
  await expect.element(view).toHaveFocus()

  await text(1).fill('Doch von mir')
  await save.click()
  server.on(saveLyrics, accept)
  await page.getByRole('button', { name: 'Trotzdem speichern' }).click()
  await expect.poll(() => sent.mock.calls).toEqual([[{ text: 'Doch von mir' }]])
  await expect.element(view).toHaveFocus()
})

test('a track that is gone says so', async () => {
  const { shown, server, show } = await renderEditor()
  await shown.unmount()
  server.on(getAlbum, () => ({ album: { ...ALBUM, tracks: [] } }))
  await show()
  await expect.element(page.getByRole('heading', { name: 'Diesen Track gibt es nicht mehr' })).toBeVisible()
})
