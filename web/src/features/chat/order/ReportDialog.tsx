import { REPORT_NOTE_MAX_LENGTH, reportMessage, type ReportReason } from '@tonarchiv/contract/chat-order'
import { shownName } from '@tonarchiv/contract/presence'
import { useMutation } from '@tanstack/react-query'
import Shield from 'lucide-react/icons/shield'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { imageUrl } from '#client/media.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { TextAreaField } from '#ui/components/fields/TextAreaField.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { timeOf } from '../messages/days.ts'
import { messageExcerpt } from '../messages/excerpt.ts'
import { closeReport, useReportDialog } from '../messages/report-dialog.ts'
import styles from './Order.module.css'
import { REASONS } from './wording.ts'

/** „Nachricht melden“ */
export function ReportDialog() {
  const message = useReportDialog((state) => state.message)
  const [shown, setShown] = useState(message)
  // The dialog keeps its content during the closing animation.
  if (message !== undefined && message !== shown) setShown(message)
  if (shown === undefined) return null
  return <Report key={shown.id} open={message !== undefined} message={shown} />
}

type Message = NonNullable<ReturnType<typeof useReportDialog.getState>['message']>

function Report({ open, message }: { open: boolean; message: Message }) {
  const [reason, setReason] = useState<ReportReason>('attack')
  const [note, setNote] = useState('')
  const report = useMutation({
    mutationFn: () => call(reportMessage, { params: { id: message.id }, body: { reason, note } }),
    onSuccess: () => {
      closeReport()
      showToast('Danke. Die Admins sehen sich das an.')
    },
  })
  const name = shownName(message)
  return (
    <Dialog
      open={open}
      onClose={closeReport}
      title="Nachricht melden"
      footer={
        <>
          <Button onClick={closeReport}>Abbrechen</Button>
          <Button kind="primary" busy={report.isPending} onClick={() => report.mutate()}>
            Melden
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.evidence}>
          <Avatar src={message.photoURL && imageUrl(message.photoURL)} size={32} />
          <div>
            <p className={styles.author}>
              <b dir="auto">{name}</b> <time dateTime={message.createdAt}>{timeOf(message.createdAt)}</time>
            </p>
            <p dir="auto">{message.content || messageExcerpt(message)}</p>
          </div>
        </div>
        <fieldset className={styles.reasons}>
          <legend>Was stimmt nicht?</legend>
          {REASONS.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name="reason"
                data-autofocus={value === 'attack' || undefined}
                checked={reason === value}
                onChange={() => setReason(value)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <TextAreaField
          label="Willst du etwas dazu sagen? (freiwillig)"
          rows={2}
          maxLength={REPORT_NOTE_MAX_LENGTH}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {report.isError && (
          <Notice kind="danger">{textOf(report.error, 'Melden hat nicht geklappt.')}</Notice>
        )}
        <p className={styles.note}>
          <Shield className="icon icon-small" aria-hidden />
          <span>
            Admins sehen die Meldung mit deinem Namen. <span dir="auto">{name}</span> erfährt nicht, wer
            gemeldet hat.
          </span>
        </p>
      </div>
    </Dialog>
  )
}
