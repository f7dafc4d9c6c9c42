import * as z from 'zod/mini'
import { create } from 'zustand'
import { useMemo } from 'react'
import { getStored, setStored } from '#client/signed-in-storage.ts'

/** The modifiers of Unicode UTS #51 with their German names; the empty one leaves the yellow of the emojis. */
export const SKIN_TONES = [
  { tone: '', name: 'ohne Hautton' },
  { tone: '\u{1f3fb}', name: 'helle Hautfarbe' },
  { tone: '\u{1f3fc}', name: 'mittelhelle Hautfarbe' },
  { tone: '\u{1f3fd}', name: 'mittlere Hautfarbe' },
  { tone: '\u{1f3fe}', name: 'mitteldunkle Hautfarbe' },
  { tone: '\u{1f3ff}', name: 'dunkle Hautfarbe' },
] as const
export type SkinTone = (typeof SKIN_TONES)[number]['tone']

const TONES = /[\u{1f3fb}-\u{1f3ff}]/gu
const PERSONS = /(\p{Emoji_Modifier_Base})\u{fe0f}?/gu
/** Characters that take a skin tone. The handshake between two persons in a sequence takes none. */
const WITHOUT_HANDS = /((?!\u{1f91d})\p{Emoji_Modifier_Base})\u{fe0f}?/gu

/** An emoji whose persons have this tone; the emoji itself if Unicode has no such emoji. */
export function withTone(emoji: string, tone: SkinTone): string {
  if (tone === '') return emoji
  const toned = [PERSONS, WITHOUT_HANDS].map((bases) => emoji.replaceAll(bases, `$1${tone}`))
  return toned.find((each) => each !== emoji && isEmoji(each)) ?? emoji
}

/** Whether Unicode recommends this sequence as an emoji. Other sequences are not shown as one picture. */
function isEmoji(text: string): boolean {
  return /^\p{RGI_Emoji}$/v.test(text)
}

/** An emoji without tones, as the list has it, and the German name of its tone. */
export function withoutTone(emoji: string): { plain: string; name: string | undefined } {
  const [first] = emoji.match(TONES) ?? []
  const name = SKIN_TONES.find(({ tone }) => tone !== '' && tone === first)?.name
  return { plain: emoji.replaceAll(TONES, ''), name }
}

const Stored = z.object({ accountId: z.string(), tone: z.enum(SKIN_TONES.map(({ tone }) => tone)) })

function read(accountId: string): SkinTone {
  try {
    const stored = Stored.parse(JSON.parse(getStored('emojiTone') ?? ''))
    return stored.accountId === accountId ? stored.tone : ''
  } catch {
    return ''
  }
}

/** Incremented with each choice, so that components that show emojis render again. */
const useChoices = create(() => 0)

/** Stores the tone that an account has chosen on this device. */
export function chooseTone(accountId: string, tone: SkinTone): void {
  setStored('emojiTone', JSON.stringify({ accountId, tone }))
  useChoices.setState((choices) => choices + 1, true)
}

/** The tone that an account has chosen on this device. */
export function useSkinTone(accountId: string): SkinTone {
  const choices = useChoices()
  // `choices` is a dependency, because the stored tone changes with each choice.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => read(accountId), [accountId, choices])
}
