import CircleAlert from 'lucide-react/icons/circle-alert'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import { ErrorText } from './ErrorText.tsx'
import type { Refused } from '../session/refused.ts'

/** Shows why a form was rejected; renders nothing if it was not. */
export function Problem({ problem }: { problem: Refused | undefined }) {
  if (problem === undefined) return null
  return (
    <NoticeBox kind="danger" icon={<CircleAlert className="icon" aria-hidden />}>
      <ErrorText {...problem} />
    </NoticeBox>
  )
}
