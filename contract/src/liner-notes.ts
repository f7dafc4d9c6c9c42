import * as z from 'zod/mini'
import { notFound } from './refusal.ts'
import { route } from './route.ts'
import { Id, plainText } from './text.ts'

/** Maximum length of the notes in code points. */
export const NOTES_MAX_LENGTH = 20_000
export const ROLES_MAX = 50
export const NAMES_PER_ROLE_MAX = 20
export const GENRES_MAX = 10
/** Maximum length of a genre in code points. */
export const GENRE_MAX_LENGTH = 50

const WRONG_DATE = 'Bitte gib ein Jahr, einen Monat oder einen Tag an: 2023, 05.2023 oder 12.05.2023'

/** A date with the known precision, in the years 1900 to 2100: `2023`, `2023-05` or `2023-05-12`. */
export const PartialDate = z.string(WRONG_DATE).check(z.refine(isPartialDate, WRONG_DATE))

function isPartialDate(text: string): boolean {
  const [, year = '', month = '01', day = '01'] =
    /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(\d{2}))?)?$/.exec(text) ?? []
  if (year < '1900' || year > '2100') return false
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
}

export const NotesText = plainText({
  max: NOTES_MAX_LENGTH,
  tooLong: 'Die Notizen dürfen höchstens 20.000 Zeichen lang sein',
  paragraphs: true,
})
const Role = plainText({
  min: 1,
  max: 100,
  tooShort: 'Bitte gib eine Rolle ein',
  tooLong: 'Eine Rolle darf höchstens 100 Zeichen lang sein',
})
const Name = plainText({ min: 1, max: 200, tooLong: 'Ein Name darf höchstens 200 Zeichen lang sein' })
const Genre = plainText({
  min: 1,
  max: GENRE_MAX_LENGTH,
  tooLong: `Ein Genre darf höchstens ${GENRE_MAX_LENGTH} Zeichen lang sein`,
})

/** A role in the making of an album, and the names of the artists who had that role. */
const Credit = z.object({
  role: Role,
  names: z
    .array(Name)
    .check(
      z.minLength(1, 'Zu jeder Rolle gehört mindestens ein Name'),
      z.maxLength(NAMES_PER_ROLE_MAX, `Eine Rolle darf höchstens ${NAMES_PER_ROLE_MAX} Namen haben`),
    ),
})

/** The fields of liner notes as admins write them; texts may be empty. */
export const LinerNotesFields = {
  /** The notes. They may contain emphasis, links and lists in Markdown. */
  notes: NotesText,
  credits: z
    .array(Credit)
    .check(z.maxLength(ROLES_MAX, `Ein Album darf höchstens ${ROLES_MAX} Rollen haben`)),
  genres: z
    .array(Genre)
    .check(z.maxLength(GENRES_MAX, `Ein Album darf höchstens ${GENRES_MAX} Genres haben`)),
  /** The date of release. Its year is the year of the album. */
  releasedOn: z.nullable(PartialDate),
  recordedOn: z.nullable(PartialDate),
  label: plainText({ max: 200, tooLong: 'Das Label darf höchstens 200 Zeichen lang sein' }),
  /** Text that says where the recording came from. */
  source: plainText({ max: 500, tooLong: 'Die Quelle darf höchstens 500 Zeichen lang sein' }),
}

/** The notes about an album, and its details besides title, type and year. */
export const LinerNotes = z.object({
  notes: z.string(),
  credits: z.array(
    z.object({
      role: z.string(),
      /** The names, each with the id of the artist of that name if there is one. */
      names: z.array(z.object({ name: z.string(), artistId: z.optional(Id) })),
    }),
  ),
  genres: z.array(z.string()),
  releasedOn: z.nullable(z.string()),
  recordedOn: z.nullable(z.string()),
  label: z.string(),
  source: z.string(),
})
export type LinerNotes = z.infer<typeof LinerNotes>

export const getLinerNotes = route({
  method: 'GET',
  path: '/api/albums/:id/notes',
  access: 'key',
  summary: 'The liner notes of an album: notes, credits, genres, dates, label and source.',
  params: z.object({ id: Id }),
  answer: z.object({ notes: LinerNotes }),
  refusals: [notFound],
})
