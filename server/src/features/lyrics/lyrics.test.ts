import { listAuditEvents } from '@tonarchiv/contract/admin'
import { deleteTrack } from '@tonarchiv/contract/archive-editing'
import { getLyrics, saveLyrics } from '@tonarchiv/contract/lyrics'
import { LYRICS_MAX_LENGTH } from '@tonarchiv/contract/lyrics-text'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { startApp } from '#testing/start-app.ts'

async function archiveWithOneTrack() {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  const { tracks } = await addByForm(admin, { albumTitel: 'Löschpapier', tracks: ['Tinte.mp3'] })
  const params = { id: tracks[0]?.id ?? '' }
  const save = async (text: string, seen?: string | null) =>
    (await admin.call(saveLyrics, { params, body: { text, ...(seen !== undefined && { seen }) } })).lyrics
  const read = async () => (await admin.call(getLyrics, { params })).lyrics
  return { app, admin, params, save, read }
}

test('an admin gives a track lyrics, and members with a key read them', async () => {
  const { app, params, save, read } = await archiveWithOneTrack()
  expect(await read()).toBeNull()
  const saved = await save('  Erste Zeile \r\nZweite\n\n', null)
  expect(saved).toMatchObject({ text: 'Erste Zeile\nZweite', isTimed: false, source: 'edited' })
  const mara = await app.signIn()
  expect((await mara.call(getLyrics, { params })).lyrics).toEqual(saved)
  expect(await save('[00:01.00]Erste\n[00:02.00]Zweite')).toMatchObject({ isTimed: true })
  expect(await save(' \n')).toBeNull()
  expect(await read()).toBeNull()
})

test('lyrics end with their track, and there are none of a track that does not exist', async () => {
  const { app, admin, params, save } = await archiveWithOneTrack()
  await save('Text')
  await admin.call(deleteTrack, { params })
  expect((await admin.refusal(getLyrics, { params })).status).toBe(404)
  expect((await admin.refusal(saveLyrics, { params, body: { text: 'Text' } })).status).toBe(404)
  expect(await app.services.db.selectFrom('trackLyrics').selectAll().execute()).toEqual([])
})

test('lyrics that were stored meanwhile are not overwritten unseen', async () => {
  const { app, admin, params, save, read } = await archiveWithOneTrack()
  const first = await save('Eins', null)
  app.passTime(1000)
  const second = await save('Zwei', first?.updatedAt)
  for (const seen of [null, first?.updatedAt])
    expect(await admin.refusal(saveLyrics, { params, body: { text: 'Drei', seen } })).toMatchObject({
      status: 409,
      body: { error: 'Der Songtext wurde inzwischen geändert', code: 'LYRICS_CHANGED' },
    })
  expect(await read()).toEqual(second)
  expect(await save('Drei')).toMatchObject({ text: 'Drei' })
})

test('of twenty that are stored at once from the same state, one is kept', async () => {
  const { admin, params, read } = await archiveWithOneTrack()
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      admin.call(saveLyrics, { params, body: { text: `Fassung ${index}`, seen: null } }),
    ),
  )
  const [kept, ...others] = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value.lyrics] : [],
  )
  expect(others).toEqual([])
  expect(await read()).toEqual(kept)
})

test('lyrics that are too long are refused with a German sentence, and the former ones stay', async () => {
  const { admin, params, save, read } = await archiveWithOneTrack()
  const longest = 'ä'.repeat(LYRICS_MAX_LENGTH)
  expect(await save(longest)).toMatchObject({ text: longest })
  const { status, body } = await admin.refusal(saveLyrics, { params, body: { text: `${longest}ä` } })
  expect(status).toBe(400)
  expect(body.fields).toEqual({ text: 'Der Songtext darf höchstens 65.536 Zeichen lang sein' })
  expect(await read()).toMatchObject({ text: longest })
})

test('the audit log names each change with the beginning of the lyrics, and no change with nothing', async () => {
  const { admin, save } = await archiveWithOneTrack()
  await save('[00:01.00]Erste\n[00:02.00]Zweite')
  await save('[00:01.00]Erste\n[00:02.00]Zweite')
  await save(`Neu ${'lang '.repeat(40)}`)
  await save('')
  const { acts } = await admin.call(listAuditEvents, { query: {} })
  const long = `Neu ${'lang '.repeat(15)}l…`
  expect(acts.map(({ text }) => text).slice(0, 3)).toEqual([
    `Songtext von Track „Tinte“ in „Löschpapier“ entfernt: „${long}“`,
    `Songtext von Track „Tinte“ in „Löschpapier“ geändert: „Erste / Zweite“ → „${long}“`,
    'Songtext von Track „Tinte“ in „Löschpapier“ hinzugefügt: „Erste / Zweite“',
  ])
})
