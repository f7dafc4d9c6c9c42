import { MESSAGE_MAX_LENGTH } from '@tonarchiv/contract/chat'
import Mic from 'lucide-react/icons/mic'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Text } from '#ui/components/base/Text.tsx'
import type { useSlowMode } from '../order/slow-mode.ts'
import { SlowTimer } from '../order/SlowTimer.tsx'
import { startVoice } from '../voice/voice-draft.ts'
import styles from './Composer.module.css'
import { dismissFailure, useDraft } from './draft.ts'

export function RecordButton() {
  return (
    <IconButton label="Sprachnachricht aufnehmen" onClick={() => void startVoice()}>
      <Mic className="icon" aria-hidden />
    </IconButton>
  )
}

interface SendButtonProps {
  label: string
  isReady: boolean
  /** The wait of slow mode, which is shown in place of the button. */
  slow: ReturnType<typeof useSlowMode> | undefined
}

export function SendButton({ label, isReady, slow }: SendButtonProps) {
  if (slow) return <SlowTimer {...slow} />
  return (
    <IconButton
      label={label}
      type="submit"
      disabled={!isReady}
      className={classNames(styles.send, isReady && styles.ready)}
    >
      <SendHorizontal className="icon" aria-hidden />
    </IconButton>
  )
}

export function CharacterCount({ id, length }: { id: string; length: number }) {
  const tone = length > MESSAGE_MAX_LENGTH ? 'danger' : 'warning'
  return (
    <Text as="output" size="sm" tone={tone} id={id} className={styles.count}>
      {length}/{MESSAGE_MAX_LENGTH}
    </Text>
  )
}

/** Shows why the last message could not be sent. */
export function SendFailure() {
  const failure = useDraft((draft) => draft.failure)
  if (failure === undefined) return null
  return (
    <Notice kind="danger" className={styles.failure} onClose={dismissFailure}>
      <span lang="en">Failed to send message</span>
      {failure !== '' && <span>: {failure}</span>}
    </Notice>
  )
}
