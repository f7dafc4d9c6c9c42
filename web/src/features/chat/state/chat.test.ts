import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import { unknownMedia } from '@tonarchiv/contract/chat'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { createChatServer, joinChat, settled, shownTexts } from '../../../testing/chat-in-memory.ts'

const anImage = (address: string) => ({ kind: 'image' as const, file: new Blob(), address })

describe('the chat', () => {
  test('keeps only the newest messages while its page is left or its reader is at the end', async () => {
    const server = createChatServer()
    const { chat } = joinChat(server, 'mila')
    await chat.open()
    const { getState } = chat.state
    async function receive(from: number): Promise<number> {
      for (let number = from; number < from + 1001; number += 1) server.post('okan', String(number))
      await expect.poll(() => getState().log.messages.at(-1)?.content).toBe(String(from + 1000))
      return getState().log.messages.length
    }
    expect(await receive(0)).toBe(1001)
    chat.dropOld()
    expect(getState().log).toMatchObject({ hasOlder: true, messages: { length: 200 } })
    chat.leave()
    expect(await receive(2000)).toBeLessThanOrEqual(1000)
  })

  test('shows the newest page, then every new message', async () => {
    const server = createChatServer()
    for (const text of 'abcdefgh') server.post('okan', text)
    const { chat } = joinChat(server, 'mila')
    await chat.open()
    expect(shownTexts(chat)).toEqual(['d', 'e', 'f', 'g', 'h'])
    server.post('okan', 'i')
    expect(shownTexts(chat)).toEqual(['d', 'e', 'f', 'g', 'h', 'i'])
    await chat.loadOlder()
    expect(shownTexts(chat)).toEqual('abcdefghi'.split(''))
    expect(chat.state.getState().log.hasOlder).toBe(false)
  })

  test('loads the next older messages as soon as a list that is still at its beginning asks for them', async () => {
    const server = createChatServer()
    for (const text of 'abcdefghijkl') server.post('okan', text)
    const { chat } = joinChat(server, 'mila')
    await chat.open()
    chat.state.subscribe(({ older, log }, before) => {
      if (older === 'idle' && before.older === 'loading' && log.hasOlder) void chat.loadOlder()
    })
    await chat.loadOlder()
    await expect.poll(() => shownTexts(chat)).toEqual('abcdefghijkl'.split(''))
  })

  test('opened once more it leaves its messages as they are, so that nothing is rendered anew', async () => {
    const server = createChatServer()
    server.post('okan', 'a')
    const { chat } = joinChat(server, 'mila')
    await chat.open()
    chat.leave()
    const { log } = chat.state.getState()
    await chat.open()
    expect(chat.state.getState().log).toBe(log)
  })

  test('the way back to the first unread message is loaded, with a limit', async () => {
    const server = createChatServer()
    const numbers = Array.from({ length: 700 }, (_, index) => index + 1)
    for (const number of numbers) server.post('okan', String(number))
    const pages: number[] = []
    const { chat } = joinChat(server, 'mila', {
      read: async (query) => {
        const page = server.read(query)
        pages.push(page.messages.length)
        return page
      },
    })
    await chat.open()
    await chat.loadBackTo('000690')
    expect(shownTexts(chat)[0]).toBe('596')
    await chat.loadBackTo('000690')
    expect(pages).toEqual([5, 100])
    await chat.loadBackTo('000010')
    expect(shownTexts(chat)[0]).toBe('96')
    expect(chat.state.getState().log.hasOlder).toBe(true)
  })

  test('the way back ends where the line is cut, and one page is loaded once', async () => {
    const server = createChatServer()
    for (let number = 1; number <= 300; number += 1) server.post('okan', String(number))
    let isCut = false
    let calls = 0
    const { chat } = joinChat(server, 'mila', {
      read: async (query) => {
        calls += 1
        if (isCut) throw new Error('away')
        return server.read(query)
      },
    })
    await chat.open()
    await Promise.all([chat.loadOlder(), chat.loadOlder()])
    expect(calls).toBe(2)
    isCut = true
    await chat.loadBackTo('000001')
    expect(calls).toBe(3)
    expect(chat.state.getState().older).toBe('failed')
  })

  test('a message is shown at once, and stands once when it has arrived', async () => {
    const server = createChatServer()
    const { chat } = joinChat(server, 'mila')
    await chat.open()
    chat.send({ text: 'Hallo' })
    chat.send({ text: 'Welt' })
    expect(shownTexts(chat)).toEqual(['Hallo…', 'Welt…'])
    await settled(chat, ['Hallo', 'Welt'])
    expect(chat.state.getState().outbox).toEqual([])
    expect(server.all()).toHaveLength(2)
  })

  test('without a line a sent message stands by its answer, in its place', async () => {
    const server = createChatServer()
    const { chat, drop, reconnect } = joinChat(server, 'mila')
    await chat.open()
    drop()
    server.post('okan', 'verpasst')
    chat.send({ text: 'trotzdem' })
    await settled(chat, ['trotzdem'])
    reconnect()
    await settled(chat, ['verpasst', 'trotzdem'])
  })

  test('a message whose answer is lost is sent again until it is answered, and stands in the chat once', async () => {
    const server = createChatServer()
    let isDown = true
    const { chat, drop } = joinChat(server, 'mila', {
      post: async ({ message, clientId }) => {
        // The server stores it, but the response is lost.
        const stored = server.post('mila', message, clientId)
        if (isDown) throw ApiError.unreachable()
        return stored
      },
    })
    drop()
    await chat.open()
    chat.send({ text: 'Hallo' })
    chat.send({ text: 'danach' })
    await expect.poll(() => chat.state.getState().outbox[0]?.stage.name).toBe('held')
    expect(shownTexts(chat)).toEqual(['Hallo…', 'danach…'])
    isDown = false
    await settled(chat, ['Hallo', 'danach'])
    expect(server.all().map(({ content }) => content)).toEqual(['Hallo', 'danach'])
  })

  test('without a connection messages wait in their order, and are sent as soon as it is back', async () => {
    const server = createChatServer()
    let isDown = true
    const { chat } = joinChat(
      server,
      'mila',
      {
        post: async ({ message, clientId }) => {
          if (isDown) throw ApiError.unreachable()
          return server.post('mila', message, clientId)
        },
        upload: async ({ address }) => {
          if (isDown) throw ApiError.unreachable()
          return address
        },
      },
      () => new Promise(() => {}),
    )
    await chat.open()
    chat.send({ text: 'eins' })
    chat.send({ text: 'zwei', media: [anImage('bild')] })
    chat.send({ text: 'drei' })
    await expect
      .poll(() => chat.state.getState().outbox.map(({ stage }) => stage.name))
      .toEqual(['held', 'held', 'waiting'])
    isDown = false
    chat.connected()
    await settled(chat, ['eins', 'zwei', 'drei'])
    expect(chat.state.getState().returned).toEqual([])
  })

  test('a waiting message can be cancelled, and those behind it are sent', async () => {
    const server = createChatServer()
    let isDown = true
    const { chat } = joinChat(
      server,
      'mila',
      {
        post: async ({ message, clientId }) => {
          if (isDown) throw ApiError.unreachable()
          return server.post('mila', message, clientId)
        },
      },
      () => new Promise(() => {}),
    )
    await chat.open()
    chat.send({ text: 'eins', clientId: 'eins' })
    chat.send({ text: 'zwei' })
    await expect.poll(() => chat.state.getState().outbox[0]?.stage.name).toBe('held')
    chat.cancel('eins')
    expect(chat.shiftReturned()).toMatchObject({ text: 'eins', failure: undefined })
    await expect.poll(() => chat.state.getState().outbox[0]?.stage.name).toBe('held')
    isDown = false
    chat.sendWaiting()
    await settled(chat, ['zwei'])
  })

  test('a message that the server asks to wait for is sent after that time', async () => {
    const server = createChatServer()
    const pauses: number[] = []
    let refusals = 2
    const tooFast = new ApiError({ status: 429, code: 'RATE_LIMITED', text: 'Zu viel', retryAfterSeconds: 7 })
    const { chat } = joinChat(
      server,
      'mila',
      {
        post: async ({ message, clientId }) => {
          refusals -= 1
          if (refusals >= 0) throw tooFast
          return server.post('mila', message, clientId)
        },
      },
      async (ms) => pauses.push(ms),
    )
    await chat.open()
    chat.send({ text: 'Hallo' })
    await settled(chat, ['Hallo'])
    expect(pauses).toEqual([7000, 7000])
  })

  test('a message that was stored and deleted before its answer arrived does not come back', async () => {
    const { chat } = joinChat(createChatServer(), 'mila', {
      post: async () => {
        throw new ApiError(messageNotFound)
      },
    })
    await chat.open()
    chat.send({ text: 'weg' })
    await expect.poll(() => chat.state.getState().outbox).toEqual([])
    expect(chat.state.getState().returned).toEqual([])
  })

  test('files that the server has removed meanwhile are uploaded again', async () => {
    const server = createChatServer()
    const uploaded: string[] = []
    let isExpired = true
    const { chat } = joinChat(server, 'mila', {
      post: async ({ message, clientId }) => {
        if (!isExpired) return server.post('mila', message, clientId)
        isExpired = false
        throw new ApiError(unknownMedia)
      },
      upload: async ({ address }) => {
        uploaded.push(address)
        return address
      },
    })
    await chat.open()
    chat.send({ text: 'Bild', media: [anImage('bild')] })
    await settled(chat, ['Bild'])
    expect(uploaded).toEqual(['bild', 'bild'])
  })

  test('a deleted message is gone at once, and comes back when the server does not delete it', async () => {
    const server = createChatServer()
    const { id } = server.post('mila', 'weg')
    let isDown = true
    const { chat, errors } = joinChat(server, 'mila', {
      remove: async (given) => {
        if (isDown) throw ApiError.unreachable()
        server.remove(given)
      },
    })
    await chat.open()
    const failed = chat.remove(id)
    expect(shownTexts(chat)).toEqual([])
    await failed
    expect(shownTexts(chat)).toEqual(['weg'])
    expect(errors).toEqual(['delete'])
    isDown = false
    await chat.remove(id)
    expect(shownTexts(chat)).toEqual([])
  })

  test('a page that could not be read is requested again when the line stands', async () => {
    const server = createChatServer()
    server.post('okan', 'a')
    let isDown = true
    const { chat } = joinChat(server, 'mila', {
      read: async (query) => {
        if (isDown) throw ApiError.unreachable()
        return server.read(query)
      },
    })
    await chat.open()
    expect(chat.state.getState().sync).toMatchObject({ name: 'failed', failure: expect.any(ApiError) })
    isDown = false
    chat.connected()
    await settled(chat, ['a'])
    expect(chat.state.getState().sync.name).toBe('live')
  })

  test('begins anew when too much was missed', async () => {
    const server = createChatServer()
    server.post('okan', 'alt')
    const { chat, drop, reconnect } = joinChat(server, 'mila', {
      read: async (query) =>
        query.revision === undefined
          ? server.read(query)
          : { ...server.read(query), messages: [], startOver: true },
    })
    await chat.open()
    drop()
    for (let number = 0; number < 20; number += 1) server.post('okan', `neu ${number}`)
    reconnect()
    await settled(chat, ['neu 15', 'neu 16', 'neu 17', 'neu 18', 'neu 19'])
    expect(chat.state.getState().log.hasOlder).toBe(true)
  })

  test('what arrives while everything is read anew is not lost with what it was added to', async () => {
    const server = createChatServer()
    server.post('okan', 'vorher')
    const answers: (() => void)[] = []
    let isSlow = false
    const { chat } = joinChat(server, 'mila', {
      read: async (query) => {
        const page = server.read(query)
        if (isSlow) await new Promise<void>((done) => answers.push(done))
        return page
      },
    })
    await chat.open()
    isSlow = true
    // The account of a member was deleted: all messages are read again.
    chat.renamed({ id: 'lene', username: '', displayName: '', photoURL: null }, true)
    server.post('okan', 'inzwischen')
    isSlow = false
    for (const answer of answers) answer()
    await settled(chat, ['vorher', 'inzwischen'])
    await expect.poll(() => chat.state.getState().sync.name).toBe('live')
    expect(shownTexts(chat)).toEqual(['vorher', 'inzwischen'])
  })

  test('what arrives while an empty room is read is not lost', async () => {
    const server = createChatServer()
    let isHeld = false
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { chat } = joinChat(server, 'mila', {
      async read(query) {
        const page = server.read(query)
        if (isHeld) await released
        return page
      },
    })
    await chat.open()
    isHeld = true
    chat.connected()
    server.post('okan', 'erste')
    expect(shownTexts(chat)).toEqual(['erste'])
    isHeld = false
    release()
    await settled(chat, ['erste'])
    await expect.poll(() => chat.state.getState().sync.name).toBe('live')
    expect(shownTexts(chat)).toEqual(['erste'])
  })

  test('an older page is read again when one of its messages changes meanwhile', async () => {
    const server = createChatServer()
    for (const text of 'abcdefgh') server.post('okan', text)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let olderPages = 0
    const { chat } = joinChat(server, 'mila', {
      async read(query) {
        const page = server.read(query)
        if (query.before !== undefined) {
          olderPages += 1
          await released
        }
        return page
      },
    })
    await chat.open()
    const loaded = chat.loadOlder()
    server.edit('000002', 'B')
    release()
    await loaded
    expect(shownTexts(chat)).toEqual('aBcdefgh'.split(''))
    expect(olderPages).toBe(2)
  })

  test('ten images reach a server that accepts one at a time and requests pauses, in order', async () => {
    const server = createChatServer()
    let running = 0
    let taken = 0
    const busy = new Set(['3', '7'])
    const upload = async ({ address: name }: { address: string }) => {
      running += 1
      const isRefused = running > 1 || busy.delete(name)
      await new Promise((done) => setTimeout(done, 2))
      running -= 1
      if (isRefused) {
        throw new ApiError({ status: 429, code: 'RATE_LIMITED', text: 'Zu viel', retryAfterSeconds: 30 })
      }
      taken += 1
      return `/media/${name}`
    }
    const { chat } = joinChat(server, 'mila', { upload })
    await chat.open()
    const names = Array.from({ length: 10 }, (_, index) => String(index + 1))
    for (const name of names) chat.send({ text: name, media: [anImage(name)] })
    chat.send({ text: 'danach' })
    await settled(chat, [...names, 'danach'])
    expect(taken).toBe(10)
    expect(chat.state.getState().returned).toEqual([])
  })

  const broken = new ApiError({
    status: 415,
    code: 'PICTURE_BROKEN',
    text: 'Das Bild konnte nicht gelesen werden',
  })
  const uploadWithout =
    (names: Set<string>) =>
    async ({ address }: { address: string }) => {
      if (names.has(address)) throw broken
      return address
    }

  test('of several pictures the broken one comes back with its reason, the others are sent', async () => {
    const server = createChatServer()
    const { chat } = joinChat(server, 'mila', { upload: uploadWithout(new Set(['2'])) })
    await chat.open()
    for (const name of ['1', '2', '3']) chat.send({ text: name, media: [anImage(name)] })
    await settled(chat, ['1', '3'])
    expect(chat.shiftReturned()).toMatchObject({ text: '2', failure: broken, media: [{ address: '2' }] })
  })

  test('an album waits for the decision about its broken images, and later messages do not wait for it', async () => {
    const server = createChatServer()
    const names = new Set(['2', '3'])
    const posted: (readonly string[])[] = []
    const { chat } = joinChat(server, 'mila', {
      upload: uploadWithout(names),
      post: async ({ message, clientId, mediaUrls }) => {
        posted.push(mediaUrls)
        return server.post('mila', message, clientId)
      },
    })
    await chat.open()
    chat.send({ text: 'Album', clientId: 'album', media: ['1', '2', '3', '4'].map(anImage) })
    chat.send({ text: 'danach' })
    await settled(chat, ['danach', 'Album…'])
    expect(chat.state.getState().outbox).toMatchObject([
      { stage: { name: 'stuck' }, uploads: [{ share: 1 }, { failure: broken }, { failure: broken }, {}] },
    ])
    names.delete('2')
    chat.repeatUpload('album', '2')
    await expect.poll(() => chat.state.getState().outbox[0]?.stage.name).toBe('stuck')
    chat.leaveOut('album', '3')
    await settled(chat, ['danach', 'Album'])
    expect(posted).toEqual([[], ['1', '2', '4']])
  })

  test('a picture that waits for its turn can be called off at once', async () => {
    const { chat } = joinChat(createChatServer(), 'mila', {
      upload: ({ address }) => (address === '1' ? new Promise(() => {}) : Promise.resolve(address)),
    })
    await chat.open()
    chat.send({ text: 'erstes', media: [anImage('1')] })
    chat.send({ text: 'zweites', media: [anImage('2')] })
    const second = chat.state.getState().outbox[1]
    chat.cancel(second?.clientId ?? '')
    expect(shownTexts(chat)).toEqual(['erstes…'])
    expect(chat.shiftReturned()).toMatchObject({ text: 'zweites', failure: undefined })
  })

  test('a file can be called off while it is being sent', async () => {
    const server = createChatServer()
    const { chat } = joinChat(server, 'mila', {
      upload: (_media, { signal, onProgress }) => {
        onProgress(0.5)
        return new Promise((_done, failed) => {
          signal.addEventListener('abort', () => failed(signal.reason))
        })
      },
    })
    await chat.open()
    chat.send({ text: 'Bild', clientId: 'bild', media: [anImage('1')] })
    await expect
      .poll(() => chat.state.getState().outbox)
      .toMatchObject([{ text: 'Bild', stage: { name: 'uploading' }, uploads: [{ share: 0.5 }] }])
    chat.cancel('bild')
    await settled(chat, [])
    expect(chat.shiftReturned()).toMatchObject({ text: 'Bild', failure: undefined })
    chat.send({ text: 'danach' })
    await settled(chat, ['danach'])
  })
})

