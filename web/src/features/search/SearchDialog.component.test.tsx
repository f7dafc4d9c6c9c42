import { searchEverything, type FoundSong, type SearchAnswer } from '@tonarchiv/contract/search'
import Plus from 'lucide-react/icons/plus'
import { useLocation } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getPlayer } from '#features/player/index.ts'
import { TrackMenu } from '#features/tracks/index.ts'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
// The imported tokens define durations; without them, the dialog would have no closing animation.
import '../../styles/tokens-inside.css'
import { startFakeServer } from '../../testing/fake-server.ts'
import { leavingSlowly } from '../../testing/leaving-slowly.ts'
import { HITS_WITH_PAGES } from '../../testing/search-hits.ts'
import { aUser, signInAs } from '../../testing/sign-in.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import type { Command } from './local-rows.ts'
import { closeSearch, openSearch } from './open-search.ts'
import { SearchDialog } from './SearchDialog.tsx'

function song(title: string): FoundSong {
  return {
    id: title,
    title,
    artist: 'Kolja Brandt',
    album: 'Süd',
    albumTitle: 'Süd',
    albumId: 'sued',
    coverUrl: 'unknown',
    exclusive: false,
    file: `${title}.mp3`,
    duration: 211,
  }
}

function songs(titles: string, total?: number): SearchAnswer {
  const hits = titles.split(' ').map(song)
  return { groups: { songs: { hits, total: total ?? hits.length } }, corrected: null, terms: [] }
}

const NOTHING: SearchAnswer = { groups: {}, corrected: null, terms: [] }

const field = page.getByRole('combobox', { name: 'Alles durchsuchen' })
const options = page.getByRole('option')
const option = (name: string | RegExp) => page.getByRole('option', { name })
const selected = page.getByRole('option', { selected: true })
const expectSelected = (name: RegExp) => expect.element(option(name)).toHaveAttribute('aria-selected', 'true')
const titles = () => options.elements().map(({ textContent }) => textContent)

function Address() {
  const { pathname, search } = useLocation()
  return <output data-address>{pathname + search}</output>
}
const address = () => document.querySelector('[data-address]')?.textContent

interface Given {
  answer?: (text: string, query: URLSearchParams) => SearchAnswer | Promise<SearchAnswer>
  commands?: readonly Command[]
  hasKey?: boolean
}

async function renderSearch({ answer = () => NOTHING, commands = [], hasKey = true }: Given = {}) {
  const server = startFakeServer()
  const requests: string[] = []
  server.on(searchEverything, (_body, query) => {
    requests.push(query.toString())
    return answer(query.get('q') ?? '', query)
  })
  const user = signInAs(aUser({ keyVerified: hasKey }))
  await render(
    <TestApp>
      <button type="button" onClick={openSearch}>
        Öffnen
      </button>
      <SearchDialog user={user} commands={commands} />
      <TrackMenu
        trackActions={({ title }) => <MenuItem onSelect={() => undefined}>Menü von {title}</MenuItem>}
        tracksActions={() => null}
        albumActions={() => null}
      />
      <Address />
    </TestApp>,
  )
  await page.getByRole('button', { name: 'Öffnen' }).click()
  await expect.element(field).toHaveFocus()
  return { requests }
}

afterEach(() => closeSearch())

function newPlaylist(run: () => void): Command {
  return {
    key: 'command:new',
    title: 'Neue Playlist',
    picture: { kind: 'icon', Icon: Plus },
    opening: { kind: 'command', run },
    isOffered: true,
  }
}

