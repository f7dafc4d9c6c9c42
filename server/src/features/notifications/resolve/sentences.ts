import type { Notice, SentencePart } from '@tonarchiv/contract/notifications'

/** What a notice says to its reader; the fields that a kind does not fill are empty. */
export type Said = Omit<Notice, 'id' | 'kind' | 'isUnread' | 'at'> & {
  /** Whether the reader has seen what the notice is about in another place, such as in the chat. */
  isSeen?: boolean
}

export function said(sentence: SentencePart[], rest: Partial<Said> = {}): Said {
  return {
    sentence,
    quote: null,
    remark: null,
    people: [],
    covers: [],
    reactions: [],
    path: null,
    action: null,
    opensAt: null,
    ...rest,
  }
}

/**
 * The parts of a sentence. The inserted values are strong.
 * @example parts`${name} hat dir geschrieben`
 */
export function parts(texts: TemplateStringsArray, ...strong: string[]): SentencePart[] {
  return texts.flatMap((text, index) => {
    const value = strong[index]
    return [
      ...(text === '' ? [] : [{ text, isStrong: false }]),
      ...(value === undefined ? [] : [{ text: value, isStrong: true }]),
    ]
  })
}

/** German: "A", "A und B", "A, B und C", "A, B und 5 weitere". */
export function listed(names: readonly string[], shown = 3): string {
  const isLong = names.length > shown
  const first = isLong ? names.slice(0, shown - 1) : names
  const last = isLong ? `${names.length - first.length} weitere` : undefined
  const all = last === undefined ? first : [...first, last]
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} und ${all.at(-1) ?? ''}`
}

/** Seconds as m:ss. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
