import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { KeyboardEvent } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Slider } from '#ui/components/controls/Slider.tsx'
import { MenuPopup } from '#ui/components/overlays/MenuPopup.tsx'
import { rovingIndex } from '#ui/keys/roving-keys.ts'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { FASTEST, formatRate, RATE_PRESETS, RATE_STEP, SLOWEST } from '../engine/rate.ts'
import { SubMenuHead, type SubMenuProps } from './SubMenuHead.tsx'
import styles from './SpeedMenu.module.css'

/** The menu in which the playback rate is chosen. */
export function SpeedMenu({ onBack, ...popup }: SubMenuProps) {
  const rate = usePlayer((state) => state.rate)
  return (
    <MenuPopup
      {...popup}
      label="Feste Tempi"
      align="end"
      className={styles.menu}
      header={
        <>
          <SubMenuHead title="Tempo" onBack={onBack}>
            <Button kind="ghost" small onClick={() => setRate(1)}>
              Zurücksetzen
            </Button>
          </SubMenuHead>
          <Chosen rate={rate} />
        </>
      }
      footer={
        <p className={styles.note}>Die Tonhöhe bleibt. Gilt, bis du es änderst oder den Tab schließt.</p>
      }
    >
      <div className={styles.presets}>
        {RATE_PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            role="menuitemradio"
            aria-checked={preset === rate}
            aria-label={`${formatRate(preset)}-fach`}
            tabIndex={-1}
            onClick={() => setRate(preset)}
            onKeyDown={moveSideways}
          >
            {formatRate(preset)}
          </button>
        ))}
      </div>
    </MenuPopup>
  )
}

function Chosen({ rate }: { rate: number }) {
  return (
    <div className={styles.chosen}>
      <output className={styles.number}>{formatRate(rate)}×</output>
      <div className={styles.row}>
        <IconButton label="Langsamer" onClick={() => setRate(rate - RATE_STEP)}>
          <Minus className="icon" aria-hidden />
        </IconButton>
        <Slider
          label="Tempo"
          value={rate}
          min={SLOWEST}
          max={FASTEST}
          step={RATE_STEP}
          keyStep={RATE_STEP}
          valueText={`${formatRate(rate)}-fach`}
          accent
          onChange={setRate}
        />
        <IconButton label="Schneller" onClick={() => setRate(rate + RATE_STEP)}>
          <Plus className="icon" aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

function setRate(rate: number): void {
  getPlayer().setRate(rate)
}

/**
 * Moves the focus among the presets, which are side by side, with the left and right arrow keys. The menu itself only
 * handles up and down.
 */
function moveSideways(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const all = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const index = all.findIndex((preset) => preset === event.currentTarget)
  const next = rovingIndex(event.key, index, all.length)
  if (next === undefined) return
  event.preventDefault()
  event.stopPropagation()
  all[next]?.focus()
}
