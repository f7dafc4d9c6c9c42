import { messageNotFound } from '@tonarchiv/contract/chat-refusals'
import { longMessage } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { createChatServer, joinChat, shownTexts } from '../../../testing/chat-in-memory.ts'
import { randomOf } from '../../../testing/random.ts'
import { unanswered, type SentDraft } from './outgoing.ts'

const errorOf = (status: number, { text, code }: { text: string; code: string }) =>
  ApiError.of(status, { error: text, code, requestId: 'r' })
const refusal = errorOf(400, longMessage)
const pauseAsked = ApiError.of(429, { error: 'Zu viele', code: 'RATE_LIMITED', requestId: 'r' }, 1)
const tick = () => new Promise((done) => setTimeout(done))

/** A tab of one member whose page is reloaded now and then, and a connection that loses requests and answers. */
function startMember(random: (below: number) => number) {
  const server = createChatServer()
  let isConnected = true
  /** The client ids in the order in which the server has stored them. */
  const stored: string[] = []
  /** Messages that were returned to their author, and those among them whose answer may have been lost. */
  const returned = new Set<string>()
  const unsure = new Set<string>()

  async function post({ message, clientId }: { message: string; clientId: string }) {
    await tick()
    if (!isConnected && random(3) > 0) throw ApiError.unreachable()
    const what = isConnected ? random(12) : 0
    if (what === 10) throw pauseAsked
    if (what === 11 && !stored.includes(clientId)) throw refusal
    const isDeleted = !server.all().some((each) => each.clientId === clientId)
    if (stored.includes(clientId) && isDeleted) throw errorOf(404, messageNotFound)
    const answer = server.post('mila', message, clientId)
    if (!stored.includes(clientId)) stored.push(clientId)
    await tick()
    if (what > 2) return answer
    unsure.add(clientId)
    throw ApiError.unreachable()
  }

  /** What the browser has stored of the outbox when the page is closed. */
  let kept: readonly SentDraft[] = []
  const open = () => {
    const tab = joinChat(server, 'mila', { post }, tick)
    tab.chat.state.subscribe(({ outbox, returned: back }) => {
      kept = unanswered(outbox)
      for (const { clientId } of back) returned.add(clientId)
    })
    return tab
  }
  let tab = open()

  return {
    server,
    stored,
    returned,
    unsure,
    chat: () => tab.chat,
    setConnected(is: boolean) {
      isConnected = is
      if (is) tab.reconnect()
      else tab.drop()
    },
    async reload() {
      const outbox = kept
      tab.drop()
      tab.chat.reset()
      tab = open()
      await tab.chat.open()
      for (const { clientId, writtenAt, text, media } of outbox)
        tab.chat.send({ clientId, writtenAt, text, media })
    },
  }
}

async function play(seed: number): Promise<void> {
  const random = randomOf(seed * 613)
  const member = startMember(random)
  const { server, stored, returned, unsure } = member
  await member.chat().open()
  const written: string[] = []

  for (let step = 0; step < 40; step += 1) {
    const what = random(20)
    if (what < 8) {
      const clientId = `message-${String(written.length).padStart(3, '0')}`
      written.push(clientId)
      member.chat().send({ clientId, text: clientId })
    } else if (what < 10) member.setConnected(random(2) === 0)
    else if (what < 11) await member.reload()
    else if (what < 12) member.chat().cancel(written[random(written.length + 1)] ?? '')
    else if (what < 13) server.post('okan', `von Okan ${step}`)
    else if (what < 14) server.remove(server.all()[random(server.all().length + 1)]?.id ?? '')
    else await tick()
  }

  member.setConnected(true)
  await expect.poll(() => member.chat().state.getState().outbox, { timeout: 5000, interval: 1 }).toEqual([])
  await expect
    .poll(() => shownTexts(member.chat()).slice(-5), { timeout: 5000, interval: 1 })
    .toEqual(
      server
        .all()
        .slice(-5)
        .map(({ content }) => content),
    )
  // Each message is stored once, in the order of writing, or was returned to its author.
  expect(stored, `seed ${seed}`).toEqual(stored.toSorted())
  expect(new Set(stored).size).toBe(stored.length)
  expect([...new Set([...stored, ...returned])].toSorted()).toEqual(written)
  expect(stored.filter((id) => returned.has(id) && !unsure.has(id))).toEqual([])
}

test.each([1, 2, 3, 4])(
  'messages are stored once and in the order of writing, whatever the connection loses and however often the page is reloaded (%i)',
  async (part) => {
    for (let seed = part * 12 - 11; seed <= part * 12; seed += 1) await play(seed)
  },
)
