import type { Play } from '@tonarchiv/contract/plays'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { TestApp } from '#testing/TestApp.tsx'
import { PlayHistory } from './PlayHistory.tsx'

test('on the smallest phones the title of an exclusive track is readable', async () => {
  await page.viewport(320, 640)
  const now = Date.parse('2026-03-01T12:00:00.000Z')
  const play: Play = {
    id: 'a',
    track_id: 'one',
    track_name: 'Durchgestrichen',
    artist: 'Löschpapier',
    album: 'Löschpapier',
    cover_url: '/default-album.jpg',
    duration: 120,
    completed: true,
    played_at: '2026-02-28T19:00:00.000Z',
    track: {
      id: 'one',
      file: 'one.mp3',
      duration: 120,
      exclusive: true,
    },
  }
  await render(
    <TestApp>
      <main style={{ padding: '0 1rem' }}>
        <PlayHistory
          plays={[play]}
          readAt={now}
          current={undefined}
          actions={() => <IconButton label="Menü">…</IconButton>}
          onPlay={() => undefined}
          onMenu={() => undefined}
        />
      </main>
    </TestApp>,
  )
  const title = page.getByText('Durchgestrichen', { exact: true })
  await expect.element(title).toBeVisible()
  await expect.poll(() => title.element().getBoundingClientRect().width).toBeGreaterThan(70)
})
