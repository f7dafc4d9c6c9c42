const COVER_NAME = /^(?:cover|folder|front|album)\.(?:jpe?g|png|webp|gif)$/i
/** Accepted formats, and those that the archive does not accept, so that they are named. */
const AUDIO_NAME =
  /\.(?:mp3|m4a|aac|wav|flac|ogg|oga|opus|wma|aiff?|aifc|ape|mpc|wv|tta|dsf|dff|mka|ra|au|mid|ac3|dts)$/i

export const NO_AUDIO = 'In diesem Ordner sind keine Audiodateien'

/** The files of a folder that are meant as tracks; texts, playlists and the like are not. */
export function audioOfFolder(files: readonly File[]): File[] {
  return files.filter(({ name }) => AUDIO_NAME.test(name))
}

/** The image of a folder that is meant as its cover. */
export function coverOfFolder(files: readonly File[]): File | undefined {
  return files.find(({ name }) => COVER_NAME.test(name))
}
