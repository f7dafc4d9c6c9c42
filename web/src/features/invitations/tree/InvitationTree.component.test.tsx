import { removeUser } from '@tonarchiv/contract/admin'
import {
  barInvitations,
  branchChanged,
  getInvitationTree,
  removeBranch,
  type InvitedMember,
} from '@tonarchiv/contract/invitation-tree'
import type { ShownScope } from '@tonarchiv/contract/key-batches'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { refuse, startFakeServer } from '../../../testing/fake-server.ts'
import { TestApp } from '../../../testing/TestApp.tsx'
import { InvitationTree } from './InvitationTree.tsx'

const WHOLE: ShownScope = { kind: 'all', hasVideos: true, types: [], albumCount: 77, albums: [] }

function member(id: string, displayName: string, invitedById: string | null): InvitedMember {
  return {
    user: { id, username: id, displayName, photoURL: null },
    isAdmin: invitedById === null,
    joinedAt: '2024-11-27T12:00:00.000Z',
    invitedById,
    admission: invitedById === null ? null : { kind: 'invitation', words: 'Für dich.' },
    scope: WHOLE,
    invitationsLeft: 2,
    isBarred: false,
  }
}

const MEMBERS = [
  member('frieda', 'Frieda Ölmann', null),
  member('mila', 'Mila Kramer', 'frieda'),
  member('lene', 'Lene M.', 'mila'),
  member('nachtbus', 'nachtbus', 'lene'),
]
const INVITATION = {
  id: 'open',
  key: 'W1-6GTA-90KP',
  words: '',
  invitedById: 'mila',
  expiresAt: '2024-12-12T12:00:00.000Z',
}

async function renderTree(members = MEMBERS, invitations = [INVITATION]) {
  const server = startFakeServer()
  const tree = { members, invitations, total: members.length, quota: 5, isEnabled: false }
  server.on(getInvitationTree, () => tree)
  const onProfile = vi.fn<(userId: string) => void>()
  await render(
    <TestApp>
      <InvitationTree ownId="frieda" onProfile={onProfile} />
    </TestApp>,
  )
  return { server, onProfile }
}

const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
const detail = (name: string) => page.getByRole('region', { name })

test('arrow keys move through the tree, open and close it, and Enter shows a member', async () => {
  await renderTree()
  await expect.element(item('Frieda Ölmann')).toHaveAttribute('aria-selected', 'true')
  item('Frieda Ölmann').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Mila Kramer')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(item('Mila Kramer')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(item('Lene M.')).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(item('Lene M.')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Lene M.')).toHaveAttribute('aria-selected', 'true')
  await expect.element(detail('Lene M.').getByText('eingeladen von Mila Kramer')).toBeVisible()
  await userEvent.keyboard('f')
  await expect.element(item('Frieda Ölmann')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(item('Offene Einladung')).toHaveFocus()
  await expectAccessible()
})

test('a press selects a member, the next one closes the branch and says how large it is', async () => {
  const { onProfile } = await renderTree()
  await item('Mila Kramer').getByText('Mila Kramer').click()
  await expect.element(detail('Mila Kramer').getByText('2 von 5')).toBeVisible()
  await detail('Mila Kramer').getByRole('button', { name: 'Profil' }).click()
  expect(onProfile).toHaveBeenCalledWith('mila')
  await item('Mila Kramer').getByText('Mila Kramer').click()
  await expect.element(item('Mila Kramer').getByText('2 im Zweig')).toBeVisible()
})

test('a search shows the way to a member', async () => {
  await renderTree()
  await page.getByRole('searchbox', { name: 'Person suchen' }).fill('NACHT')
  await expect.element(page.getByText('1 gefunden')).toBeVisible()
  await expect.element(item('nachtbus')).toBeVisible()
  await expect.element(item('Offene Einladung')).not.toBeInTheDocument()
})

test('a member is removed alone or with the branch, whose size is confirmed', async () => {
  const { server } = await renderTree()
  const removed = vi.fn<(sent: unknown, query: URLSearchParams) => { success: true; removed: number }>(
    () => ({
      success: true,
      removed: 3,
    }),
  )
  server.on(removeBranch, removed)
  const alone = vi.fn(() => ({ success: true }))
  server.on(removeUser, alone)
  await item('Mila Kramer').getByText('Mila Kramer').click()
  await page.getByRole('button', { name: 'Entfernen...' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Mila Kramer entfernen?' })
  await expect.element(dialog.getByText('Der Zweig hängt danach an Frieda Ölmann.')).toBeVisible()
  await expect.element(dialog.getByText('Lene M., nachtbus und 1 Einladung.')).toBeVisible()
  await expectAccessible()
  await dialog.getByText('Mila Kramer und den ganzen Zweig').click()
  await dialog.getByRole('button', { name: 'Entfernen' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(removed.mock.calls[0]?.[1].get('people')).toBe('2')
  await expect.element(page.getByText('3 Personen entfernt')).toBeVisible()
  expect(alone).not.toHaveBeenCalled()
  await expect.element(item('Frieda Ölmann')).toHaveAttribute('aria-selected', 'true')
})

test('a branch that has changed is not removed, and the reason is shown', async () => {
  const { server } = await renderTree()
  server.on(removeBranch, () => refuse(branchChanged))
  await item('Mila Kramer').getByText('Mila Kramer').click()
  await page.getByRole('button', { name: 'Entfernen...' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Mila Kramer und den ganzen Zweig').click()
  await dialog.getByRole('button', { name: 'Entfernen' }).click()
  await expect.element(page.getByText(branchChanged.text)).toBeVisible()
})

test('invitations are taken from a member by one press', async () => {
  const { server } = await renderTree()
  const bar = vi.fn<(sent: unknown) => { success: true }>(() => ({ success: true }))
  server.on(barInvitations, bar)
  await item('Lene M.').getByText('Lene M.').click()
  await page.getByRole('button', { name: 'Einladungen sperren' }).click()
  await expect.element(page.getByText('Einladungen gesperrt')).toBeVisible()
  expect(bar.mock.calls[0]?.[0]).toEqual({ isBarred: true })
})

test('an empty tree says what is missing', async () => {
  await renderTree([member('frieda', 'Frieda Ölmann', null)], [])
  await expect.element(page.getByText('Noch hat niemand jemanden mitgebracht')).toBeVisible()
  await expect
    .element(page.getByText('Mitglieder dürfen einladen, sobald der Betreiber es erlaubt.'))
    .toBeVisible()
})

test.each([1440, 1024, 768, 390, 320])(
  'in a window of %i px nothing is wider than the window',
  async (width) => {
    await page.viewport(width, 800)
    await renderTree()
    await expect.element(item('nachtbus')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)
