import type { Locator } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'

/** The text of the QR code, decoded from a screenshot of it. */
export async function textOfCode(code: Locator): Promise<string> {
  const picture = sharp(await code.screenshot())
    .removeAlpha()
    .raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return decodeQR({ data, width: info.width, height: info.height }, { format: 'RGB', timeLimit: 5000 })
}
