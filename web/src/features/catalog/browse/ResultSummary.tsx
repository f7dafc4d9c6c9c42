import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { Button } from '#ui/components/controls/Button.tsx'
import styles from './ResultSummary.module.css'

interface ResultSummaryProps {
  text: string
  /** The language of the text, if it is not German. */
  lang?: string | undefined
  /** Resets the filters; undefined while none is set. */
  onReset?: (() => void) | undefined
}

/** The number of results, which is announced to screen readers, and a button that resets the filters. */
export function ResultSummary({ text, lang, onReset }: ResultSummaryProps) {
  return (
    <div className={styles.line}>
      <p aria-live="polite" lang={lang}>
        {text}
      </p>
      {onReset && <ResetFilters small onReset={onReset} />}
    </div>
  )
}

export function ResetFilters({ small = false, onReset }: { small?: boolean; onReset: () => void }) {
  return (
    <Button kind={small ? 'ghost' : 'plain'} small={small} onClick={onReset}>
      <RotateCcw className="icon icon-small" aria-hidden />
      Filter zurücksetzen
    </Button>
  )
}
