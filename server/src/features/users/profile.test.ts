import { deleteAccount } from '@tonarchiv/contract/auth'
import { getProfile, replaceAvatar, updateProfile } from '@tonarchiv/contract/users'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { startApp, type TestApp } from '#testing/start-app.ts'
import { storeAvatar, cleanUpAvatars } from './avatar.ts'

async function imageFile(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = await sharp({
    create: { width, height, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 0.5 } },
  })
    .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
    .png()
    .toBuffer()
  return Buffer.from(bytes)
}

async function image(width: number, height: number): Promise<string> {
  return `data:image/png;base64,${(await imageFile(width, height)).toString('base64')}`
}

function avatarForm(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('avatar', new Blob([bytes]), 'ich.png')
  return form
}

function storedImages({ services }: TestApp): Promise<string[]> {
  return Array.fromAsync(services.storage.list('avatars', new Date(Date.now() + 60_000)))
}

test('name, bio and status are stored as they were written, trimmed', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const { user } = await mara.call(updateProfile, {
    body: { displayName: '  Mara 🎧  ', bio: 'Erste Zeile\nzweite Zeile', customStatus: 'Hört zu' },
  })
  expect(user).toMatchObject({
    displayName: 'Mara 🎧',
    bio: 'Erste Zeile\nzweite Zeile',
    customStatus: 'Hört zu',
  })
  await mara.call(updateProfile, { body: { bio: '' } })
  expect((await mara.call(getProfile, {})).user).toMatchObject({ displayName: 'Mara 🎧', bio: '' })
})

test('what an account shows is the same in all of its sessions', async () => {
  const app = await startApp()
  const desk = await app.signIn()
  const phone = await app.anotherSession(desk)
  const shown = { showListening: true, showReadMarks: true, showMomentDots: true }
  expect((await phone.call(getProfile, {})).user).toMatchObject(shown)
  await desk.call(updateProfile, { body: { showMomentDots: false } })
  expect((await phone.call(getProfile, {})).user).toMatchObject({ ...shown, showMomentDots: false })
  await phone.call(updateProfile, { body: { showMomentDots: true, showReadMarks: false } })
  expect((await desk.call(getProfile, {})).user).toMatchObject({ ...shown, showReadMarks: false })
})

test.each([
  ['displayName', 'x'.repeat(51), 'Höchstens 50 Zeichen sind erlaubt'],
  ['displayName', '  ', 'Dieses Feld ist erforderlich'],
  ['displayName', 'Mara\u202e', 'Dieser Text enthält unzulässige Zeichen'],
  ['displayName', 'zwei\nZeilen', 'Dieser Text enthält unzulässige Zeichen'],
  ['displayName', 7, 'Bitte gib einen Text ein'],
  ['bio', 'x'.repeat(501), 'Höchstens 500 Zeichen sind erlaubt'],
  ['bio', 'x'.repeat(60_000), 'Höchstens 500 Zeichen sind erlaubt'],
  ['customStatus', 'x'.repeat(81), 'Höchstens 80 Zeichen sind erlaubt'],
])('a wrong %s is reported at its field', async (field, value, text) => {
  const app = await startApp()
  const mara = await app.signIn()
  const refusal = await mara.refusal(updateProfile, { body: { [field]: value } })
  expect(refusal).toMatchObject({ status: 400, body: { fields: { [field]: text } } })
})

test('values of the maximum length are accepted, an emoji counts as one character', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const body = { displayName: '🎧'.repeat(50), bio: 'ß'.repeat(500), customStatus: '🎶'.repeat(80) }
  expect((await mara.call(updateProfile, { body })).user).toMatchObject(body)
})

test('an avatar is encoded again at 400 pixels, without metadata, and shown to members', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const tom = await app.signIn({ hasKey: false })
  const { user } = await mara.call(updateProfile, { body: { avatarUrl: await image(1200, 600) } })
  expect(user.avatarUrl).toMatch(/^\/api\/avatar\/[0-9a-f]{32}$/)
  const response = await app.fetch(user.avatarUrl ?? '', { headers: { cookie: `sid=${tom.token}` } })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  const metadata = await sharp(await response.bytes()).metadata()
  expect(metadata).toMatchObject({ format: 'jpeg', width: 400, height: 200 })
  expect(metadata.exif).toBeUndefined()
  expect((await app.fetch(user.avatarUrl ?? '')).status).toBe(401)
})

