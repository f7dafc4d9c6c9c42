import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MemoryRouter } from 'react-router'
import { render } from 'vitest-browser-react'
import type { Track } from '../track/track.ts'
import { TrackTable } from './TrackTable.tsx'

/** Capitals are missing. */
function trackNamed(title: string): Track {
  return {
    id: title,
    title,
    artist: 'Nordlicht Süd',
    album: 'Nordlicht Süd',
    ...(title === title.toLowerCase() && { file: `${title}.mp3` }),
    coverUrl: '/default-album.jpg',
    durationSeconds: 61,
    isExclusive: false,
  }
}

const tracks = ['eins', 'ZWEI', 'drei', 'vier'].map(trackNamed)
const playButton = (title: string) => page.getByRole('button', { name: new RegExp(`^${title} `) })

test('Tab reaches one track, and the arrows go on from there past what is missing', async () => {
  await render(
    <>
      <TrackTable
        tracks={tracks}
        onPlay={() => undefined}
        actions={(track, tabIndex) => (
          <button type="button" tabIndex={tabIndex}>
            Mehr zu {track.title}
          </button>
        )}
      />
      <button type="button">danach</button>
    </>,
  )
  await userEvent.tab()
  await expect.element(playButton('eins')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(playButton('drei')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(playButton('vier')).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Mehr zu vier' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'danach' })).toHaveFocus()
})

test('Tab reaches the track that sounds, and a press pauses it', async () => {
  const onPlay = vi.fn<(track: Track) => void>()
  await render(<TrackTable tracks={tracks} current={{ id: 'drei', isSounding: true }} onPlay={onPlay} />)
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'drei pausieren' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onPlay.mock.calls).toEqual([[tracks[2]]])
})

test('a track that browsers cannot play yet is marked, for screen readers too, and can be pressed', async () => {
  const onPlay = vi.fn<(track: Track) => void>()
  const marked: Track = { ...trackNamed('eins'), needsConversion: true }
  await render(<TrackTable tracks={[marked]} onPlay={onPlay} />)
  const button = page.getByRole('button', { name: 'eins abspielen, braucht Umwandlung' })
  await expect.element(button.getByText('braucht Umwandlung')).toBeVisible()
  await button.click()
  expect(onPlay.mock.calls).toEqual([[marked]])
})

test('a missing track says so and cannot be pressed', async () => {
  await render(<TrackTable tracks={tracks} onPlay={() => undefined} />)
  const missing = page.getByRole('row', { name: /ZWEI, fehlt/ })
  await expect.element(missing).toHaveTextContent('2ZWEIFehlt–')
  expect(missing.getByRole('button').elements()).toEqual([])
})

test('a linked track far down a long table is drawn and brought into view', async () => {
  const many = Array.from({ length: 300 }, (_, index) => trackNamed(`stück ${index} ende`))
  await render(<TrackTable tracks={many} linkedId="stück 250 ende" onPlay={() => undefined} />)
  await expect.element(playButton('stück 250 ende')).toBeInViewport()
  await expect.poll(() => page.getByRole('row').elements().length).toBeLessThan(150)
})

test('guests and other artists stand beside the title as links, which play nothing', async () => {
  const onPlay = vi.fn<(track: Track) => void>()
  const ada = { id: 'a b', name: 'Ada' }
  const credited = [
    Object.assign(trackNamed('eins'), {
      credits: { artists: [], features: [ada, { id: 'c', name: 'Cem' }] },
    }),
    Object.assign(trackNamed('drei'), { credits: { artists: [ada], features: [] } }),
  ]
  await render(
    <MemoryRouter>
      <TrackTable tracks={credited} onPlay={onPlay} />
    </MemoryRouter>,
  )
  await expect.element(page.getByRole('rowheader', { name: 'eins abspielen mit Ada, Cem' })).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'drei abspielen Ada' })).toBeVisible()
  const link = page.getByRole('link', { name: 'Ada' }).first()
  await expect.element(link).toHaveAttribute('href', '/artists/a%20b')
  await link.click()
  expect(onPlay).not.toHaveBeenCalled()
  await playButton('eins').click()
  expect(onPlay.mock.calls).toEqual([[credited[0]]])
})
