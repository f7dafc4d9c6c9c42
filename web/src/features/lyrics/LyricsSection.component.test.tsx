import { getLyrics, type TrackLyrics } from '@tonarchiv/contract/lyrics'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '../../testing/fake-server.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { LyricsSection } from './LyricsSection.tsx'

const LRC: TrackLyrics = {
  text: '[00:02.00]<00:02.00>Zweite <00:02.50>Zeile\n[00:01.00]Erste',
  isTimed: true,
  source: 'tags',
  updatedAt: '2026-03-01',
}

test('members see lyrics without times, and nothing of a track without lyrics', async () => {
  const server = startFakeServer()
  server.on(getLyrics, () => ({ lyrics: LRC }))
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
  await expect.poll(() => asked).toHaveBeenCalled()
  await expect.element(page.getByText('Songtext')).not.toBeInTheDocument()
})
