import { useCallback, useEffect, type RefObject } from 'react'
import { textOf } from '#client/api-error.ts'
import { addPicture, PICTURES_AT_MOST } from './draft.ts'
import { filesIn, pictureOf, pictureProblem } from '../media/media.ts'

/** Attaches pictures to the next message: by the button, pasted, or dropped on the chat. */
export function useAttachments(complain: (text: string) => void, dropTarget: RefObject<HTMLElement | null>) {
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
          if (addPicture(picture)) continue
          URL.revokeObjectURL(picture.address)
          complain(`Es gehen höchstens ${PICTURES_AT_MOST} Bilder auf einmal`)
          return
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

  return { add }
}
