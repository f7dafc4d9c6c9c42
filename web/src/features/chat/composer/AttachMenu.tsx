import { ROOM_ID } from '@tonarchiv/contract/chat'
import Disc3 from 'lucide-react/icons/disc-3'
import ImagePlus from 'lucide-react/icons/image-plus'
import LibraryBig from 'lucide-react/icons/library-big'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { currentMoment } from '#features/cards/index.ts'
import { openShare, shareMoment, type ShareSubject } from '#features/moments/index.ts'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { IMAGES_ACCEPTED } from '../media/media.ts'
import { useConversationId } from '../state/conversation-context.ts'

const ChooseDialog = lazyPart(async () => (await import('#features/cards/index.ts')).ChooseDialog)

/** The menu that attaches images to the message, or shares something of the archive in the conversation. */
export function AttachMenu({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const user = useUser()
  const id = useConversationId()
  const [isChoosing, setIsChoosing] = useState(false)
  const conversationId = id === ROOM_ID ? undefined : id
  const isOpen = user !== undefined && hasAccess(user)
  const share = (subject: ShareSubject) => {
    setIsChoosing(false)
    openShare(subject, { conversationId })
  }
  return (
    <>
      <MenuButton
        label={isOpen ? 'Anhängen: Bilder, Moment, Album' : 'Anhängen: Bilder'}
        className={iconButtonClass}
        trigger={<Plus className="icon" aria-hidden />}
      >
        <MenuItem icon={<ImagePlus className="icon" aria-hidden />} onSelect={() => input.current?.click()}>
          Bilder
        </MenuItem>
        {isOpen && (
          <>
            <MenuItem
              icon={<Disc3 className="icon" aria-hidden />}
              onSelect={() => shareCurrent(conversationId)}
            >
              Moment
            </MenuItem>
            <MenuItem icon={<LibraryBig className="icon" aria-hidden />} onSelect={() => setIsChoosing(true)}>
              Album, Playlist oder Video
            </MenuItem>
          </>
        )}
      </MenuButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={IMAGES_ACCEPTED}
        aria-label="Bilder"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <ChooseDialog open={isChoosing} onClose={() => setIsChoosing(false)} onChoose={share} />
    </>
  )
}

function shareCurrent(conversationId: string | undefined): void {
  const moment = currentMoment()
  if (moment) shareMoment(moment.track, moment.card.second, { conversationId })
  else showToast('Gerade läuft nichts', { kind: 'error' })
}
