import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { createInvitation } from '@tonarchiv/contract/invitations'
import { createKeyBatch, withdrawKeyBatch } from '@tonarchiv/contract/key-batches'
import { type Scope, WHOLE_ARCHIVE } from '@tonarchiv/contract/scope'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { accessOf } from '#features/access-grants/index.ts'
import { openStorage } from '#storage/backends/open-storage.ts'
import { grantScope } from '#testing/scoped-members.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { createBackup } from './create-backup.ts'
import { backupFolder } from './destination/backup-destination.disk.ts'
import { restoreBackup } from './restore-backup.ts'
import { addRevocations } from './revocation-list.ts'

type Member = Awaited<ReturnType<TestApp['signIn']>>

const DAY_MS = 24 * 60 * 60 * 1000
const ORDER = { count: 1, note: '', scope: WHOLE_ARCHIVE, maxUses: 1, expiresAt: null, stayDays: null }
const UNRELEASED: Scope = { kind: 'types', types: ['unreleased'], hasVideos: false }

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-access-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

async function backUp({ services: { config } }: TestApp, to: string): Promise<void> {
  await createBackup({ ...config, storage: await openStorage(config) }, backupFolder(to), { keptDays: 7 })
}

/** Starts an archive from the backup. All revocations that were made after the backup get the same time. */
async function restore({ services: { db } }: TestApp, from: string) {
  const revoked = await db.selectFrom('revocations').selectAll().orderBy('at').orderBy('id').execute()
  const at = revoked.at(-1)?.at ?? ''
  await addRevocations(
    backupFolder(from),
    revoked.map((revocation) => Object.assign(revocation, { at })),
    new Date(),
  )
  const here = await newFolder()
  const config = readConfig({ DATA_DIR: here })
  await restoreBackup(backupFolder(from), { ...config, storage: await openStorage(config) }, { force: false })
  return { at: Date.parse(at), app: await startApp({ dataFolder: here, database: config.database }) }
}

const redeem = async (member: Member, key = '') =>
  member.call(redeemAccessKey, { body: { key, uid: member.id } })

async function accessIn({ services: { db, now } }: TestApp, { id }: Member) {
  const { keyVerified, scope, endsAt } = await accessOf(db, id, now())
  const rows = db.selectFrom('users').select(['hasLimitedAccess', 'invitedBy']).where('id', '=', id)
  const { hasLimitedAccess, invitedBy } = await rows.executeTakeFirstOrThrow()
  return { keyVerified, albums: scope?.albums, endsAt, hasLimitedAccess, invitedBy }
}

test('a key redeemed after the backup opens in the restored archive what it opened, for as long, for each guest', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const guests = [await app.signIn({ hasKey: false }), await app.signIn({ hasKey: false })]
  const { batch, keys } = await admin.call(createKeyBatch, {
    body: { ...ORDER, scope: UNRELEASED, maxUses: 2, stayDays: 30 },
  })
  const folder = await newFolder()
  await backUp(app, folder)
  for (const guest of guests) await redeem(guest, keys[0]?.key)

  const { app: restored, at } = await restore(app, folder)
  for (const guest of guests)
    expect(await accessIn(restored, guest)).toEqual({
      keyVerified: true,
      albums: { types: ['unreleased'], albumIds: [] },
      endsAt: at + 30 * DAY_MS,
      hasLimitedAccess: 1,
      invitedBy: admin.id,
    })
  const { uses } = await restored.services.db
    .selectFrom('accessKeys')
    .select('uses')
    .where('batchId', '=', batch.id)
    .executeTakeFirstOrThrow()
  expect(uses).toBe(2)
})

test('what a withdrawn batch had given before the backup stays taken back, and what it leaves stays', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const [loser, owner] = [await app.signIn({ hasKey: false }), await app.signIn({ hasKey: false })]
  const [takenBack, left] = [
    await admin.call(createKeyBatch, { body: ORDER }),
    await admin.call(createKeyBatch, { body: { ...ORDER, maxUses: 5 } }),
  ]
  await redeem(loser, takenBack.keys[0]?.key)
  await redeem(owner, left.keys[0]?.key)
  const folder = await newFolder()
  await backUp(app, folder)
  for (const [{ batch }, takesBack] of [
    [takenBack, true],
    [left, false],
  ] as const)
    await admin.call(withdrawKeyBatch, { params: { id: batch.id }, body: { takesBack } })

  const { app: restored } = await restore(app, folder)
  expect(await accessIn(restored, loser)).toMatchObject({ keyVerified: false })
  expect(await accessIn(restored, owner)).toMatchObject({ keyVerified: true, albums: undefined })
  const late = await restored.signIn({ hasKey: false })
  const { body } = await late.refusal(redeemAccessKey, {
    body: { key: left.keys[0]?.key ?? '', uid: late.id },
  })
  expect(body.code).toBe('ACCESS_KEY_INVALID')
})

test('an invitation accepted after the backup lasts no longer than its author, whose guest it stays', async () => {
  const app = await startApp({ invitations: { isEnabled: true, quota: 5, stayDays: null } })
  const [author, guest] = [await app.signIn({ hasKey: false }), await app.signIn({ hasKey: false })]
  const endsAt = new Date(app.services.now().getTime() + 20.5 * DAY_MS)
  await grantScope(app, author, UNRELEASED, { endsAt })
  const body = { words: '', scope: { kind: 'mine' as const } }
  const { invitation } = await author.call(createInvitation, { body })
  const folder = await newFolder()
  await backUp(app, folder)
  await redeem(guest, invitation.key)
  const { app: restored } = await restore(app, folder)
  expect(await accessIn(restored, guest)).toMatchObject({
    albums: { types: ['unreleased'], albumIds: [] },
    endsAt: endsAt.getTime(),
    invitedBy: author.id,
  })
})
