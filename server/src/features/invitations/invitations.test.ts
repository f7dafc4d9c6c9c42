import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { changeUser } from '@tonarchiv/contract/admin'
import { deleteAccount, exportAccount } from '@tonarchiv/contract/auth'
import { blockMember } from '@tonarchiv/contract/friends'
import { createInvitation, listInvitations, withdrawInvitation } from '@tonarchiv/contract/invitations'
import { createKeyBatch, getKeyBatch, type KeyStatus, listKeyBatches } from '@tonarchiv/contract/key-batches'
import { lookUpKey } from '@tonarchiv/contract/key-offers'
import type { Scope } from '@tonarchiv/contract/scope'
import { expect, test } from 'vitest'
import { addSampleAlbum } from '#testing/sample-album.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'

type Caller = Awaited<ReturnType<TestApp['signIn']>>

const DAY_MS = 24 * 60 * 60 * 1000
const DEFAULTS = { isEnabled: true, quota: 5, stayDays: 90 }
const startInviting = async (more: Partial<typeof DEFAULTS> = {}) =>
  startApp({ invitations: { ...DEFAULTS, ...more } })

const MINE = { words: 'Fahr nicht ohne Musik.', scope: { kind: 'mine' as const } }

const redeem = async (guest: Caller, key: string) =>
  guest.call(redeemAccessKey, { body: { key, uid: guest.id } })
const refusedRedeem = async (guest: Caller, key: string) =>
  (await guest.refusal(redeemAccessKey, { body: { key, uid: guest.id } })).body.code

/** A member whose only key gives access to this scope. */
async function memberWith(app: TestApp, scope: Scope, stayDays: number | null = null): Promise<Caller> {
  const admin = await app.signIn({ isAdmin: true })
  const { keys } = await admin.call(createKeyBatch, {
    body: { count: 1, note: '', scope, maxUses: 1, expiresAt: null, stayDays },
  })
  const member = await app.signIn({ hasKey: false })
  await redeem(member, keys[0]?.key ?? '')
  return member
}

async function grantsOf({ services }: TestApp, userId: string) {
  return services.db.selectFrom('accessGrants').selectAll().where('userId', '=', userId).execute()
}

test('a member invites, the guest accepts once, and the member learns who it was', async () => {
  const app = await startInviting()
  const mila = await app.signIn({ username: 'mila' })
  const accepted: unknown[] = []
  app.services.events.on('invitationAccepted', (event) => accepted.push(event))
  const { invitation } = await mila.call(createInvitation, { body: MINE })
  expect(invitation).toMatchObject({
    words: 'Fahr nicht ohne Musik.',
    state: 'open',
    stayDays: 90,
    scope: { kind: 'all', hasVideos: true },
    acceptedBy: null,
  })
  expect(Date.parse(invitation.expiresAt) - app.services.now().getTime()).toBeGreaterThan(13.9 * DAY_MS)

  const lene = await app.signIn({ username: 'lene', hasKey: false })
  const { user } = await redeem(lene, invitation.key)
  expect(user.keyVerified).toBe(true)
  expect(accepted).toEqual([{ invitedById: mila.id, userId: lene.id }])
  const late = await app.signIn({ hasKey: false })
  expect(await refusedRedeem(late, invitation.key)).toBe('ACCESS_KEY_INVALID')

  const { invitations, left, quota, canInvite } = await mila.call(listInvitations, { query: {} })
  expect([left, quota, canInvite]).toEqual([4, 5, true])
  expect(invitations).toMatchObject([{ state: 'accepted', acceptedBy: { username: 'lene' } }])
  const [grant] = await grantsOf(app, lene.id)
  expect(Date.parse(grant?.endsAt ?? '') - app.services.now().getTime()).toBeGreaterThan(89 * DAY_MS)
  const row = await app.services.db
    .selectFrom('users')
    .select('invitedBy')
    .where('id', '=', lene.id)
    .executeTakeFirst()
  expect(row?.invitedBy).toBe(mila.id)
})

test('without the switch of the operator no invitation can be made', async () => {
  const app = await startApp()
  const mila = await app.signIn()
  expect((await mila.refusal(createInvitation, { body: MINE })).body.code).toBe('INVITATIONS_OFF')
  expect((await mila.call(listInvitations, { query: {} })).canInvite).toBe(false)
})

test('a member without a key cannot invite', async () => {
  const app = await startInviting()
  const guest = await app.signIn({ hasKey: false })
  expect((await guest.refusal(createInvitation, { body: MINE })).status).toBe(403)
})

