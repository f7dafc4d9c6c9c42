import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { listAuditEvents, removeUser } from '@tonarchiv/contract/admin'
import { deleteAccount } from '@tonarchiv/contract/auth'
import { confirm } from '@tonarchiv/contract/factors'
import { createInvitation, listInvitations } from '@tonarchiv/contract/invitations'
import { barInvitations, getInvitationTree, removeBranch } from '@tonarchiv/contract/invitation-tree'
import { createKeyBatch } from '@tonarchiv/contract/key-batches'
import { getProfile } from '@tonarchiv/contract/users'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/start-app.ts'

type Caller = Awaited<ReturnType<TestApp['signIn']>>

const invitations = { isEnabled: true, quota: 5, stayDays: 90 }
const MINE = { words: 'Für die langen Zugfahrten.', scope: { kind: 'mine' as const } }

async function guestOf(app: TestApp, inviter: Caller, username: string): Promise<Caller> {
  const { invitation } = await inviter.call(createInvitation, { body: MINE })
  const guest = await app.signIn({ username, hasKey: false })
  await guest.call(redeemAccessKey, { body: { key: invitation.key, uid: guest.id } })
  return guest
}

/** Mila has redeemed the key of an admin and has invited Lene and Okan. Lene has invited one more member. */
async function aTree() {
  const app = await startApp({ invitations })
  const frieda = await app.signIn({ username: 'frieda', isAdmin: true })
  const { keys } = await frieda.call(createKeyBatch, {
    body: {
      count: 1,
      note: 'Stadtteilfest',
      maxUses: 1,
      expiresAt: null,
      stayDays: null,
      scope: { kind: 'all', hasVideos: true },
    },
  })
  const mila = await app.signIn({ username: 'mila', hasKey: false })
  await mila.call(redeemAccessKey, { body: { key: keys[0]?.key ?? '', uid: mila.id } })
  const lene = await guestOf(app, mila, 'lene')
  const okan = await guestOf(app, mila, 'okan')
  const nachtbus = await guestOf(app, lene, 'nachtbus')
  return { app, frieda, mila, lene, okan, nachtbus }
}

/** The names of the inviters by the names of the members. */
async function edgesOf(admin: Caller): Promise<Record<string, string | null>> {
  const { members } = await admin.call(getInvitationTree, {})
  const nameOf = new Map(members.map(({ user }) => [user.id, user.username]))
  return Object.fromEntries(
    members.map(({ user, invitedById }) => [user.username, nameOf.get(invitedById ?? '') ?? null]),
  )
}

const textsOf = async (admin: Caller) =>
  (await admin.call(listAuditEvents, { query: {} })).acts.map(({ text }) => text)

test('the tree says who has brought whom, by what, and which invitations are open', async () => {
  const { frieda, mila } = await aTree()
  const { invitation } = await mila.call(createInvitation, { body: MINE })
  expect(await edgesOf(frieda)).toEqual({
    frieda: null,
    mila: 'frieda',
    lene: 'mila',
    okan: 'mila',
    nachtbus: 'lene',
  })
  const tree = await frieda.call(getInvitationTree, {})
  expect(tree).toMatchObject({ total: 5, quota: 5, isEnabled: true })
  const memberOf = (name: string) => tree.members.find(({ user }) => user.username === name)
  expect(memberOf('mila')).toMatchObject({
    admission: { kind: 'key', note: 'Stadtteilfest' },
    invitationsLeft: 2,
    scope: { kind: 'all' },
    isBarred: false,
  })
  expect(memberOf('lene')?.admission).toEqual({ kind: 'invitation', words: MINE.words })
  expect(tree.invitations).toMatchObject([
    { key: invitation.key, invitedById: mila.id, expiresAt: invitation.expiresAt },
  ])
})

test('a later key does not move a member in the tree', async () => {
  const { app, frieda, okan } = await aTree()
  const tom = await app.signIn({ username: 'tom' })
  const { invitation } = await tom.call(createInvitation, { body: MINE })
  await okan.call(redeemAccessKey, { body: { key: invitation.key, uid: okan.id } })
  expect((await edgesOf(frieda))['okan']).toBe('mila')
})

test('when a member is removed alone or leaves, the branch moves up', async () => {
  const { frieda, mila, lene } = await aTree()
  await frieda.call(removeUser, { params: { id: mila.id } })
  expect(await edgesOf(frieda)).toEqual({ frieda: null, lene: 'frieda', okan: 'frieda', nachtbus: 'lene' })
  await lene.call(deleteAccount, { body: { password: lene.password } })
  expect(await edgesOf(frieda)).toEqual({ frieda: null, okan: 'frieda', nachtbus: 'frieda' })
})

