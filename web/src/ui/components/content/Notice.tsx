import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { NoticeBox, type NoticeBoxProps } from './NoticeBox.tsx'

const ICONS = { info: Info, success: Check, warning: TriangleAlert, danger: CircleAlert } as const

/** A notice within the page. Without `icon`, it has the icon of its kind. */
export function Notice({ kind = 'plain', icon, ...rest }: NoticeBoxProps) {
  const Icon = kind === 'plain' ? undefined : ICONS[kind]
  return <NoticeBox {...rest} kind={kind} icon={icon ?? (Icon && <Icon className="icon" aria-hidden />)} />
}
