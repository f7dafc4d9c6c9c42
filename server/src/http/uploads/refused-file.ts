import { readFile } from 'node:fs/promises'
import type { Refusal } from '@tonarchiv/contract/refusal'
import { checkImage } from '#images/images.ts'
import { Refused } from '#platform/refused.ts'
import type { ArrivedFile } from './uploads.ts'

/** A refusal for one file of a form, which is also shown beside its field. */
export function refusedFile(part: string, refusal: Refusal, values: Record<string, string> = {}): Refused {
  return new Refused(refusal, { values, fields: { [part]: new Refused(refusal, { values }).message } })
}

/**
 * `owner` is the account that sent it.
 * @throws Refused `notOne` when a file is not an image, `broken` when it is one that cannot be decoded
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
