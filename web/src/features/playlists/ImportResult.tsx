import type { importPlaylist } from '@tonarchiv/contract/playlist-files'
import type { ResponseOf } from '@tonarchiv/contract/route'
import Copy from 'lucide-react/icons/copy'
import { useNavigate } from 'react-router'
import { formatNumber } from '#format.ts'
import { copyToClipboard } from '#ui/dom/copy-to-clipboard.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './ImportResult.module.css'
import { pathOfPlaylist } from './wording.ts'

type ImportResultProps = ResponseOf<typeof importPlaylist> & { open: boolean; onClose: () => void }

/** A dialog that says for how many lines of a playlist file a track was found, and lists the other lines. */
export function ImportResult({ playlist, entryCount, unmatched, open, onClose }: ImportResultProps) {
  const navigate = useNavigate()
  const found = formatNumber(entryCount - unmatched.length)
  const lines = unmatched.map(({ line, text }) => `${line}\t${text}`).join('\n')
  return (
    <Dialog
      {...{ open, onClose }}
      title={`${found} von ${formatNumber(entryCount)} Zeilen gefunden`}
      width="medium"
      footer={
        <>
          <Button onClick={() => void copyToClipboard(lines, { copied: 'Zeilen kopiert' })}>
            <Copy className="icon icon-small" aria-hidden />
            Zeilen kopieren
          </Button>
          {playlist && (
            <Button
              kind="primary"
              data-autofocus
              onClick={() => {
                onClose()
                void navigate(pathOfPlaylist(playlist))
              }}
            >
              Zur Playlist
            </Button>
          )}
        </>
      }
    >
      {playlist === null && (
        <Text as="p" tone="muted">
          Keine Zeile passt zu einem Titel im Archiv. Es wurde keine Playlist angelegt.
        </Text>
      )}
      <Text as="p" tone="muted">
        Ohne Treffer blieben:
      </Text>
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className={styles.unmatched} tabIndex={0} aria-label="Zeilen ohne Treffer">
        {unmatched.map(({ line, text }) => (
          <li key={line}>
            <span className={styles.line}>{line}</span>
            <code>{text}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
