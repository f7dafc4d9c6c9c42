import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { copyToClipboard } from '#ui/dom/copy-to-clipboard.ts'

/** Milliseconds for which a check mark is shown in place of the icon. */
const CHECKED_MS = 2000

interface Copyable {
  /** What was copied, for the message „… kopiert“. */
  name: string
  text: string
}

/** Returns a function that copies a text. `isCopied` is true for two seconds after that. */
function useCopy({ name, text }: Copyable) {
  const [copies, setCopies] = useState(0)
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (copies === 0) return undefined
    const timer = setTimeout(() => setIsCopied(false), CHECKED_MS)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async () => {
    const texts = { copied: `${name} kopiert`, failed: 'Kopieren nicht möglich' }
    if (!(await copyToClipboard(text, texts, { icon: Copy }))) return
    setIsCopied(true)
    setCopies((count) => count + 1)
  }
  return { isCopied, copy: () => void copy() }
}

function CopyIcon({ isCopied }: { isCopied: boolean }) {
  const Icon = isCopied ? Check : Copy
  return <Icon className="icon icon-small" aria-hidden />
}

interface CopyButtonProps extends Copyable {
  className?: string | undefined
  'data-autofocus'?: true
}

export function CopyButton({ name, text, ...rest }: CopyButtonProps) {
  const { isCopied, copy } = useCopy({ name, text })
  return (
    <IconButton {...rest} label={`${name} kopieren`} onClick={copy}>
      <CopyIcon isCopied={isCopied} />
    </IconButton>
  )
}

/** A copy button with a label. */
export function LabelledCopyButton({ children, ...copyable }: Copyable & { children: ReactNode }) {
  const { isCopied, copy } = useCopy(copyable)
  return (
    <Button onClick={copy}>
      <CopyIcon isCopied={isCopied} />
      {children}
    </Button>
  )
}
