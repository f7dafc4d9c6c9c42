import { type Album, listAlbums } from '@tonarchiv/contract/catalog'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { loseConnection } from '../../../testing/lose-connection.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { AlbumShelf } from './AlbumShelf.tsx'

const anAlbum = (title: string): Album => ({
  albumId: title,
  albumTitel: title,
  albumCover: 'unknown',
  releaseJahr: 2024,
  type: 'album',
  isExclusive: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  tracks: [{ id: title, title, file: `${title}.mp3`, duration: 60 }],
})
const ALBUMS = [anAlbum('Graue Linie'), anAlbum('Messing')]
const counts = { album: 2, single: 0, ep: 0, feature: 0, unreleased: 0, loosies: 0 }

function Address() {
  const { pathname, search } = useLocation()
  return <p title="Adresse">{pathname + search}</p>
}

test('without a connection the spines of albums that do not lie on this device lead nowhere', async () => {
  const server = startFakeServer()
  server.on(listAlbums, () => ({ albums: ALBUMS, total: 2, counts, years: [2024] }))
  await render(
    <TestApp>
      <AlbumShelf scope="whole" playing={undefined} />
      <Address />
    </TestApp>,
  )
  const spine = (name: string) => page.getByRole('link', { name, exact: true })
  const address = page.getByTitle('Adresse', { exact: true })
  await expect.element(spine('Messing')).not.toHaveAttribute('aria-disabled')
  loseConnection({ files: new Map([['Graue Linie.mp3', { version: 'v', state: 'ready', share: 1 }]]) })
  await expect.element(spine('Messing')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(spine('Graue Linie')).not.toHaveAttribute('aria-disabled')
  await spine('Messing').click({ force: true })
  expect(address.element().textContent).toBe('/')
  await spine('Graue Linie').click()
  await expect.element(address).toHaveTextContent('/archive?album=Graue+Linie')
})
