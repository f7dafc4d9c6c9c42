import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { textOf } from '#client/api-error.ts'
import { filesIn, pictureOf, pictureProblem } from './media.ts'
import type { OwnMedia } from './outbox.ts'

/** Most pictures that are sent at once. */
const PICTURES_AT_MOST = 10

/** Pictures that wait to be sent: by the button, pasted, or dropped on the chat. */
export function useAttachments(complain: (text: string) => void, dropTarget: RefObject<HTMLElement | null>) {
  const [pictures, setPictures] = useState<readonly OwnMedia[]>([])
  const kept = useRef(pictures)
  useEffect(() => {
    kept.current = pictures
  })

  const add = useCallback(
    async (files: readonly File[]) => {
      for (const file of files) {
        const problem = pictureProblem(file)
        if (problem !== undefined) {
          complain(problem)
          continue
        }
        try {
          const picture = await pictureOf(file)
          setPictures((now) => [...now, picture].slice(0, PICTURES_AT_MOST))
        } catch (failure) {
          complain(failure instanceof Error ? failure.message : textOf(failure, ''))
        }
      }
    },
    [complain],
  )

  useEffect(() => {
    const target = dropTarget.current
    if (!target) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    target.addEventListener(
      'dragover',
      (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        target.dataset['drop'] = ''
      },
      { signal },
    )
    target.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && target.contains(relatedTarget))) delete target.dataset['drop']
      },
      { signal },
    )
    target.addEventListener(
      'drop',
      (event) => {
        delete target.dataset['drop']
        if (!holdsFiles(event)) return
        event.preventDefault()
        void add(filesIn(event.dataTransfer))
      },
      { signal },
    )
    return () => listening.abort()
  }, [add, dropTarget])

  useEffect(
    () => () => {
      for (const { address } of kept.current) URL.revokeObjectURL(address)
    },
    [],
  )

  return {
    pictures,
    add,
    remove: (address: string) => {
      URL.revokeObjectURL(address)
      setPictures((now) => now.filter((each) => each.address !== address))
    },
    /** Puts a picture back that could not be sent. */
    restore: (picture: OwnMedia) => setPictures((now) => [picture, ...now]),
    /** Hands the pictures over to be sent. */
    take(): readonly OwnMedia[] {
      setPictures([])
      return pictures
    },
  }
}