/** A reproducible random source. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'whatever lines and calls do, all see the same list at the end, nothing twice and nothing lost (%i)',
  async (seed) => {
    const random = randomOf(seed)
    const server = createChatServer()
    let isRough = true
    const late = async () => {
      for (let turns = random(4); turns > 0; turns -= 1) await new Promise((done) => setTimeout(done))
      if (isRough && random(5) === 0) throw ApiError.unreachable()
    }
    const people = ['mila', 'okan', 'lene'].map((ownId) =>
      joinChat(server, ownId, {
        read: async (query) => {
          await late()
          const page = server.read(query)
          await late()
          return page
        },
        post: async ({ message, clientId }) => {
          await late()
          const message_ = server.post(ownId, message, clientId)
          await late()
          return message_
        },
        remove: async (id) => {
          await late()
          server.remove(id)
          await late()
        },
      }),
    )
    for (const { chat } of people) await chat.open()
    for (let step = 0; step < 120; step += 1) {
      const someone = people[random(people.length)]
      if (!someone) throw new Error('Nobody is here')
      const { chat, drop, reconnect } = someone
      const what = random(10)
      if (what < 5) {
        const again = chat.shiftReturned()
        chat.send(again ?? { text: `Nachricht ${step}` })
      } else if (what < 6) {
        const id = chat.state.getState().log.messages.at(-random(4) - 1)?.id
        if (id !== undefined) void chat.remove(id)
      } else if (what < 7) drop()
      else if (what < 9) reconnect()
      else void chat.loadOlder()
      if (random(3) === 0) await new Promise((done) => setTimeout(done))
    }
    isRough = false
    for (const { chat, reconnect } of people) {
      reconnect()
      await chat.open()
    }
    await expect
      .poll(
        async () => {
          for (const { chat } of people) {
            const again = chat.shiftReturned()
            if (again) chat.send(again)
            await chat.loadOlder()
          }
          const unsent = server.all().map(({ content }) => content)
          return people.filter(({ chat }) => shownTexts(chat).join() !== unsent.join()).length
        },
        { message: 'those who see something else', timeout: 15_000, interval: 5 },
      )
      .toBe(0)
    for (const { chat } of people) expect(new Set(shownTexts(chat)).size).toBe(shownTexts(chat).length)
  },
  20_000,
)
