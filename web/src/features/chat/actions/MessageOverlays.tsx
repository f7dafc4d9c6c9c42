import { EmojiPopup } from '../reactions/EmojiPopup.tsx'
import { ReactorsPopup } from '../reactions/ReactorsPopup.tsx'
import { useConversationChat } from '../state/chat-instance.ts'
import { DeleteQuestion } from './DeleteQuestion.tsx'
import { MessageMenu } from './MessageMenu.tsx'
import type { useMessageActions } from './use-message-actions.ts'
import { VersionsDialog } from './VersionsDialog.tsx'

type MessageOverlaysProps = ReturnType<typeof useMessageActions>

/**
 * The overlays that actions of messages open: the menu, the emoji picker, the members who have reacted, the earlier
 * texts, and the question before a deletion.
 */
export function MessageOverlays({ actions, overlay, close, deletion }: MessageOverlaysProps) {
  const chat = useConversationChat()
  return (
    <>
      <MessageMenu
        menu={overlay?.kind === 'menu' ? overlay : undefined}
        actions={actions}
        onPin={chat.pin}
        onClose={close}
      />
      <EmojiPopup
        anchor={overlay?.kind === 'picker' ? overlay.anchor : undefined}
        label="Reaktion wählen"
        ownId={actions.ownId}
        onClose={close}
        onChoose={(emoji) => {
          if (overlay?.kind === 'picker') actions.onReact(overlay.message, emoji)
        }}
      />
      <ReactorsPopup shown={overlay?.kind === 'reactors' ? overlay : undefined} onClose={close} />
      <VersionsDialog message={overlay?.kind === 'versions' ? overlay.message : undefined} onClose={close} />
      <DeleteQuestion
        message={deletion.requested}
        onCancel={() => deletion.ask(undefined)}
        onConfirm={deletion.deleteAsked}
      />
    </>
  )
}