test('the hits in the window are rendered first, without pictures; the rest follows, and keys reach all of them', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `Nord${index + 1}`)
  await renderSearch({ answer: () => songs(names.join(' ')) })
  const pictures = () => document.querySelectorAll('[role="option"] :is(img, svg)').length
  const counts: { rows: number; pictures: number }[] = []
  const list = new MutationObserver(() => {
    const rows = options.elements().length
    if (rows > 0) counts.push({ rows, pictures: pictures() })
  })
  list.observe(document.body, { childList: true, subtree: true })
  await userEvent.keyboard('n')
  await expect.poll(titles).toHaveLength(30)
  await expect.poll(pictures).toBeGreaterThan(60)
  list.disconnect()
  // The only icon is that of the Enter key in the selected row.
  expect(counts[0]).toEqual({ rows: 8, pictures: 1 })
  await userEvent.keyboard('{ArrowUp}')
  await expectSelected(/^Nord30/)
})

test('the first letter lists hits in groups, the best of which Enter opens', async () => {
  const { requests } = await renderSearch({
    answer: () => ({
      ...songs('Nordlicht Norden', 7),
      groups: {
        ...songs('Nordlicht Norden', 7).groups,
        people: {
          hits: [{ id: 'okan', username: 'nordmann', displayName: 'Okan S.', photoURL: null }],
          total: 1,
        },
      },
      terms: ['nord'],
    }),
  })
  await userEvent.keyboard('n')
  await expect.element(option(/^Nordlicht/)).toHaveAttribute('aria-selected', 'true')
  expect(requests).toEqual(['q=n'])
  await expect.element(page.getByRole('group', { name: 'Songs' }).getByRole('option')).toHaveLength(3)
  await expect.element(option('Alle anzeigen 7')).toBeVisible()
  await expect
    .element(page.getByRole('group', { name: 'Mitglieder' }))
    .toHaveTextContent('MitgliederOkan S.nordmann')
  expect(document.querySelector('mark')?.textContent).toBe('Nord')
  await expect.element(field).toHaveAttribute('aria-activedescendant', selected.element().id)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(address).toBe('/archive?track=Nordlicht')
  await expect.element(page.getByRole('button', { name: 'Öffnen' })).toHaveFocus()
})

