import { SettingsCard } from './SettingsCard.tsx'

/** The settings' second tab. */
export function ScrobblingSettings() {
  return (
    <SettingsCard title="Scrobbling">
      <p className="muted">
        Hier wirst du deinen Account mit einem Scrobbling-Dienst verbinden können. Dieser Bereich kommt bald.
      </p>
    </SettingsCard>
  )
}
