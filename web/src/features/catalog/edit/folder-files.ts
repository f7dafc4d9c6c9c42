const COVER_NAME = /^(?:cover|folder|front|album)\.(?:jpe?g|png|webp|gif)$/i
/**
 * Extensions of audio files. Formats that the archive rejects are included, so that the error text can name these
 * files.
 */
const AUDIO_NAME =
  /\.(?:mp3|m4a|aac|wav|flac|ogg|oga|opus|wma|aiff?|aifc|ape|mpc|wv|tta|dsf|dff|mka|ra|au|mid|ac3|dts)$/i

export const NO_AUDIO = 'In diesem Ordner sind keine Audiodateien'

/** The audio files in a folder; all other files are left out. */
export function audioOfFolder(files: readonly File[]): File[] {
  return files.filter(({ name }) => AUDIO_NAME.test(name))
}

/** The image in a folder whose name says that it is the cover; undefined when there is none. */
export function coverOfFolder(files: readonly File[]): File | undefined {
  return files.find(({ name }) => COVER_NAME.test(name))
}
