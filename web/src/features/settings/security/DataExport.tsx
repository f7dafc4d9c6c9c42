import { exportAccount, exportAccountFiles } from '@tonarchiv/contract/auth'
import Download from 'lucide-react/icons/download'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { call, requestFile } from '#client/call.ts'
import { runDownload, type RunningDownload, useDownload } from '#client/running-downloads.ts'
import { Problem, type Refused, refusedBy } from '#features/auth/index.ts'
import { formatNumber } from '#format.ts'
import { siteTitle } from '#site.ts'
import { oncePerDoubleClick } from '#ui/dom/once-per-double-click.ts'
import { saveFile } from '#ui/dom/save-file.ts'
import { showToast } from '#ui/dom/toast.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { SettingsCard } from '../form/SettingsCard.tsx'
import styles from '../form/SettingsCard.module.css'

function saveAs(extension: string, content: Blob): void {
  const name = siteTitle.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  saveFile(`${name}-meine-daten.${extension}`, content)
}

/** The ids of the downloads; only one download with the same id can run. */
const ID = { json: 'account-export', zip: 'account-export-with-files' }

async function loadJson(signal: AbortSignal): Promise<Response> {
  const data = await call(exportAccount, {}, { signal })
  return new Response(JSON.stringify(data, null, 2), { headers: { 'Content-Type': 'application/json' } })
}

async function loadZip(signal: AbortSignal): Promise<Response> {
  return requestFile(exportAccountFiles, { signal })
}

/** A download of the account's data that shows its error. After too many attempts, it also shows how long to wait. */
function useExport(extension: keyof typeof ID, load: (signal: AbortSignal) => Promise<Response>) {
  const [problem, setProblem] = useState<Refused>()
  const running = useDownload(ID[extension])
  const start = async () => {
    setProblem(undefined)
    try {
      const file = await runDownload(ID[extension], load)
      if (file) saveAs(extension, file)
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'AbortError') showToast('Download abgebrochen')
      else
        setProblem(
          refusedBy(failure, textOf(failure, 'Download fehlgeschlagen'), () => setProblem(undefined)),
        )
    }
  }
  return { problem, running, isWaiting: problem?.waitSeconds !== undefined, start: () => void start() }
}

/** Downloads the account's data: alone, or together with the files that the account has uploaded. */
export function DataExport() {
  const data = useExport('json', loadJson)
  const files = useExport('zip', loadZip)
  return (
    <SettingsCard title="Deine Daten">
      <div className={styles.fields}>
        <Text as="p" tone="muted">
          Alles, was über deinen Account gespeichert ist: in einer JSON-Datei, oder als ZIP mit deinem
          Profilbild, den Bildern deiner Playlists und deinen Bildern und Sprachnachrichten aus dem Chat.
        </Text>
        <Problem problem={data.problem ?? files.problem} />
      </div>
      <div className={styles.foot}>
        <ExportButton download={data}>Daten herunterladen</ExportButton>
        <ExportButton download={files}>Mit Dateien (ZIP)</ExportButton>
      </div>
    </SettingsCard>
  )
}

interface ExportButtonProps {
  download: ReturnType<typeof useExport>
  children: string
}

/** A button that starts an export. During the export it shows the progress, and a press cancels the export. */
function ExportButton({ download: { running, isWaiting, start }, children }: ExportButtonProps) {
  const Icon = running ? X : Download
  return (
    <Button
      disabled={isWaiting}
      aria-label={running && `${children} abbrechen${progressText(running)}`}
      onClick={oncePerDoubleClick(running?.cancel ?? start)}
    >
      <Icon className="icon icon-small" aria-hidden />
      {running ? `Abbrechen${progressText(running)}` : children}
    </Button>
  )
}

function progressText({ share, receivedMebibytes }: RunningDownload): string {
  if (share !== undefined) return `, ${Math.round(share * 100)} %`
  return receivedMebibytes === 0 ? '' : `, ${formatNumber(receivedMebibytes)} MB`
}
