import type { TimedLine } from '@tonarchiv/contract/lyrics-text'
import { useEffect, useMemo, useState } from 'react'
import { useVisiblePlayer } from '../engine/visible-state.ts'

interface WordEnd {
  startMs: number
  /** Characters of the line's text up to the end of the word. */
  length: number
}

/** Where each word of a line ends in the text of the line, in the order of the words' times. */
export function wordEnds({ text, words }: Pick<TimedLine, 'text' | 'words'>): WordEnd[] {
  const timed = shortened(words.map((word) => word.text).join(''))
  // Text before the first time belongs to the first word.
  const first = Math.max(0, text.length - timed.length)
  let joined = ''
  return words.map((word) => {
    joined += word.text
    return { startMs: word.startMs, length: first + shortened(joined).length }
  })
}

/** Normalises blanks as in the text of a line: none around it, and one between words. */
function shortened(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Characters of the line's text that are sung at this time. */
export function sungLength(ends: readonly WordEnd[], ms: number): number {
  return ends.findLast(({ startMs }) => startMs <= ms)?.length ?? 0
}

/**
 * Characters of the current line that have been sung. The player reports its position only a few times a second, so
 * that a timer waits for the next word. In the background there is no timer.
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
