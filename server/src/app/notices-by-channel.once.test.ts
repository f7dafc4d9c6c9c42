import { NOTICE_CHANNELS, type NoticeChannel, NoticeKind } from '@tonarchiv/contract/notification-settings'
import { testPushDevice } from '@tonarchiv/contract/push'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { inboxOf, sentenceOf } from '#testing/inbox.ts'
import { channelsOf, choose, startNotifying } from '#testing/notifying.ts'
import { EVERY_NOTICE } from '#testing/every-notice.ts'

/** The channels that the members of the test switch on. Those with `unchanged` keep the default settings. */
const CHOICES = {
  all: NOTICE_CHANNELS,
  here: ['here'],
  push: ['push'],
  mail: ['mail'],
  none: [],
  unchanged: undefined,
} as const satisfies Record<string, readonly NoticeChannel[] | undefined>
type Chosen = readonly NoticeChannel[] | undefined

type Stage = Awaited<ReturnType<typeof startNotifying>>

/**
 * Adds a member with these choices and a device for push messages. The returned functions report on which channels a
 * notice of this kind has arrived.
 */
async function addRecipient(
  { cast, service, digestOf }: Stage,
  kind: NoticeKind,
  name: string,
  chosen: Chosen,
) {
  const { says, digestSays = says, recipient } = EVERY_NOTICE[kind]
  const member = await (recipient?.(cast) ?? cast.app.signIn())
  await choose(member, kind, chosen)
  const device = await service.subscribe(member, member.username)
  const pushed = () => device.read().filter(({ title }) => title.includes(says)).length
  const listed = async () =>
    (await inboxOf(member)).filter((notice) => notice.kind === kind && sentenceOf(notice).includes(says))
      .length
  return {
    name,
    member,
    expected: channelsOf(kind, chosen),
    /**
     * Waits until the notice has arrived on the expected channels. Then waits for a sample push message: a push message
     * of the notice would have arrived before it.
     */
    arrives: async (expected: readonly NoticeChannel[]) => {
      await eventually(async () => {
        if (expected.includes('here')) expect([kind, await listed()]).toEqual([kind, 1])
        if (expected.includes('push')) expect([kind, pushed()]).toEqual([kind, 1])
      })
      await member.call(testPushDevice, { params: { id: device.id } })
      await eventually(() => expect(device.read().at(-1)?.tag).toBe('sample'))
    },
    /** The number of such notices on each channel. */
    found: async (): Promise<Record<NoticeChannel, number>> => {
      const digest = await digestOf(member)
      const isInDigest = digestSays !== null && digest.includes(digestSays)
      return { here: await listed(), push: pushed(), mail: isInDigest ? 1 : 0 }
    },
  }
}

test('each kind of notice arrives on those channels that its member has chosen, and on no other', async () => {
  const stage = await startNotifying()
  const { cast } = stage
  const { services } = cast.app
  const wrong: string[] = []
  for (const kind of NoticeKind.options) {
    const recipients = await Promise.all(
      Object.entries(CHOICES).map(async ([name, chosen]) => addRecipient(stage, kind, name, chosen)),
    )
    // Members are informed of what happens after their account was made.
    cast.app.passTime(1000)
    await EVERY_NOTICE[kind].happens(
      cast,
      recipients.map(({ member }) => member),
    )
    // The notice of an upload follows in the background; a digest that is asked for before would lack it.
    await eventually(async () =>
      expect(
        await services.db.selectFrom('pendingUploads').where('noticeDue', '=', 1).select('id').execute(),
      ).toEqual([]),
    )
    await Promise.all(
      recipients.map(async ({ name, expected, arrives, found }) => {
        await arrives(expected)
        const counts = await found()
        for (const channel of NOTICE_CHANNELS) {
          const wanted = expected.includes(channel) ? 1 : 0
          if (counts[channel] !== wanted)
            wrong.push(`${kind} for ${name}: ${counts[channel]} instead of ${wanted} in ${channel}`)
        }
      }),
    )
  }
  expect(wrong).toEqual([])
})
