import { ALBUM_MAX } from '@tonarchiv/contract/chat'
import { useCallback, useEffect, type RefObject } from 'react'
import { textOf } from '#client/api-error.ts'
import { currentUser } from '#features/auth/index.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { addImage } from './draft-images.ts'
import { filesIn, imageOf, imageProblem } from '../media/media.ts'

/** Attaches images to the next message: by the button, pasted, or dropped on the chat. */
export function useAttachments(showError: (text: string) => void, dropTarget: RefObject<HTMLElement | null>) {
  const conversationId = useConversationId()
  const add = useCallback(
    async (files: readonly File[]) => {
      const author = currentUser()?.id
      for (const file of files) {
        const problem = imageProblem(file)
        if (problem !== undefined) {
          showError(problem)
          continue
        }
        try {
          const image = await imageOf(file)
          // The session has ended while the image was read.
          if (currentUser()?.id !== author) return URL.revokeObjectURL(image.address)
          if (addImage(conversationId, image)) continue
          URL.revokeObjectURL(image.address)
          showError(`Es gehen höchstens ${ALBUM_MAX} Bilder auf einmal`)
          return
        } catch (failure) {
          showError(failure instanceof Error ? failure.message : textOf(failure, ''))
        }
      }
    },
    [conversationId, showError],
  )

  useEffect(() => {
    const target = dropTarget.current
    if (!target) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    target.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return
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
        if (!hasFiles(event)) return
        event.preventDefault()
        void add(filesIn(event.dataTransfer))
      },
      { signal },
    )
    return () => listening.abort()
  }, [add, dropTarget])

  return { add }
}
