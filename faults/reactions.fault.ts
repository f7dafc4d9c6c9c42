import { listMessages, postMessage, type Reaction, REACTION_MEMBERS_NAMED } from '@tonarchiv/contract/chat'
import { addReaction, knownChange, REACTION_KINDS_MAX, tooManyKinds } from '@tonarchiv/contract/chat-changes'
import type { ToBrowser } from '@tonarchiv/contract/realtime'
import { expect, test } from 'vitest'
import { openSocket } from '../server/src/testing/browser-socket.ts'
import { eventually } from '../server/src/testing/eventually.ts'
import { callsOf } from './installation.ts'
import { places } from './places.ts'
import { isShort, report } from './rounds.ts'

/** Each member sends each of the emojis once: 10,000 reactions. */
const MEMBERS = 200
const EMOJIS = Array.from({ length: 50 }, (_, at) => String.fromCodePoint(0x1f600 + at))
/** Calls of one member that run at the same time. */
const AT_ONCE = 4

type Change = Extract<ToBrowser, { type: 'chatChange' }>

/** The reactions that a page shows if it was open during all these changes. */
function shownBy(changes: readonly Change[]): Map<string, Reaction> {
  const shown = new Map<string, Reaction>()
  for (const change of changes) {
    const known = knownChange(change)
    if (known?.kind !== 'reaction') continue
    const { emoji, count, userIds, since } = known.payload
    shown.set(emoji, { emoji, count, userIds, since })
  }
  return shown
}

test.skipIf(isShort).each(Object.entries(places()))(
  `${MEMBERS * EMOJIS.length} reactions to one message stay few kinds, and are the same for early and late readers: %s`,
  async (name, open) => {
    const { archive, servers } = await open()
    const [first, last] = [servers[0], servers.at(-1)]
    if (first === undefined || last === undefined) throw new Error('No server runs')
    const author = callsOf(first, await archive.member())
    const early = openSocket(last, { token: (await archive.member()).token })
    await early.ready()
    const { message } = await author.call(postMessage, { body: { message: 'Sammelt!' } })

    const refusals = new Map<string, number>()
    const react = async (caller: ReturnType<typeof callsOf>, emoji: string) => {
      const params = { id: message.id, emoji }
      try {
        await caller.call(addReaction, { params })
      } catch {
        const { status, body } = await caller.refusal(addReaction, { params })
        const text = `${status} ${body.error}`
        refusals.set(text, (refusals.get(text) ?? 0) + 1)
      }
    }
    const members = await Promise.all(Array.from({ length: MEMBERS }, async () => archive.member()))
    for (let from = 0; from < MEMBERS; from += 10)
      await Promise.all(
        members.slice(from, from + 10).map(async (member, index) => {
          const caller = callsOf(index % 2 === 0 ? first : last, member)
          for (let at = 0; at < EMOJIS.length; at += AT_ONCE)
            await Promise.all(EMOJIS.slice(at, at + AT_ONCE).map(async (emoji) => react(caller, emoji)))
        }),
      )

    const refused = MEMBERS * (EMOJIS.length - REACTION_KINDS_MAX)
    expect([...refusals]).toEqual([[`${tooManyKinds.status} ${tooManyKinds.text}`, refused]])
    const late = callsOf(last, await archive.member())
    const { messages, revision } = await late.call(listMessages, { query: {} })
    const reactions = messages[0]?.reactions ?? []
    expect(revision).toBe(1 + MEMBERS * REACTION_KINDS_MAX)
    expect(reactions.map(({ count }) => count)).toEqual(
      Array.from({ length: REACTION_KINDS_MAX }, () => MEMBERS),
    )
    for (const { userIds } of reactions) expect(userIds).toHaveLength(REACTION_MEMBERS_NAMED)
    await eventually(() => expect(early.all('chatChange')).toHaveLength(MEMBERS * REACTION_KINDS_MAX))
    const shown = shownBy(early.all('chatChange'))
    expect(reactions.map(({ emoji }) => shown.get(emoji))).toEqual(reactions)
    expect(shown.size).toBe(REACTION_KINDS_MAX)
    report(
      'W-08',
      `${MEMBERS * EMOJIS.length} reactions, ${name}`,
      `${reactions.length} kinds, the same for all`,
    )
  },
)
