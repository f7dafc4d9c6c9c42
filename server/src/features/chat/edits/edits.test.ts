import { deleteMessage, listMessages, postMessage } from '@tonarchiv/contract/chat'
import { EDITS_MAX, editMessage, listVersions } from '@tonarchiv/contract/chat-changes'
import { describe, expect, test } from 'vitest'
import { openSocket } from '#testing/browser-socket.ts'
import { eventually } from '#testing/eventually.ts'
import { type Call, startApp } from '#testing/start-app.ts'

const send = async (member: { call: Call }, message: string, replyTo?: string) =>
  (await member.call(postMessage, { body: { message, replyTo } })).message
const edit = async (member: { call: Call }, id: string, message: string) =>
  (await member.call(editMessage, { params: { id }, body: { message } })).message

describe('an edit', () => {
  test('replaces the text and the mentions for all members, and in the replies', async () => {
    const app = await startApp()
    const [mara, tom] = [await app.signIn({ username: 'mara' }), await app.signIn({ username: 'tom_2' })]
    const sent = await send(mara, 'Kommt ihr @mara?')
    const answer = await send(tom, 'Ja', sent.id)
    const socket = openSocket(app, { token: tom.token })
    await socket.ready()
    const edited = await edit(mara, sent.id, '  Kommst du\r\nmit @tom_2? ')
    const mentions = [{ userId: tom.id, username: 'tom_2' }]
    expect(edited).toEqual({
      ...sent,
      content: 'Kommst du\nmit @tom_2?',
      mentions,
      editedAt: expect.stringMatching(/Z$/),
    })
    const { messages } = await tom.call(listMessages, { query: {} })
    expect(messages[0]).toEqual(edited)
    expect(messages[1]).toEqual({
      ...answer,
      replyTo: expect.objectContaining({ id: sent.id, excerpt: 'Kommst du mit @tom_2?' }),
    })
    const { content, editedAt } = edited
    await eventually(() =>
      expect(socket.all('chatChange')).toEqual([
        {
          type: 'chatChange',
          kind: 'edit',
          messageId: sent.id,
          payload: { content, mentions, editedAt },
          revision: 3,
        },
      ]),
    )
    // The same text again is no change.
    expect(await edit(mara, sent.id, content)).toEqual(edited)
    expect((await tom.call(listMessages, { query: {} })).revision).toBe(3)
  })

  test('is allowed to the author only, for fifteen minutes, and not after the deletion', async () => {
    const app = await startApp()
    const [mara, admin] = [await app.signIn(), await app.signIn({ isAdmin: true })]
    const [early, deleted] = [await send(mara, 'eins'), await send(mara, 'zwei')]
    const refused = async (member: typeof mara, id: string) =>
      (await member.refusal(editMessage, { params: { id }, body: { message: 'neu' } })).body
    expect((await refused(admin, early.id)).code).toBe('MESSAGE_NOT_FOUND')
    await mara.call(deleteMessage, { params: { id: deleted.id } })
    expect(await refused(mara, deleted.id)).toMatchObject({ error: 'Nachricht nicht gefunden' })
    app.passTime(14 * 60_000)
    await edit(mara, early.id, 'noch rechtzeitig')
    app.passTime(2 * 60_000)
    expect(await refused(mara, early.id)).toMatchObject({
      code: 'EDIT_TOO_LATE',
      error: 'Nachrichten können nur 15 Minuten lang bearbeitet werden',
    })
  })

  test.each([
    ['nothing', '', 'MESSAGE_EMPTY'],
    ['characters of no width', '\u200b\u200d\ufeff', 'MESSAGE_EMPTY'],
    ['500 line breaks', '\n'.repeat(500), 'MESSAGE_EMPTY'],
    ['501 characters', 'ä'.repeat(501), 'MESSAGE_TOO_LONG'],
    ['9,000 characters', 'x'.repeat(9000), 'VALIDATION'],
  ])('to %s is refused and changes nothing', async (_name, message, code) => {
    const app = await startApp()
    const mara = await app.signIn()
    const sent = await send(mara, 'bleibt')
    const { body } = await mara.refusal(editMessage, { params: { id: sent.id }, body: { message } })
    expect(body.code).toBe(code)
    expect(await mara.call(listMessages, { query: {} })).toMatchObject({ messages: [sent], revision: 1 })
  })

  test('cuts 499 combining marks as a new message does', async () => {
    const app = await startApp()
    const mara = await app.signIn()
    const marks = `o${'\u0308'.repeat(499)}`
    const sent = await send(mara, marks)
    const other = await send(mara, 'x')
    expect((await edit(mara, other.id, marks)).content).toBe(sent.content)
    expect(sent.content.length).toBeLessThan(35)
  })

  test('of a text that another device has edited meanwhile is refused; one of two at once wins', async () => {
    const app = await startApp()
    const mara = await app.signIn()
    const { id } = await send(mara, 'Anfang')
    const attempts = await Promise.allSettled(
      ['am Telefon', 'am Rechner'].map(async (message) =>
        mara.call(editMessage, { params: { id }, body: { message, editedAt: null } }),
      ),
    )
    const [won] = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? attempt.value.message : []))
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await mara.call(listMessages, { query: {} })).messages).toEqual([won])
    const stale = { params: { id }, body: { message: 'noch einmal', editedAt: null } }
    expect((await mara.refusal(editMessage, stale)).body).toMatchObject({
      code: 'EDITED_ELSEWHERE',
      error: 'Die Nachricht wurde inzwischen auf einem anderen Gerät bearbeitet',
    })
    const fresh = { message: 'noch einmal', editedAt: won?.editedAt }
    await mara.call(editMessage, { params: { id }, body: fresh })
  })
})

describe('the former texts', () => {
  test('are shown to admins, first one first, and are gone with the message', async () => {
    const app = await startApp()
    const [mara, admin] = [await app.signIn(), await app.signIn({ isAdmin: true })]
    const sent = await send(mara, 'eins')
    await edit(mara, sent.id, 'zwei')
    const { editedAt } = await edit(mara, sent.id, 'drei')
    const { versions } = await admin.call(listVersions, { params: { id: sent.id } })
    expect(versions.map(({ content }) => content)).toEqual(['eins', 'zwei', 'drei'])
    expect(versions[0]?.writtenAt).toBe(sent.createdAt)
    expect(versions[2]?.writtenAt).toBe(editedAt)
    await mara.call(deleteMessage, { params: { id: sent.id } })
    expect((await admin.refusal(listVersions, { params: { id: sent.id } })).body.code).toBe(
      'MESSAGE_NOT_FOUND',
    )
    expect(await app.services.db.selectFrom('chatVersions').selectAll().execute()).toEqual([])
  })

  test(`are at most ${EDITS_MAX}`, async () => {
    const app = await startApp()
    const mara = await app.signIn()
    const { id } = await send(mara, 'Anfang')
    for (let number = 0; number < EDITS_MAX; number += 1) await edit(mara, id, `Fassung ${number}`)
    const once = { params: { id }, body: { message: 'Einmal noch' } }
    expect((await mara.refusal(editMessage, once)).body).toMatchObject({
      code: 'TOO_MANY_EDITS',
      error: 'Diese Nachricht wurde schon zu oft bearbeitet',
    })
  })
})