test('a member is removed with the whole branch, all sessions end, and the audit log has it', async () => {
  const { frieda, mila, lene, okan, nachtbus } = await aTree()
  const { removed } = await frieda.call(removeBranch, { params: { id: mila.id }, query: { people: 3 } })
  expect(removed).toBe(4)
  for (const one of [mila, lene, okan, nachtbus]) expect((await one.refusal(getProfile)).status).toBe(401)
  expect(await edgesOf(frieda)).toEqual({ frieda: null })
  const texts = await textsOf(frieda)
  expect(texts).toContain('Benutzer mit 3 Personen aus seinem Einladungszweig gelöscht')
  expect(texts.filter((text) => text === 'Benutzer gelöscht')).toHaveLength(4)
})

test('a branch is removed by an admin who has confirmed in the last ten minutes only', async () => {
  const { app, frieda, mila } = await aTree()
  app.passTime(11 * 60_000)
  const ask = { params: { id: mila.id }, query: { people: 3 } }
  expect((await frieda.refusal(removeBranch, ask)).body.code).toBe('CONFIRMATION_REQUIRED')
  await frieda.call(confirm, { body: { password: frieda.password } })
  expect((await frieda.call(removeBranch, ask)).removed).toBe(4)
})

test('a branch that is not the one that was shown stays whole', async () => {
  const { app, frieda, mila, okan } = await aTree()
  await guestOf(app, okan, 'nachzuegler')
  const refusal = await frieda.refusal(removeBranch, { params: { id: mila.id }, query: { people: 3 } })
  expect(refusal.body.code).toBe('BRANCH_CHANGED')
  expect(Object.keys(await edgesOf(frieda))).toHaveLength(6)
})

test('no branch with an admin is removed, and no admin removes a branch with themselves', async () => {
  const { app, frieda, mila, lene } = await aTree()
  const { db } = app.services
  await db.updateTable('users').set({ isAdmin: 1 }).where('id', '=', lene.id).execute()
  const of = { params: { id: mila.id }, query: { people: 3 } }
  expect((await frieda.refusal(removeBranch, of)).body.code).toBe('BRANCH_HAS_ADMIN')
  expect((await lene.refusal(removeBranch, of)).body.code).toBe('OWN_ACCOUNT')
  const own = { params: { id: frieda.id }, query: { people: 4 } }
  expect((await frieda.refusal(removeBranch, own)).body.code).toBe('OWN_ACCOUNT')
  expect((await lene.refusal(removeBranch, own)).body.code).toBe('OWN_ACCOUNT')
  expect(Object.keys(await edgesOf(frieda))).toHaveLength(5)
})

test('a circle of inviters ends the reading of a branch', async () => {
  const { app, frieda, mila, lene } = await aTree()
  const { db } = app.services
  await db.updateTable('users').set({ invitedBy: lene.id }).where('id', '=', mila.id).execute()
  const { removed } = await frieda.call(removeBranch, { params: { id: mila.id }, query: { people: 3 } })
  expect(removed).toBe(4)
})

test('an admin takes the invitations from a member, open ones included, and gives them back', async () => {
  const { app, frieda, mila } = await aTree()
  const { invitation } = await mila.call(createInvitation, { body: MINE })
  const of = { params: { id: mila.id } }
  await frieda.call(barInvitations, { ...of, body: { isBarred: true } })
  await frieda.call(barInvitations, { ...of, body: { isBarred: true } })
  expect((await mila.refusal(createInvitation, { body: MINE })).body.code).toBe('INVITATIONS_BARRED')
  expect(await mila.call(listInvitations, { query: {} })).toMatchObject({ canInvite: false, left: 3 })
  const guest = await app.signIn({ hasKey: false })
  const late = await guest.refusal(redeemAccessKey, { body: { key: invitation.key, uid: guest.id } })
  expect(late.body.code).toBe('ACCESS_KEY_INVALID')
  await frieda.call(barInvitations, { ...of, body: { isBarred: false } })
  await mila.call(createInvitation, { body: MINE })
  expect((await textsOf(frieda)).slice(0, 2)).toEqual([
    'Benutzer „mila“ die Einladungen freigegeben',
    'Benutzer „mila“ die Einladungen gesperrt',
  ])
  const unknown = { params: { id: 'niemand' }, body: { isBarred: true } }
  expect((await frieda.refusal(barInvitations, unknown)).status).toBe(404)
})
