import { copyToClipboard } from '#ui/dom/copy-to-clipboard.ts'
import { ADMIN_TOAST } from '#ui/dom/toast.ts'

/** Copies one or more keys, or a link to one. */
export async function copyText(text: string): Promise<void> {
  await copyToClipboard(
    text,
    { copied: 'Kopiert', failed: 'Kopieren nicht möglich' },
    { duration: ADMIN_TOAST },
  )
}
