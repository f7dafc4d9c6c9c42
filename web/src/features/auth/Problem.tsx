import CircleAlert from 'lucide-react/icons/circle-alert'
import { NoticeBox } from '#ui/NoticeBox.tsx'

interface ProblemProps {
  text: string | undefined
  /** After too many tries: the seconds that run, for the eye; the sentence is read out once. */
  waitSeconds?: number
}

/** Why a form was refused, above it; nothing while it was not. */
export function Problem({ text, waitSeconds = 0 }: ProblemProps) {
  if (text === undefined) return null
  return (
    <NoticeBox kind="danger" icon={<CircleAlert className="icon" aria-hidden />}>
      {waitSeconds === 0 ? (
        text
      ) : (
        <>
          <span className="sr">{text}</span>
          <span aria-hidden>
            Zu viele Versuche. Bitte versuche es in {waitSeconds} {waitSeconds === 1 ? 'Sekunde' : 'Sekunden'}{' '}
            erneut.
          </span>
        </>
      )}
    </NoticeBox>
  )
}
