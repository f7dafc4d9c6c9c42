import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import type { PremiereSlot } from '#features/catalog/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { usePremieres } from '../calls/api.ts'
import { WrappedSleeve } from '#ui/components/images/WrappedSleeve.tsx'
import { momentText } from '../time/wording.ts'
import { PremiereDateFields } from './PremiereDateFields.tsx'
import styles from './PremiereFields.module.css'

/**
 * The fields with which a new album gets a premiere. While the premiere is switched off, the fields are hidden, but
 * keep their values.
 */
export function PremiereFields({ draft, onChange, title, error, disabled }: PremiereSlot) {
  const { data } = usePremieres()
  const { isOn, opensAt, isCovered } = draft
  return (
    <Surface padding="roomy" as="section" aria-labelledby="premiere-fields">
      <div className={styles.head}>
        <div>
          <h2 id="premiere-fields">Premiere</h2>
          <Text as="p" size="sm" tone="muted">
            Erst ab diesem Zeitpunkt zu hören, für alle gleichzeitig.
          </Text>
        </div>
        <Switch
          checked={isOn}
          disabled={disabled || data === undefined}
          onChange={(checked) => onChange({ ...draft, isOn: checked })}
        >
          <span className="sr">Als Premiere veröffentlichen</span>
        </Switch>
      </div>
      <div className={styles.folding} data-open={isOn} inert={!isOn}>
        <div className={styles.content}>
          {data && (
            <PremiereDateFields
              values={draft}
              timeZone={data.timeZone}
              time={data.time}
              {...{ onChange, error, disabled }}
            />
          )}
          {isCovered && (
            <div className={styles.preview}>
              <Text as="p" size="sm">
                So sehen es Mitglieder
              </Text>
              <WrappedSleeve
                title={title === '' ? 'Titel' : title}
                line={opensAt === undefined ? 'Premiere' : momentText(opensAt)}
              />
            </div>
          )}
          <p className={styles.note}>
            <LockKeyhole className="icon" aria-hidden />
            Bis dahin sehen alle außer Admins nur Titel, Hülle und Countdown. Titelliste, Dateien und Suche
            bleiben zu.
          </p>
        </div>
      </div>
    </Surface>
  )
}