test('the quota holds for twelve calls at once; withdrawn and expired invitations come back to it', async () => {
  const app = await startInviting({ quota: 3 })
  const mila = await app.signIn()
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, () => mila.call(createInvitation, { body: MINE })),
  )
  const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.invitation] : []))
  expect(made).toHaveLength(3)
  expect((await mila.refusal(createInvitation, { body: MINE })).body.code).toBe('NO_INVITATION_LEFT')

  const [first, second] = made
  const lene = await app.signIn({ hasKey: false })
  await redeem(lene, first?.key ?? '')
  await mila.call(withdrawInvitation, { params: { id: second?.id ?? '' } })
  expect((await mila.call(listInvitations, { query: {} })).left).toBe(1)
  const guest = await app.signIn({ hasKey: false })
  expect(await refusedRedeem(guest, second?.key ?? '')).toBe('ACCESS_KEY_INVALID')

  app.passTime(15 * DAY_MS)
  const later = await app.anotherSession(mila)
  const { left, invitations } = await later.call(listInvitations, { query: {} })
  expect(left).toBe(2)
  expect(invitations.map(({ state }) => state).toSorted()).toEqual(['accepted', 'expired'])
})

test('an invitation has words of at most 280 characters', async () => {
  const app = await startInviting()
  const mila = await app.signIn()
  const words = 'ä'.repeat(280)
  const { invitation } = await mila.call(createInvitation, { body: { ...MINE, words } })
  expect(invitation.words).toBe(words)
  const { status, body } = await mila.refusal(createInvitation, { body: { ...MINE, words: `${words}!` } })
  expect([status, body.fields]).toEqual([400, { words: 'Höchstens 280 Zeichen sind erlaubt' }])
  expect((await mila.call(listInvitations, { query: {} })).left).toBe(4)
})

test('only the author withdraws an invitation, and only an open one', async () => {
  const app = await startInviting()
  const [mila, tom] = [await app.signIn(), await app.signIn()]
  const { invitation } = await mila.call(createInvitation, { body: MINE })
  const of = { params: { id: invitation.id } }
  expect((await tom.refusal(withdrawInvitation, of)).status).toBe(404)
  const lene = await app.signIn({ hasKey: false })
  await redeem(lene, invitation.key)
  expect((await mila.refusal(withdrawInvitation, of)).body.code).toBe('INVITATION_CLOSED')
  const { invitation: other } = await mila.call(createInvitation, { body: MINE })
  await mila.call(withdrawInvitation, { params: { id: other.id } })
  expect((await mila.refusal(withdrawInvitation, { params: { id: other.id } })).status).toBe(404)
})

