import { useSyncExternalStore } from 'react'
import { chooseTheme, chosenTheme, followTheme, type Theme } from '#theme.ts'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { SettingsCard } from '../form/SettingsCard.tsx'
import styles from '../form/SettingsCard.module.css'

const THEMES: { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Hell' },
  { value: 'dark', label: 'Dunkel' },
]

const choices = new Set<() => void>()

function subscribe(changed: () => void): () => void {
  choices.add(changed)
  const stop = followTheme(changed)
  return () => {
    choices.delete(changed)
    stop()
  }
}

/** The theme of this device; it is applied at once. */
export function ThemeSettings() {
  const theme = useSyncExternalStore(subscribe, chosenTheme)
  return (
    <SettingsCard title="Darstellung">
      <div className={styles.fields}>
        <Text as="p" tone="muted">
          Gilt auf diesem Gerät. „System“ folgt der Einstellung des Geräts.
        </Text>
        <ToggleGroup
          label="Darstellung"
          options={THEMES}
          value={theme}
          onChange={(chosen) => {
            chooseTheme(chosen)
            for (const changed of choices) changed()
          }}
        />
      </div>
    </SettingsCard>
  )
}
