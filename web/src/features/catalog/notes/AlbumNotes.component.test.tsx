import type { Album } from '@tonarchiv/contract/catalog'
import { getLinerNotes } from '@tonarchiv/contract/liner-notes'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '#testing/fake-server.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { AlbumNotes } from './AlbumNotes.tsx'

const album: Album = {
  albumId: 'a1',
  albumTitel: 'Nordlicht Süd',
  releaseJahr: 2024,
  type: 'album',
  albumCover: 'unknown',
  isExclusive: false,
  createdAt: '2026-01-10T12:00:00.000Z',
  tracks: [],
}

async function renderNotes(notes: string) {
  const server = startFakeServer()
  server.on(getLinerNotes, () => ({
    notes: {
      notes,
      credits: [],
      recordedOn: null,
      releasedOn: null,
      label: '',
      genres: [],
      source: '',
    },
  }))
  await render(
    <TestApp>
      <AlbumNotes album={album} />
    </TestApp>,
  )
  await expect.element(page.getByText('Anfang der Notizen')).toBeVisible()
}

test('long notes are cut off until „Weiterlesen“, and again after „Weniger“', async () => {
  await renderNotes(
    ['Anfang der Notizen', ...Array.from({ length: 60 }, (_, index) => `Absatz ${index}`)].join('\n\n'),
  )
  const more = page.getByRole('button', { name: 'Weiterlesen' })
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  const text = document.querySelector(`#${CSS.escape(more.element().getAttribute('aria-controls') ?? '')}`)
  const cutOff = text?.getBoundingClientRect().height ?? 0
  await more.click()
  const less = page.getByRole('button', { name: 'Weniger' })
  await expect.element(less).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => text?.getBoundingClientRect().height).toBeGreaterThan(cutOff * 2)
  await less.click()
  await expect.element(more).toBeVisible()
  await expect.poll(() => text?.getBoundingClientRect().height).toBe(cutOff)
})

test('short notes are shown whole', async () => {
  await renderNotes('Anfang der Notizen')
  await expect.element(page.getByRole('heading', { name: 'Notizen' })).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
