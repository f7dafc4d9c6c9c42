import CircleAlert from 'lucide-react/icons/circle-alert'
import { NoticeBox } from '#ui/NoticeBox.tsx'

/** Why a form was refused, above it; nothing while it was not. */
export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <NoticeBox kind="danger" icon={<CircleAlert className="icon" aria-hidden />}>
      {text}
    </NoticeBox>
  )
}
