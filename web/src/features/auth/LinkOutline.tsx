import { Spinner } from '#ui/components/controls/Spinner.tsx'
import { AuthFrame } from './frame/AuthFrame.tsx'
import signs from './frame/Sign.module.css'

/**
 * The skeleton of a page that a link opens. It is part of the document, so that it is painted before any script runs.
 */
export function LinkOutline() {
  return (
    <AuthFrame>
      <div className={signs.outcome}>
        <Spinner large />
        <output className="sr">Lädt</output>
      </div>
    </AuthFrame>
  )
}
