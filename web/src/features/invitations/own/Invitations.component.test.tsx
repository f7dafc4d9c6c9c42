import { listAlbums, type Album } from '@tonarchiv/contract/catalog'
import {
  createInvitation,
  listInvitations,
  noInvitationLeft,
  withdrawInvitation,
  type Invitation,
} from '@tonarchiv/contract/invitations'
import type { ShownScope } from '@tonarchiv/contract/key-batches'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { aUser } from '../../../testing/sign-in.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { Invitations } from './Invitations.tsx'

const WHOLE: ShownScope = { kind: 'all', hasVideos: true, types: [], albumCount: 77, albums: [] }

const MESSING: Album = {
  albumId: 'messing',
  albumTitel: 'Messing',
  albumCover: 'unknown',
  releaseJahr: 2021,
  type: 'single',
  isExclusive: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  tracks: [],
}

function invitation(more: Partial<Invitation> = {}): Invitation {
  return {
    id: 'invitation-1',
    key: 'W1-6GTA-90KP',
    words: 'Für dich und deinen Plattenspieler.',
    scope: WHOLE,
    createdAt: '2024-11-28T12:00:00.000Z',
    state: 'open',
    expiresAt: '2024-12-12T12:00:00.000Z',
    acceptedBy: null,
    acceptedAt: null,
    stayDays: 90,
    ...more,
  }
}

function listOf({ left = 2, canInvite = true, list = [invitation()] } = {}) {
  return {
    invitations: list,
    total: list.length,
    quota: 5,
    left,
    canInvite,
    stayDays: 90,
    scope: WHOLE,
  }
}

async function renderInvitations(more: Parameters<typeof listOf>[0] = {}) {
  const server = startFakeServer()
  server.on(listInvitations, () => listOf(more))
  await render(
    <TestApp>
      <Invitations user={aUser()} />
    </TestApp>,
  )
  return server
}

const words = page.getByRole('textbox', { name: 'Deine Worte' })
const create = page.getByRole('button', { name: 'Einladung erstellen' })
const ready = page.getByRole('region', { name: 'Deine Einladung ist fertig' })

test('the preview follows the words, and the invitation is made with them', async () => {
  const server = await renderInvitations()
  const made = vi.fn<(sent: unknown) => { invitation: Invitation }>(() => ({ invitation: invitation() }))
  server.on(createInvitation, made)
  await words.fill('Fahr nicht ohne Musik.')
  const preview = page.getByRole('complementary', { name: 'So sieht sie aus' })
  await expect.element(preview.getByText('Fahr nicht ohne Musik.')).toBeVisible()
  await expect.element(preview.getByText('Mila Kramer lädt dich ein')).toBeVisible()
  await expect.element(preview.getByText('Ganzes Archiv, 90 Tage')).toBeVisible()
  await expect.element(page.getByText('22 / 280')).toBeVisible()
  await expectAccessible()
  await create.click()
  await expect.element(words).toHaveValue('')
  expect(made.mock.calls).toHaveLength(1)
  expect(made.mock.calls[0]?.[0]).toEqual({ words: 'Fahr nicht ohne Musik.', scope: { kind: 'mine' } })
  await expect.element(ready.getByRole('heading', { name: 'Deine Einladung ist fertig' })).toHaveFocus()
})

test('what was made is shared as a link, a QR code and a printed card', async () => {
  const server = await renderInvitations()
  server.on(createInvitation, () => ({ invitation: invitation() }))
  const shared = vi.fn<typeof navigator.share>(() => Promise.resolve())
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  // Not every browser has the share dialog.
  Object.defineProperty(navigator, 'share', { configurable: true, value: shared })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  await create.click()
  const link = `${location.origin}/k/W1-6GTA-90KP`
  await expect.element(ready.getByText(`${location.host}/k/W1-6GTA-90KP`)).toBeVisible()
  await expect.element(ready.getByRole('button', { name: 'Link kopieren' })).toBeVisible()
  await expect.element(ready.getByText('Noch 2 von 5 Einladungen.')).toBeVisible()
  await expectAccessible()
  await ready.getByRole('button', { name: 'Teilen...' }).click()
  expect(shared.mock.calls).toEqual([
    [{ title: 'Mila Kramer lädt dich ein', text: 'Für dich und deinen Plattenspieler.', url: link }],
  ])
  shared.mockRejectedValueOnce(new DOMException('', 'AbortError'))
  await ready.getByRole('button', { name: 'Teilen...' }).click()
  shared.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await ready.getByRole('button', { name: 'Teilen...' }).click()
  await expect.poll(() => page.getByText('Teilen nicht möglich').elements()).toHaveLength(1)

  await ready.getByRole('button', { name: 'QR-Code' }).click()
  const dialog = page.getByRole('dialog', { name: 'QR-Code der Einladung' })
  await expect.element(dialog.getByRole('img', { name: 'QR-Code für W1-6GTA-90KP' })).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(ready.getByRole('button', { name: 'QR-Code' })).toHaveFocus()

  await ready.getByRole('button', { name: 'Als Karte drucken' }).click()
  expect(printed).toHaveBeenCalledOnce()
})

test('the card to print is ready but not shown, with the words, the key and its end', async () => {
  const server = await renderInvitations()
  server.on(createInvitation, () => ({ invitation: invitation() }))
  await create.click()
  const card = () => [...document.body.children].find((one) => one.textContent.includes('Einlösen bis'))
  await expect.poll(() => card()?.querySelector('svg[role="img"]')).toBeInstanceOf(SVGElement)
  for (const text of ['Mila Kramer lädt dich ein', 'deinen Plattenspieler', 'W1-6GTA-90KP', '12.12.2024'])
    expect(card()?.textContent).toContain(text)
  await expect.element(page.getByText(/Einlösen bis 12\.12\.2024/)).not.toBeVisible()
})

