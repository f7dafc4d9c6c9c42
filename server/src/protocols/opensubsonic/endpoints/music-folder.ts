import { notFound } from '@tonarchiv/contract/refusal'
import { INTEGER_MAX, wholeNumber } from '@tonarchiv/contract/text'
import * as z from 'zod/mini'
import { Refused } from '#platform/refused.ts'

/** All music is in one folder. */
export const MUSIC_FOLDER_ID = 1

/** The parameter with which many endpoints can be restricted to one folder. */
export const musicFolderId = z.optional(wholeNumber({ min: 0, max: INTEGER_MAX }))

/**
 * Checks the id of a music folder.
 * @throws Refused `notFound` for any other folder than the only one
 */
export function checkMusicFolder(id: number | undefined): void {
  if (id !== undefined && id !== MUSIC_FOLDER_ID) throw new Refused(notFound)
}
