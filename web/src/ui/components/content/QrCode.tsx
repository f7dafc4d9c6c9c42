import { useEffect, useState } from 'react'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './QrCode.module.css'

/**
 * Empty modules around the code. ISO/IEC 18004 requires four; the light background around the code provides the remaining two.
 */
const MARGIN = 2

interface Drawing {
  /** Number of modules on each side, without the margin. */
  size: number
  path: string
}

/** The dark modules of the code as one SVG path, which contains a rectangle for each run of dark modules in a row. */
export async function drawCode(text: string): Promise<Drawing> {
  const { correction, generate } = await import('lean-qr/nano')
  const code = generate(text, { minCorrectionLevel: correction.M })
  const { size } = code
  let path = ''
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const start = x
      while (x < size && code.get(x, y)) x += 1
      if (x > start) path += `M${start} ${y}h${x - start}v1H${start}z`
    }
  return { size, path }
}

interface QrCodeProps {
  /** Describes the content of the code to screen readers. */
  label: string
  text: string
  className?: string | undefined
}

/** A QR code. Renders nothing if the code that draws it cannot be loaded. */
export function QrCode({ label, text, className }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Drawing | 'failed'>()
  useEffect(() => {
    let isCurrent = true
    void drawCode(text)
      .catch(() => 'failed' as const)
      .then((result) => {
        if (isCurrent) setDrawing(result)
      })
    return () => {
      isCurrent = false
    }
  }, [text])
  if (drawing === 'failed') return null
  if (drawing === undefined) return <Skeleton className={classNames(styles.code, className)} />
  const side = drawing.size + 2 * MARGIN
  return (
    <svg
      className={classNames(styles.code, className)}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      // An `svg` with a role instead of an `img`: the URL of an `img` could be logged with the secret.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={drawing.path} />
    </svg>
  )
}
