import { exportAccount } from '@tonarchiv/contract/auth'
import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { Problem, type Refused, refusedBy } from '#features/auth/index.ts'
import { site } from '#site.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { SettingsCard } from '../form/SettingsCard.tsx'
import styles from '../form/SettingsCard.module.css'

/** Long enough for browsers that ask for a folder first, or read the file late. */
const FILE_TTL_MS = 60_000

/** Downloads a file that was created in the browser. */
function saveAs(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), FILE_TTL_MS)
}

/** Downloads the account export. */
export function DataExport() {
  const [problem, setProblem] = useState<Refused>()
  const load = useMutation({
    mutationFn: () => call(exportAccount),
    onMutate: () => setProblem(undefined),
    onError: (failure) =>
      setProblem(refusedBy(failure, textOf(failure, 'Download fehlgeschlagen'), () => setProblem(undefined))),
    onSuccess: (data) =>
      saveAs(
        `${site.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-meine-daten.json`,
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      ),
  })
  return (
    <SettingsCard title="Deine Daten">
      <div className={styles.fields}>
        <Text as="p" tone="muted">
          Alles, was über deinen Account gespeichert ist, in einer JSON-Datei.
        </Text>
        <Problem problem={problem} />
      </div>
      <div className={styles.foot}>
        <Button
          busy={load.isPending}
          disabled={problem?.waitSeconds !== undefined}
          onClick={() => load.mutate()}
        >
          <Download className="icon icon-small" aria-hidden />
          Daten herunterladen
        </Button>
      </div>
    </SettingsCard>
  )
}
