import { ROOM_ID } from '@tonarchiv/contract/chat'
import type { MessageFilter } from '@tonarchiv/contract/message-search'
import Disc3 from 'lucide-react/icons/disc-3'
import ImageIcon from 'lucide-react/icons/image'
import Mic from 'lucide-react/icons/mic'
import UserSearch from 'lucide-react/icons/user-search'
import X from 'lucide-react/icons/x'
import { useState, type ReactNode } from 'react'
import { imageUrl } from '#client/media.ts'
import { distinctName, PeopleList, usePeople } from '#features/presence/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { useConversationId } from '../state/conversation-context.ts'
import { changeSearch, useMessageSearch } from './message-search.ts'
import styles from './MessageSearch.module.css'

const MEDIA: readonly { has: MessageFilter; label: string; icon: ReactNode }[] = [
  { has: 'image', label: 'Bilder', icon: <ImageIcon className="icon icon-small" aria-hidden /> },
  { has: 'voice', label: 'Sprache', icon: <Mic className="icon icon-small" aria-hidden /> },
  { has: 'moment', label: 'Momente', icon: <Disc3 className="icon icon-small" aria-hidden /> },
]

/** Limits a search to one author, and to messages with an image, a voice message or a moment. */
export function SearchFilters() {
  const { by, has, momentsOf } = useMessageSearch()
  const [isChoosing, setIsChoosing] = useState(false)
  const isRoom = useConversationId() === ROOM_ID
  return (
    <fieldset className={styles.chips} aria-label="Filter">
      {isRoom && (
        <button
          type="button"
          aria-pressed={by !== undefined}
          aria-haspopup={by === undefined ? 'dialog' : undefined}
          onClick={() => (by === undefined ? setIsChoosing(true) : changeSearch({ by: undefined }))}
        >
          {by === undefined ? (
            <UserSearch className="icon icon-small" aria-hidden />
          ) : (
            <Avatar src={by.photoURL && imageUrl(by.photoURL)} size={20} />
          )}
          <span className="truncate">{by === undefined ? 'Von…' : `Von ${by.name}`}</span>
          {by !== undefined && <X className="icon icon-small" aria-hidden />}
        </button>
      )}
      {MEDIA.map(({ has: one, label, icon }) => (
        <button
          key={one}
          type="button"
          aria-pressed={has === one}
          onClick={() => changeSearch({ has: has === one ? undefined : one, momentsOf: undefined })}
        >
          {icon}
          {one === 'moment' && momentsOf !== undefined ? 'Momente dieses Tracks' : label}
        </button>
      ))}
      <Dialog open={isChoosing} onClose={() => setIsChoosing(false)} title="Nachrichten von">
        <PeopleList
          // Empty, so that the list contains the member, too: the member's own messages can be searched.
          ownId=""
          className={styles.people}
          onOpen={(id) => {
            setIsChoosing(false)
            const people = usePeople.getState()
            const person = people.byId.get(id)
            if (person)
              changeSearch({ by: { id, name: distinctName(person, people), photoURL: person.photoURL } })
          }}
        />
      </Dialog>
    </fieldset>
  )
}