test('an invitation that is withdrawn while it is accepted is either the one or the other', async () => {
  const app = await startInviting({ quota: 100 })
  const mila = await app.signIn()
  for (let round = 0; round < 5; round += 1) {
    const { invitation } = await mila.call(createInvitation, { body: MINE })
    const guest = await app.signIn({ hasKey: false })
    const [withdrawn, accepted] = await Promise.allSettled([
      mila.call(withdrawInvitation, { params: { id: invitation.id } }),
      redeem(guest, invitation.key),
    ])
    expect([withdrawn.status, accepted.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const live = await grantsOf(app, guest.id)
    expect(live).toHaveLength(accepted.status === 'fulfilled' ? 1 : 0)
  }
})

test('one cannot give what one has not: albums, types, videos, the whole archive', async () => {
  const app = await startInviting()
  const admin = await app.signIn({ isAdmin: true })
  const open = await addSampleAlbum(admin, { albumTitel: 'Offen', type: 'ep' })
  const closed = await addSampleAlbum(admin, { albumTitel: 'Zu', type: 'album' })
  const one = await memberWith(app, { kind: 'albums', albumIds: [open.albumId], hasVideos: false })
  const eps = await memberWith(app, { kind: 'types', types: ['ep'], hasVideos: true })
  const codeOf = async (caller: Caller, scope: Scope) => {
    const body = { words: '', scope }
    const refused = await caller.refusal(createInvitation, { body }).catch(() => undefined)
    return refused?.body.code ?? 'made'
  }
  const album = (albumId: string, hasVideos = false): Scope => ({
    kind: 'albums',
    albumIds: [albumId],
    hasVideos,
  })
  expect([
    await codeOf(one, album(open.albumId)),
    await codeOf(one, album(closed.albumId)),
    await codeOf(one, album('01940000-0000-7000-8000-00000000dead')),
    await codeOf(one, album(open.albumId, true)),
    await codeOf(one, { kind: 'types', types: ['ep'], hasVideos: false }),
    await codeOf(one, { kind: 'all', hasVideos: false }),
    await codeOf(eps, { kind: 'types', types: ['ep'], hasVideos: true }),
    await codeOf(eps, album(open.albumId, true)),
    await codeOf(eps, { kind: 'types', types: ['ep', 'album'], hasVideos: false }),
    await codeOf(eps, { kind: 'all', hasVideos: true }),
  ]).toEqual([
    'made',
    'SCOPE_NOT_YOURS',
    'SCOPE_NOT_YOURS',
    'SCOPE_NOT_YOURS',
    'SCOPE_NOT_YOURS',
    'SCOPE_NOT_YOURS',
    'made',
    'made',
    'SCOPE_NOT_YOURS',
    'SCOPE_NOT_YOURS',
  ])
  const { invitation } = await one.call(createInvitation, { body: MINE })
  expect(invitation.scope).toMatchObject({ kind: 'albums', albumCount: 1, hasVideos: false })
})

test('a guest stays no longer than the member who has invited', async () => {
  const app = await startInviting()
  const mila = await memberWith(app, { kind: 'all', hasVideos: true }, 10)
  const { invitation } = await mila.call(createInvitation, { body: MINE })
  expect(invitation.stayDays).toBe(10)
  app.passTime(4 * DAY_MS)
  const lene = await app.signIn({ hasKey: false })
  await redeem(lene, invitation.key)
  const [[own], [guest]] = [await grantsOf(app, mila.id), await grantsOf(app, lene.id)]
  expect(guest?.endsAt).toBe(own?.endsAt)
})

test('an invitation ends with the access and the account of its author, who cannot redeem it', async () => {
  const app = await startInviting()
  const admin = await app.signIn({ isAdmin: true })
  const mila = await memberWith(app, { kind: 'all', hasVideos: true }, 10)
  const [first, second] = [
    (await mila.call(createInvitation, { body: MINE })).invitation,
    (await mila.call(createInvitation, { body: MINE })).invitation,
  ]
  expect(await refusedRedeem(mila, first.key)).toBe('ACCESS_KEY_INVALID')
  await admin.call(changeUser, { params: { id: mila.id }, body: { keyVerified: false } })
  const lene = await app.signIn({ hasKey: false })
  expect(await refusedRedeem(lene, first.key)).toBe('ACCESS_KEY_INVALID')
  expect((await lene.refusal(lookUpKey, { params: { key: first.key } })).body.code).toBe('KEY_UNKNOWN')
  await app.services.db.deleteFrom('users').where('id', '=', mila.id).execute()
  expect(await refusedRedeem(lene, second.key)).toBe('ACCESS_KEY_INVALID')
  expect(await grantsOf(app, lene.id)).toEqual([])
})

test('an open invitation of a deleted account is listed as withdrawn, an accepted one as used', async () => {
  const app = await startInviting()
  const admin = await app.signIn({ isAdmin: true })
  const mila = await app.signIn({ username: 'mila' })
  const { invitation: accepted } = await mila.call(createInvitation, { body: MINE })
  const { invitation: open } = await mila.call(createInvitation, { body: MINE })
  await redeem(await app.signIn({ hasKey: false }), accepted.key)
  const keysWith = async (status: KeyStatus) => {
    const { batches, counts } = await admin.call(listKeyBatches, { query: { status } })
    const lists = batches.map(({ id }) => admin.call(getKeyBatch, { params: { id } }))
    const keys = (await Promise.all(lists)).flatMap((list) => list.keys.map(({ key }) => key))
    return [keys, counts[status]]
  }
  expect(await keysWith('available')).toEqual([[open.key], 1])
  await mila.call(deleteAccount, { body: { password: mila.password } })
  expect(await keysWith('available')).toEqual([[], 0])
  expect(await keysWith('withdrawn')).toEqual([[open.key], 1])
  expect(await keysWith('used')).toEqual([[accepted.key], 1])
})

test('the author does not see a guest who has blocked them', async () => {
  const app = await startInviting()
  const mila = await app.signIn()
  const { invitation } = await mila.call(createInvitation, { body: MINE })
  const lene = await app.signIn({ hasKey: false })
  await redeem(lene, invitation.key)
  await lene.call(blockMember, { params: { id: mila.id } })
  const { invitations } = await mila.call(listInvitations, { query: {} })
  expect(invitations).toMatchObject([{ state: 'accepted', acceptedBy: null }])
})

test('twenty invitations a day are the limit, withdrawn ones included', async () => {
  const app = await startApp({ invitations: DEFAULTS, rateLimitFactor: 1 })
  const mila = await app.signIn()
  for (let count = 0; count < 20; count += 1) {
    const { invitation } = await mila.call(createInvitation, { body: MINE })
    await mila.call(withdrawInvitation, { params: { id: invitation.id } })
  }
  expect((await mila.refusal(createInvitation, { body: MINE })).status).toBe(429)
})

test('the export names the inviter and has the invitations', async () => {
  const app = await startInviting()
  const mila = await app.signIn({ username: 'mila' })
  const { invitation } = await mila.call(createInvitation, { body: MINE })
  const lene = await app.signIn({ hasKey: false })
  await redeem(lene, invitation.key)
  expect(await lene.call(exportAccount, {})).toMatchObject({
    invitations: { invitedBy: 'mila', barredAt: null },
  })
  expect(await mila.call(exportAccount, {})).toMatchObject({
    madeAccessKeys: [{ keyValue: invitation.key, words: 'Fahr nicht ohne Musik.' }],
  })
})