test('the last invitation of the quota is shared too, and later from its row', async () => {
  const server = await renderInvitations({ left: 1 })
  server.on(createInvitation, () => {
    server.on(listInvitations, () => listOf({ left: 0 }))
    return { invitation: invitation() }
  })
  await create.click()
  await expect.element(page.getByText(/^Du hast alle Einladungen vergeben\./)).toBeVisible()
  const heading = ready.getByRole('heading', { name: 'Deine Einladung ist fertig' })
  await expect.element(heading).toHaveFocus()
  await expect.element(ready.getByText(/^Noch /)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Aktionen für W1-6GTA-90KP' }).click()
  await page.getByRole('menuitem', { name: 'Link, QR-Code und Karte' }).click()
  await expect.element(heading).toHaveFocus()
  server.on(withdrawInvitation, () => ({ success: true }))
  server.on(listInvitations, () => listOf({ left: 1, list: [invitation({ state: 'withdrawn' })] }))
  await page.getByRole('button', { name: 'Aktionen für W1-6GTA-90KP' }).click()
  await page.getByRole('menuitem', { name: 'Zurückziehen...' }).click()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(heading).not.toBeInTheDocument()
  await expect.element(create).toBeVisible()
})

test('a scope without a type or album is not sent', async () => {
  const server = await renderInvitations()
  const made = vi.fn(() => ({ invitation: invitation() }))
  server.on(createInvitation, made)
  await page.getByRole('radio', { name: /^Nach Typ/ }).click()
  await create.click()
  await expect.element(page.getByText('Wähle mindestens einen Typ.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'EPs' }).click()
  await create.click()
  await expect.element(words).toHaveValue('')
  expect(made.mock.calls).toEqual([
    [{ words: '', scope: { kind: 'types', types: ['ep'], hasVideos: false } }, expect.anything()],
  ])
})

test('albums are found by a search, chosen and removed by keys, and the focus stays', async () => {
  const server = await renderInvitations()
  const made = vi.fn<(sent: unknown) => { invitation: Invitation }>(() => ({ invitation: invitation() }))
  server.on(createInvitation, made)
  const counts = { album: 0, single: 1, ep: 0, feature: 0, unreleased: 0, loosies: 0 }
  server.on(listAlbums, () => ({ albums: [MESSING], total: 1, counts, years: [2021] }))
  await page.getByRole('radio', { name: /^Ausgesuchte Alben/ }).click()
  const search = page.getByRole('combobox', { name: 'Album hinzufügen' })
  const add = async () => {
    await search.fill('mess')
    await expect.element(page.getByRole('option', { name: /Messing/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('1 gewählt')).toBeVisible()
    await expect.element(search).toHaveFocus()
  }
  await search.fill('mess')
  await expect.element(page.getByRole('option', { name: /Messing/ })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
  await add()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  const remove = page.getByRole('button', { name: '„Messing“ aus dem Umfang nehmen' })
  await expect.element(remove).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('0 gewählt')).toBeVisible()
  await expect.element(search).toHaveFocus()
  await add()
  await create.click()
  await expect.element(words).toHaveValue('')
  expect(made.mock.calls[0]?.[0]).toEqual({
    words: '',
    scope: { kind: 'albums', albumIds: ['messing'], hasVideos: false },
  })
})

test('after a refusal all that was typed is still there', async () => {
  const server = await renderInvitations()
  server.on(createInvitation, () => refuse(noInvitationLeft))
  await words.fill('Komm vorbei.')
  await create.click()
  await expect.element(page.getByText(noInvitationLeft.text)).toBeVisible()
  await expect.element(words).toHaveValue('Komm vorbei.')
})

test('with an empty quota there is no form', async () => {
  await renderInvitations({ left: 0 })
  await expect.element(page.getByText(/^Du hast alle Einladungen vergeben\./)).toBeVisible()
  await expect.element(create).not.toBeInTheDocument()
})

test('an open invitation is withdrawn after a question; accepted ones name the guest', async () => {
  const lene = { id: 'lene', username: 'lene', displayName: 'Lene M.', photoURL: null }
  const server = await renderInvitations({
    list: [
      invitation(),
      invitation({
        id: 'invitation-2',
        key: 'E4-1VBD-33XS',
        state: 'accepted',
        acceptedBy: lene,
        acceptedAt: '2024-11-27T12:00:00.000Z',
        stayDays: null,
      }),
    ],
  })
  const withdrawn = vi.fn(() => ({ success: true }))
  server.on(withdrawInvitation, withdrawn)
  await expect.element(page.getByText('Lene M., 27.11.2024')).toBeVisible()
  await expect.element(page.getByText('für immer')).toBeVisible()
  await page.getByRole('button', { name: 'Aktionen für W1-6GTA-90KP' }).click()
  await page.getByRole('menuitem', { name: 'Zurückziehen...' }).click()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByText('Einladung zurückgezogen')).toBeVisible()
  expect(withdrawn).toHaveBeenCalledOnce()
})

test.each([1440, 1024, 768, 390, 320])(
  'in a window of %i px nothing is wider than the window',
  async (width) => {
    await page.viewport(width, 800)
    await renderInvitations()
    await expect.element(create).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)
