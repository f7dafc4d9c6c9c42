import { listReactors } from '@tonarchiv/contract/chat-changes'
import type { Person } from '@tonarchiv/contract/presence'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { imageUrl } from '#client/media.ts'
import { AdminMark, openProfile, useDistinctName } from '#features/presence/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Popup } from '#ui/components/overlays/Popup.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { EmojiGlyph } from './EmojiGlyph.tsx'
import styles from './ReactorsPopup.module.css'

export interface ShownReactors {
  messageId: string
  emoji: string
  anchor: MenuAnchor
}

interface ReactorsPopupProps {
  shown: ShownReactors | undefined
  onClose: () => void
}

/** The members who have reacted to a message with an emoji. */
export function ReactorsPopup({ shown: opened, onClose }: ReactorsPopupProps) {
  // While the popup closes, its content stays rendered.
  const [shown, setShown] = useState(opened)
  if (opened && opened !== shown) setShown(opened)
  return (
    <Popup
      anchor={opened?.anchor}
      onClose={onClose}
      // This popover is not modal, so it is no `dialog` element.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      aria-label={`Reaktionen mit ${shown?.emoji ?? ''}`}
      tabIndex={-1}
      className={styles.popup}
      onOpened={(popup) => popup.focus({ preventScroll: true })}
    >
      {shown && <Reactors messageId={shown.messageId} emoji={shown.emoji} onClose={onClose} />}
    </Popup>
  )
}

type ReactorsProps = Pick<ShownReactors, 'messageId' | 'emoji'> & Pick<ReactorsPopupProps, 'onClose'>

function Reactors({ messageId, emoji, onClose }: ReactorsProps) {
  const query = useInfiniteQuery({
    queryKey: ['chat', 'reactors', messageId, emoji],
    queryFn: ({ pageParam, signal }) =>
      call(listReactors, { params: { id: messageId, emoji }, query: { offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }, pages) =>
      hasMore ? pages.reduce((count, { people }) => count + people.length, 0) : undefined,
    gcTime: 0,
  })
  const { data, error, isError, refetch, hasNextPage, isFetching, fetchNextPage } = query
  if (isError)
    return (
      <LoadFailure onRetry={refetch}>{textOf(error, 'Die Namen konnten nicht geladen werden')}</LoadFailure>
    )
  if (!data) return <Skeleton width="100%" height="2.5rem" />
  return (
    <>
      <ul>
        {data.pages
          .flatMap(({ people }) => people)
          .map((person) => (
            <li key={person.id}>
              <Reactor {...{ person, emoji, onClose }} />
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button small kind="ghost" block busy={isFetching} onClick={() => void fetchNextPage()}>
          Weitere anzeigen
        </Button>
      )}
    </>
  )
}

/** A member who has reacted; a press opens the profile. */
function Reactor({ person, emoji, onClose }: { person: Person } & Pick<ReactorsProps, 'emoji' | 'onClose'>) {
  const name = useDistinctName(person)
  return (
    <button
      type="button"
      className={styles.person}
      onClick={() => {
        onClose()
        openProfile(person.id)
      }}
    >
      <Avatar src={person.photoURL && imageUrl(person.photoURL)} size={28} />
      <Text truncate dir="auto">
        {name}
      </Text>
      <AdminMark userId={person.id} />
      <EmojiGlyph emoji={emoji} />
    </button>
  )
}