test('a new avatar replaces the old one, whose file is deleted', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const first = await mara.call(updateProfile, { body: { avatarUrl: await image(50, 50) } })
  const second = await mara.call(updateProfile, { body: { avatarUrl: await image(60, 60) } })
  expect(second.user.avatarUrl).not.toBe(first.user.avatarUrl)
  expect(await storedImages(app)).toHaveLength(1)
  const old = await app.fetch(first.user.avatarUrl ?? '', {
    headers: { authorization: `Bearer ${mara.token}` },
  })
  expect(old.status).toBe(404)
  await mara.call(updateProfile, { body: { avatarUrl: null } })
  expect(await storedImages(app)).toEqual([])
})

test('an avatar that no account uses is deleted after a day, others stay', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  await mara.call(updateProfile, { body: { avatarUrl: await image(50, 50) } })
  await storeAvatar(app.services, await imageFile(60, 60), 'avatar', mara.id)
  await cleanUpAvatars(app.services)
  expect(await storedImages(app)).toHaveLength(2)
  app.passTime(25 * 60 * 60 * 1000)
  await cleanUpAvatars(app.services)
  const { avatarName } = await app.services.db
    .selectFrom('users')
    .select('avatarName')
    .executeTakeFirstOrThrow()
  expect(await storedImages(app)).toEqual([`avatars/${avatarName}`])
})

test('the avatar is deleted with the account', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  await mara.call(updateProfile, { body: { avatarUrl: await image(50, 50) } })
  await mara.call(deleteAccount, { body: { password: mara.password } })
  await eventually(async () => expect(await storedImages(app)).toEqual([]))
})

test.each(['https://beispiel.de/bild.png', 'javascript:alert(1)', `/api/avatar/${'0'.repeat(32)}`, ''])(
  'the address %s is refused as a picture',
  async (avatarUrl) => {
    const app = await startApp()
    const mara = await app.signIn()
    const text = 'Bitte wähle ein gültiges Bildformat.'
    expect(await mara.refusal(updateProfile, { body: { avatarUrl } })).toMatchObject({
      status: 400,
      body: { error: text, code: 'VALIDATION', fields: { avatarUrl: text } },
    })
  },
)

test('a form may contain the URL of one’s own avatar, but not that of another member', async () => {
  const app = await startApp()
  const [mara, tom] = [await app.signIn(), await app.signIn()]
  const { avatarUrl } = (await mara.call(updateProfile, { body: { avatarUrl: await image(50, 50) } })).user
  const { user } = await mara.call(updateProfile, { body: { avatarUrl, bio: 'Neu' } })
  expect(user).toMatchObject({ avatarUrl, bio: 'Neu' })
  expect(await storedImages(app)).toHaveLength(1)
  expect((await tom.refusal(updateProfile, { body: { avatarUrl } })).status).toBe(400)
})

test.each([
  [
    'an SVG',
    `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`,
  ],
  [
    'an SVG named PNG',
    `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`,
  ],
  ['nothing', 'data:image/png;base64,'],
  ['no base64', 'data:image/png;base64,!!!'],
])('a picture that is %s is refused and nothing is kept', async (_what, avatarUrl) => {
  const app = await startApp()
  const mara = await app.signIn()
  const refusal = await mara.refusal(updateProfile, { body: { avatarUrl } })
  expect(refusal).toMatchObject({ status: 415, body: { error: 'Bitte wähle ein gültiges Bildformat.' } })
  expect(await storedImages(app)).toEqual([])
})

test('an avatar over 8 MB is rejected with its text', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(8 * 1024 * 1024)])
  const refusal = await mara.refusal(updateProfile, {
    body: { avatarUrl: `data:image/jpeg;base64,${bytes.toString('base64')}` },
  })
  expect(refusal).toMatchObject({ status: 413, body: { error: 'Das Bild darf maximal 8MB groß sein.' } })
})

test('an avatar can be uploaded as a file, is encoded again, and replaces the previous one', async () => {
  const app = await startApp()
  const mara = await app.signIn()
  await mara.call(updateProfile, { body: { avatarUrl: await image(50, 50) } })
  const { user } = await mara.call(replaceAvatar, { form: avatarForm(await imageFile(1200, 600)) })
  const response = await app.fetch(user.avatarUrl ?? '', { headers: { cookie: `sid=${mara.token}` } })
  const metadata = await sharp(await response.bytes()).metadata()
  expect(metadata).toMatchObject({ format: 'jpeg', width: 400, height: 200 })
  expect(metadata.exif).toBeUndefined()
  expect(await storedImages(app)).toHaveLength(1)
  expect(await Array.fromAsync(app.services.storage.list('avatars', new Date(Date.now() + 60_000)))).toEqual([
    `avatars/${user.avatarUrl?.replace('/api/avatar/', '')}`,
  ])
})

