import { exportAccount, exportAccountFiles } from '@tonarchiv/contract/auth'
import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { call, callForFile } from '#client/call.ts'
import { Problem, type Refused, refusedBy } from '#features/auth/index.ts'
import { site } from '#site.ts'
import { saveFile } from '#ui/dom/save-file.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { SettingsCard } from '../form/SettingsCard.tsx'
import styles from '../form/SettingsCard.module.css'

function saveAs(extension: string, content: Blob): void {
  const name = site.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  saveFile(`${name}-meine-daten.${extension}`, content)
}

async function loadJson(): Promise<Blob> {
  const data = await call(exportAccount)
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
}

/** A download that shows its failure, with the time to wait. */
function useExport(extension: string, load: () => Promise<Blob>) {
  const [problem, setProblem] = useState<Refused>()
  const { isPending, mutate } = useMutation({
    mutationFn: load,
    onMutate: () => setProblem(undefined),
    onError: (failure) =>
      setProblem(refusedBy(failure, textOf(failure, 'Download fehlgeschlagen'), () => setProblem(undefined))),
    onSuccess: (file) => saveAs(extension, file),
  })
  return { problem, isPending, isWaiting: problem?.waitSeconds !== undefined, start: () => mutate() }
}

/** Downloads the account export: the data alone, or with the account's own files. */
export function DataExport() {
  const data = useExport('json', loadJson)
  const files = useExport('zip', () => callForFile(exportAccountFiles))
  return (
    <SettingsCard title="Deine Daten">
      <div className={styles.fields}>
        <Text as="p" tone="muted">
          Alles, was über deinen Account gespeichert ist: in einer JSON-Datei, oder als ZIP mit deinem
          Profilbild und deinen Bildern und Sprachnachrichten aus dem Chat.
        </Text>
        <Problem problem={data.problem ?? files.problem} />
      </div>
      <div className={styles.foot}>
        <Button busy={data.isPending} disabled={data.isWaiting} onClick={data.start}>
          <Download className="icon icon-small" aria-hidden />
          Daten herunterladen
        </Button>
        <Button busy={files.isPending} disabled={files.isWaiting} onClick={files.start}>
          <Download className="icon icon-small" aria-hidden />
          Mit Dateien (ZIP)
        </Button>
      </div>
    </SettingsCard>
  )
}
