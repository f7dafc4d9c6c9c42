import type { TimedLine } from '@tonarchiv/contract/lyrics-text'
import { useEffect, useMemo, useState } from 'react'
import { useVisiblePlayer } from '../engine/visible-state.ts'

interface WordEnd {
  startMs: number
  /** Number of characters of the line from its beginning to the end of this word. */
  length: number
}

/** For each timed word of a line, in the order of the times: where it ends in the text of the line. */
export function wordEnds({ text, words }: Pick<TimedLine, 'text' | 'words'>): WordEnd[] {
  const timed = shortened(words.map((word) => word.text).join(''))
  // Text before the first timed word counts as a part of that word.
  const first = Math.max(0, text.length - timed.length)
  let joined = ''
  return words.map((word) => {
    joined += word.text
    return { startMs: word.startMs, length: first + shortened(joined).length }
  })
}

/** Normalises blanks as in the text of a line: none at both ends, and one between words. */
function shortened(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** How many characters of the line's text have been sung at this time. */
export function sungLength(ends: readonly WordEnd[], ms: number): number {
  return ends.findLast(({ startMs }) => startMs <= ms)?.length ?? 0
}

/**
 * How many characters of the current line have been sung. Because the player reports its position only a few times a
 * second, a timer is set for the beginning of the next word. No timer runs while the page is in the background.
 */
export function useSungLength(line: TimedLine): number {
  const seconds = useVisiblePlayer(({ positionSeconds }) => positionSeconds)
  const isPlaying = useVisiblePlayer(({ status }) => status === 'playing')
  const ends = useMemo(() => wordEnds(line), [line])
  const [sung, setSung] = useState(() => sungLength(ends, seconds * 1000))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (ms: number) => {
      if (document.hidden) return
      setSung(sungLength(ends, ms))
      const next = ends.find(({ startMs }) => startMs > ms)
      if (isPlaying && next) timer = setTimeout(() => show(next.startMs), next.startMs - ms)
    }
    show(seconds * 1000)
    return () => clearTimeout(timer)
  }, [ends, seconds, isPlaying])
  return sung
}
