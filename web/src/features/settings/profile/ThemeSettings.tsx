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

/** The choice of the theme for this browser. A change takes effect immediately. */
export function ThemeSettings() {
  const theme = useSyncExternalStore(followTheme, chosenTheme)
  return (
    <SettingsCard title="Darstellung">
      <div className={styles.fields}>
        <Text as="p" tone="muted">
          Gilt auf diesem Gerät. „System“ folgt der Einstellung des Geräts.
        </Text>
        <ToggleGroup label="Darstellung" options={THEMES} value={theme} onChange={chooseTheme} />
      </div>
    </SettingsCard>
  )
}
