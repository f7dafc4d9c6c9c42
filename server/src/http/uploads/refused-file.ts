import { readFile } from 'node:fs/promises'
import type { Refusal } from '@tonarchiv/contract/refusal'
import { checkImage } from '#images/images.ts'
import { Refused } from '#platform/refused.ts'
import type { ArrivedFile } from './uploads.ts'

/** Makes a refusal for one file of a form. Its text is also shown beside the field of that file. */
export function refusedFile(part: string, refusal: Refusal, values: Record<string, string> = {}): Refused {
  return new Refused(refusal, { values, fields: { [part]: new Refused(refusal, { values }).message } })
}

/**
 * Checks that a file is an image. `owner` is the account that sent the file.
 * @throws Refused `notOne` when the file is not an image, `broken` when it is an image that cannot be decoded
 */
export async function requireImage(
  part: string,
  { path }: ArrivedFile,
  { notOne, broken, owner }: { notOne: Refusal; broken: Refusal; owner: string | undefined },
): Promise<void> {
  const check = await checkImage(await readFile(path), { decode: true, owner })
  if (check === 'not-a-picture') throw refusedFile(part, notOne)
  if (check === 'broken') throw refusedFile(part, broken)
}