test.each([
  [
    'no picture',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    415,
    'Bitte wähle ein gültiges Bildformat.',
  ],
  ['nothing', Buffer.alloc(0), 415, 'Bitte wähle ein gültiges Bildformat.'],
  [
    'over 8 MB',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(8 * 1024 * 1024)]),
    413,
    'Das Bild darf maximal 8MB groß sein.',
  ],
])(
  'a file that is %s is refused as a picture with its text, and the one before stays',
  async (_what, bytes, status, text) => {
    const app = await startApp()
    const mara = await app.signIn()
    const before = await mara.call(updateProfile, { body: { avatarUrl: await image(50, 50) } })
    const refusal = await mara.refusal(replaceAvatar, { form: avatarForm(bytes) })
    expect(refusal).toMatchObject({ status, body: { error: text, fields: { avatar: text } } })
    expect((await mara.call(getProfile, {})).user.avatarUrl).toBe(before.user.avatarUrl)
    expect(await storedImages(app)).toHaveLength(1)
  },
)

describe('display names that imitate another member', () => {
  async function twoMembers() {
    const app = await startApp()
    const [mila, thief] = [await app.signIn({ username: 'mila_k' }), await app.signIn({ username: 'thief' })]
    await mila.call(updateProfile, { body: { displayName: 'Mila Kramer' } })
    const rename = async (displayName: string) =>
      (await thief.refusal(updateProfile, { body: { displayName } })).body
    return { app, mila, thief, rename }
  }

  test.each([
    'Mila Kramer',
    'mila-kramer',
    'MiIa Kramer',
    'Міla Кramer',
    'Mila\u200bKramer',
    'mila_k',
    'MILA K',
  ])('%j is refused', async (name) => {
    const { rename } = await twoMembers()
    expect(await rename(name)).toMatchObject({
      code: 'DISPLAY_NAME_TAKEN',
      fields: { displayName: 'Dieser Anzeigename ist dem eines anderen Mitglieds zu ähnlich' },
    })
  })

  test.each(['Admin', 'Gelöschter Benutzer'])('%j is refused to all', async (name) => {
    const { rename } = await twoMembers()
    expect((await rename(name)).code).toBe('DISPLAY_NAME_TAKEN')
  })

  test('the own name can be written differently, and becomes free with another one', async () => {
    const { mila, thief } = await twoMembers()
    await mila.call(updateProfile, { body: { displayName: 'MILA kramer' } })
    await mila.call(updateProfile, { body: { displayName: 'mila_k' } })
    await thief.call(updateProfile, { body: { displayName: 'Mila Kramer' } })
    expect((await mila.refusal(updateProfile, { body: { displayName: 'Mila Kramer' } })).status).toBe(409)
  })

  test('of two members who take a name at once one gets it', async () => {
    const app = await startApp()
    const people = await Promise.all(Array.from({ length: 5 }, () => app.signIn()))
    const answers = await Promise.allSettled(
      people.map((one, index) =>
        one.call(updateProfile, { body: { displayName: index % 2 === 0 ? 'Nachtbus' : 'nacht bus' } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('when one member requests several names at the same time, only the stored one stays taken', async () => {
    const { mila, thief } = await twoMembers()
    const names = ['Nachtbus', 'Regenbogen', 'Standspur', 'Leuchtturm', 'Regenbogen']
    await Promise.all(names.map((displayName) => mila.call(updateProfile, { body: { displayName } })))
    const { displayName: stored } = (await mila.call(getProfile, {})).user
    expect(names).toContain(stored)
    for (const displayName of ['Mila Kramer', ...names]) {
      const body = { displayName }
      if (displayName === stored) expect((await thief.refusal(updateProfile, { body })).status).toBe(409)
      else await thief.call(updateProfile, { body })
    }
  })

  test('the name of a deleted account is free', async () => {
    const { mila, thief } = await twoMembers()
    await mila.call(deleteAccount, { body: { password: mila.password } })
    await thief.call(updateProfile, { body: { displayName: 'Mila Kramer' } })
  })
})
