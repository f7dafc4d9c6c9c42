import type { InvitedMember, OpenInvitation } from '@tonarchiv/contract/invitation-tree'
import { expect, test } from 'vitest'
import { layOutRecord } from './record-layout.ts'
import { treeStep } from './tree-keys.ts'
import { branchOf, foundIds, growForest, visibleNodes } from './tree-model.ts'
import { admissionText, branchText, countText } from './tree-wording.ts'

function member(id: string, invitedById: string | null, more: Partial<InvitedMember> = {}): InvitedMember {
  return {
    user: { id, username: id, displayName: id, photoURL: null },
    isAdmin: false,
    joinedAt: '2024-11-27T12:00:00.000Z',
    invitedById,
    admission: null,
    scope: null,
    invitationsLeft: 5,
    isBarred: false,
    ...more,
  }
}

function invitation(id: string, invitedById: string): OpenInvitation {
  return { id, key: 'W1-6GTA-90KP', words: '', invitedById, expiresAt: '2024-12-12T12:00:00.000Z' }
}

const members = [
  member('frieda', null, { isAdmin: true }),
  member('jonas', 'frieda'),
  member('mila', 'frieda'),
  member('lene', 'mila'),
  member('okan', 'mila'),
  member('nachtbus', 'lene'),
]
const forest = growForest({ members, invitations: [invitation('open', 'mila')] })

const nodeOf = (id: string) => {
  const node = forest.nodes.get(id)
  if (node === undefined) throw new Error(`${id} is not in the tree`)
  return node
}

test('members stand below those who have invited them, and sizes count members only', () => {
  expect(forest.roots.map(({ id }) => id)).toEqual(['frieda'])
  expect(visibleNodes(forest.roots, () => true).map(({ id, level }) => `${level} ${id}`)).toEqual([
    '1 frieda',
    '2 jonas',
    '2 mila',
    '3 lene',
    '4 nachtbus',
    '3 okan',
    '3 open',
  ])
  expect([nodeOf('frieda').branchSize, nodeOf('mila').branchSize, nodeOf('open').branchSize]).toEqual([
    5, 3, 0,
  ])
  expect(forest.levels).toBe(4)
  expect([...branchOf(nodeOf('mila'))]).toEqual(['mila', 'lene', 'nachtbus', 'okan', 'open'])
})

test('a member whose inviter is missing stands at the top, and a circle ends', () => {
  const odd = growForest({
    members: [member('a', 'b'), member('b', 'a'), member('c', 'gone')],
    invitations: [invitation('open', 'gone')],
  })
  expect(
    visibleNodes(odd.roots, () => true)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['a', 'b', 'c'])
})

test('a closed place hides what is below', () => {
  const visible = visibleNodes(forest.roots, ({ id }) => id !== 'mila')
  expect(visible.map(({ id }) => id)).toEqual(['frieda', 'jonas', 'mila'])
})

test('a search finds names and keeps the way from the top', () => {
  const { hits, shown } = foundIds(forest, (text) => text.toLowerCase(), 'NACHT')
  expect([...hits]).toEqual(['nachtbus'])
  expect([...shown].toSorted()).toEqual(['frieda', 'lene', 'mila', 'nachtbus'])
})

test.each([
  ['ArrowDown', 'jonas', { kind: 'focus', id: 'mila' }],
  ['ArrowUp', 'jonas', { kind: 'focus', id: 'frieda' }],
  ['ArrowUp', 'frieda', undefined],
  ['Home', 'okan', { kind: 'focus', id: 'frieda' }],
  ['End', 'frieda', { kind: 'focus', id: 'open' }],
  ['ArrowRight', 'lene', { kind: 'open', id: 'lene' }],
  ['ArrowRight', 'mila', { kind: 'focus', id: 'lene' }],
  ['ArrowRight', 'jonas', undefined],
  ['ArrowLeft', 'mila', { kind: 'close', id: 'mila' }],
  ['ArrowLeft', 'okan', { kind: 'focus', id: 'mila' }],
  ['ArrowLeft', 'frieda', { kind: 'close', id: 'frieda' }],
  ['Enter', 'okan', { kind: 'select', id: 'okan' }],
  ['o', 'frieda', { kind: 'focus', id: 'okan' }],
  ['O', 'okan', { kind: 'focus', id: 'open' }],
  ['x', 'okan', undefined],
  ['Tab', 'okan', undefined],
])('%s on %s', (key, focusedId, expected) => {
  const isOpen = ({ id }: { id: string }) => id !== 'lene'
  const visible = visibleNodes(forest.roots, isOpen)
  expect(treeStep(key, { visible, focusedId, isOpen })).toEqual(expected)
})

test('the record has the first member on the label, and the selected branch in copper', () => {
  const { places, lines, rings, hasFaces } = layOutRecord(forest.roots, branchOf(nodeOf('mila')), 'mila')
  expect(places[0]).toMatchObject({ node: { id: 'frieda' }, x: 190, y: 190 })
  expect(rings).toEqual([78, 121, 164])
  expect(lines.filter(({ isHot }) => isHot).map(({ id }) => id)).toEqual(['lene', 'okan', 'open', 'nachtbus'])
  expect(hasFaces).toBe(true)
  const radii = places.map(({ node, x, y }) => [node.id, Math.round(Math.hypot(x - 190, y - 190))])
  expect(Object.fromEntries(radii)).toMatchObject({ frieda: 0, mila: 78, lene: 121, nachtbus: 164 })
})

test('with more than sixty members faces become dots, and thousands are drawn up to a limit', () => {
  const many = Array.from({ length: 4000 }, (_, index) => member(`guest${index}`, 'frieda'))
  const { roots } = growForest({ members: [...members, ...many], invitations: [] })
  const { places, hasFaces } = layOutRecord(roots, new Set(), undefined)
  expect(hasFaces).toBe(false)
  expect(places.length).toBeLessThanOrEqual(1501)
})

test('a row says since when, and by what', () => {
  const now = Date.parse('2024-11-28T12:00:00.000Z')
  const by = (words: string) => member('a', 'b', { admission: { kind: 'invitation', words } })
  expect(admissionText(by('Fahr nicht ohne Musik.'), now)).toBe('seit gestern, „Fahr nicht ohne Musik.“')
  expect(admissionText(by(''), now)).toBe('seit gestern, eingeladen')
  const key = (note: string) => member('a', 'b', { admission: { kind: 'key', key: 'A1-3KQN-55TE', note } })
  expect(admissionText(key(''), now + 86_400_000)).toBe('seit 27.11.2024, mit A1-3KQN-55TE')
  expect(admissionText(key('Stadtteilfest'), now)).toBe('seit gestern, Stadtteilfest')
  expect(admissionText(member('a', null, { isAdmin: true }), now)).toBe('Admin, von Anfang an')
})

test('the question about a branch names three members and counts the rest', () => {
  expect(branchText(nodeOf('mila'))).toBe('lene, nachtbus, okan und 1 Einladung.')
  expect(branchText(nodeOf('frieda'))).toBe('jonas, mila, lene, 2 weitere und 1 Einladung.')
  expect(branchText(nodeOf('lene'))).toBe('nachtbus.')
})

test('the count says how large the tree is, and when it is cut', () => {
  expect(countText({ members, invitations: [1], total: 6 }, 4)).toBe(
    '6 Personen, 4 Stufen, 1 offene Einladung',
  )
  expect(countText({ members, invitations: [], total: 9000 }, 1)).toBe(
    'Die ersten 6 von 9.000 Personen, 1 Stufe, 0 offene Einladungen',
  )
})
