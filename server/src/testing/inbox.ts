import { countNotices, listNotices, type Notice } from '@tonarchiv/contract/notifications'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { Call } from './start-app.ts'

interface Reader {
  call: Call
}

export const inboxOf = async (member: Reader): Promise<Notice[]> =>
  (await member.call(listNotices, { query: {} })).notices

/** The sentence of a notice as plain text. */
export const sentenceOf = ({ sentence }: Pick<Notice, 'sentence'>): string =>
  sentence.map(({ text }) => text).join('')

export const textsOf = async (member: Reader): Promise<string[]> => (await inboxOf(member)).map(sentenceOf)

export const unreadOf = async (member: Reader): Promise<number> =>
  (await member.call(countNotices, {})).unread

/** Waits until an inbox says exactly this, newest first. */
export async function inboxSays(member: Reader, ...texts: string[]): Promise<void> {
  await eventually(async () => expect(await textsOf(member)).toEqual(texts))
}
