import { readFile } from 'node:fs/promises'
import type { Refusal } from '@tonarchiv/contract/refusal'
import { checkImage } from '#images/images.ts'
import { Refused } from '#platform/refused.ts'
import type { ArrivedFile } from './uploads.ts'

/** A "no" to one file of a form, which stands beside its field, too. */
export function refusedFile(part: string, refusal: Refusal, values: Record<string, string> = {}): Refused {
  return new Refused(refusal, { values, fields: { [part]: new Refused(refusal, { values }).message } })
}

/** `owner` is the account that sent it. @throws Refused `notOne` or `broken` when a file that has arrived is no image, or is one that cannot be shown */
export async function requireImage(
  part: string,
  { path }: ArrivedFile,
  { notOne, broken, owner }: { notOne: Refusal; broken: Refusal; owner: string | undefined },
): Promise<void> {
  const check = await checkImage(await readFile(path), { decode: true, owner })
  if (check === 'not-a-picture') throw refusedFile(part, notOne)
  if (check === 'broken') throw refusedFile(part, broken)
}