test('arrows, Home and End select in all groups; Escape empties the field, then closes', async () => {
  await renderSearch({ answer: () => songs('eins zwei drei') })
  await userEvent.keyboard('x')
  await expectSelected(/^eins/)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expectSelected(/^drei/)
  await userEvent.keyboard('{Home}')
  await expectSelected(/^eins/)
  await userEvent.keyboard('{End}')
  await expectSelected(/^drei/)
  await userEvent.keyboard('{ArrowDown}')
  await expectSelected(/^eins/)
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('Tab goes through the groups, and only the chosen one is requested', async () => {
  const { requests } = await renderSearch({ answer: () => songs('a') })
  await userEvent.keyboard('x{Tab}')
  await expect.element(page.getByRole('button', { name: 'Songs' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => requests.at(-1)).toBe('q=x&group=songs&limit=20')
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}')
  await expect.element(page.getByRole('button', { name: 'Seiten' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText(/zu „x“ in Seiten und Befehlen/)).toBeVisible()
  await expect.element(field).toHaveFocus()
  await page.getByRole('button', { name: 'Alles' }).click()
  await expect.element(field).toHaveFocus()
})

describe('answers that come late', () => {
  /** Answers the search only when the test calls the returned functions. */
  function byHand() {
    const given = new Map<string, (answer: SearchAnswer) => void>()
    return {
      answer: (text: string) => new Promise<SearchAnswer>((resolve) => given.set(text, resolve)),
      give: async (text: string, answer: SearchAnswer) => {
        await expect.poll(() => given.has(text)).toBe(true)
        given.get(text)?.(answer)
      },
      isAsked: (text: string) => given.has(text),
    }
  }

  test('an answer to an earlier text never replaces the newer one', async () => {
    const hand = byHand()
    await renderSearch({ answer: hand.answer })
    await userEvent.keyboard('n')
    await expect.poll(() => hand.isAsked('n')).toBe(true)
    await userEvent.keyboard('o')
    await hand.give('no', songs('neu'))
    await expect.element(option(/^neu/)).toBeVisible()
    await hand.give('n', songs('alt'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(titles()).toHaveLength(1)
    await expect.element(option(/^neu/)).toBeVisible()
  })

  test('the row under the pointer stays until the pointer leaves', async () => {
    const hand = byHand()
    await renderSearch({ answer: hand.answer })
    await userEvent.keyboard('n')
    await hand.give('n', songs('eins zwei drei'))
    await expect.element(option(/^zwei/)).toBeVisible()
    await userEvent.keyboard('o')
    await option(/^zwei/).hover()
    await expectSelected(/^zwei/)
    const before = option(/^zwei/).element().getBoundingClientRect().top
    await hand.give('no', songs('vier fünf zwei'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(option(/^zwei/).element().getBoundingClientRect().top).toBe(before)
    await expect.element(option(/^eins/)).toBeVisible()
    await field.hover()
    await expect.element(option(/^vier/)).toBeVisible()
    await expect.element(option(/^eins/)).not.toBeInTheDocument()
  })

  test('„Alle anzeigen“ of an earlier answer searches for what is typed by then', async () => {
    const hand = byHand()
    await renderSearch({ answer: hand.answer })
    await userEvent.keyboard('n')
    await hand.give('n', songs('neu', 9))
    await expect.element(option('Alle anzeigen 9')).toBeVisible()
    await userEvent.keyboard('o')
    await expect.poll(() => hand.isAsked('no')).toBe(true)
    await option('Alle anzeigen 9').click()
    await expect.poll(() => address()).toBe('/search?q=no&group=songs')
  })

  test('Enter before the first answer opens its best hit', async () => {
    const hand = byHand()
    await renderSearch({ answer: hand.answer })
    await userEvent.keyboard('n{Enter}')
    await hand.give('n', songs('Nordlicht'))
    await expect.poll(() => address()).toBe('/archive?track=Nordlicht')
  })
})

test('a text that was corrected says so, and can be searched as it was typed', async () => {
  const { requests } = await renderSearch({
    answer: (_text, query) =>
      query.has('exact') ? NOTHING : { ...songs('Nordlicht'), corrected: 'nordlicht', terms: ['nordlicht'] },
  })
  await field.fill('nordlict')
  await expect.element(page.getByText(/Ergebnisse für/)).toBeVisible()
  await option('Nur „nordlict“ suchen').click()
  await expect.element(page.getByRole('heading', { name: 'Nichts gefunden' })).toBeVisible()
  expect(requests.at(-1)).toBe('q=nordlict&exact=1')
})

test('without the server pages and commands go on, and the search can be repeated', async () => {
  let isDown = true
  const run = vi.fn<() => void>()
  await renderSearch({
    answer: () => {
      if (isDown) throw new TypeError('No connection')
      return songs('Neuland')
    },
    commands: [newPlaylist(run)],
  })
  await userEvent.keyboard('n')
  await expect.element(page.getByRole('heading', { name: 'Suche antwortet nicht' })).toBeVisible()
  await expectSelected(/^Neue Playlist/)
  isDown = false
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.element(option(/^Neuland/)).toBeVisible()
  await option(/^Neue Playlist/).click()
  expect(run).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('what was opened is offered the next time, and can be removed', async () => {
  await renderSearch({ answer: () => songs('eins', 9), commands: [newPlaylist(() => undefined)] })
  const open = page.getByRole('button', { name: 'Öffnen' })
  await expect.element(page.getByRole('group', { name: 'Befehle' })).toBeVisible()
  await userEvent.keyboard('ein')
  await option(/^eins/).click()
  await open.click()
  await userEvent.keyboard('ein')
  await option('Alle anzeigen 9').click()
  await expect.poll(() => address()).toBe('/search?q=ein&group=songs')
  await open.click()
  const recent = page.getByRole('group', { name: 'Zuletzt gesucht' })
  await expect.element(recent.getByRole('option', { name: 'ein', exact: true })).toBeVisible()
  await recent.getByRole('option', { name: 'ein', exact: true }).click()
  await expect.element(field).toHaveValue('ein')
  await userEvent.keyboard('{Escape}')
  await expect.element(recent).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Delete}')
  await expect.element(recent.getByRole('option')).toHaveLength(2)
  await recent.getByRole('option', { name: 'Leeren' }).click()
  await expect.element(recent).not.toBeInTheDocument()
})

test('a song is queued by key, and its menu opens by key and by its button', async () => {
  const enqueue = vi.spyOn(getPlayer(), 'enqueue')
  const choose = vi.spyOn(getPlayer(), 'choose').mockReturnValue()
  await renderSearch({ answer: () => songs('eins zwei') })
  await userEvent.keyboard('x')
  await expect.element(option(/^zwei/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Shift>}{Enter}{/Shift}')
  expect(enqueue).toHaveBeenCalledWith(expect.objectContaining({ id: 'zwei' }), 'next')
  option(/^eins/).element().querySelector<HTMLElement>('[data-does="play"]')?.click()
  expect(choose.mock.lastCall?.[0].map(({ id }) => id)).toEqual(['eins', 'zwei'])
  expect(choose.mock.lastCall?.[1]).toMatchObject({ id: 'eins' })

  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  const menu = (name: string) => page.getByRole('menu', { name })
  await expect.element(menu('zwei').getByRole('menuitem')).toHaveTextContent('Menü von zwei')
  await userEvent.keyboard('{Escape}')
  await expect.element(menu('zwei')).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  option(/^eins/).element().querySelector<HTMLElement>('[data-does="menu"]')?.click()
  await expect.element(menu('eins').getByRole('menuitem')).toHaveTextContent('Menü von eins')
  await userEvent.keyboard('{Escape}')
  await option(/^eins/).click({ button: 'right' })
  await expect.element(menu('eins')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu('eins')).not.toBeInTheDocument()
})

test.each(HITS_WITH_PAGES)('a hit of the group $group opens $path', async ({ group, hit, path }) => {
  const groups: SearchAnswer['groups'] = { [group]: { hits: [hit], total: 1 } }
  await renderSearch({ answer: () => ({ groups, corrected: null, terms: [] }) })
  await userEvent.keyboard('x')
  await expect.element(options).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(path)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('without a key it says what a key opens', async () => {
  await renderSearch({ hasKey: false })
  await expect.element(page.getByText(/findest du mit einem Zugangsschlüssel/)).toBeVisible()
})

test('on phones it fills the window, and its arrow closes it', async () => {
  await page.viewport(390, 844)
  await renderSearch({ answer: () => songs('eins') })
  const place = () => {
    const { width, height, x, y } = page.getByRole('dialog').element().getBoundingClientRect()
    return [x, y, width, height]
  }
  await expect.poll(place).toEqual([0, 0, 390, 844])
  await userEvent.keyboard('x')
  await expect.element(option(/^eins/)).toBeVisible()
  expect(option(/^eins/).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  const group = (name: string) => page.getByRole('button', { name })
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(group('Seiten')).toBeInViewport()
  await expect.element(group('Alles')).not.toBeInViewport()
  await userEvent.keyboard('{Escape}x')
  await expect.element(group('Alles')).toBeInViewport()
  await page.getByRole('button', { name: 'Suche schließen' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('a search that is opened again while it leaves begins anew, with what was opened last', async () => {
  await renderSearch({ answer: () => songs('Nordlicht') })
  await userEvent.keyboard('nordl')
  await expectSelected(/^Nordlicht/)
  const dialog = await leavingSlowly(page.getByRole('dialog').element())
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => dialog).not.toHaveAttribute('open')
  expect(dialog.querySelector('input')).toHaveValue('nordl')
  openSearch()
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  const recent = page.getByRole('group', { name: 'Zuletzt gesucht' })
  await expect.element(recent.getByRole('option', { name: /^Nordlicht/ })).toBeVisible()
})
