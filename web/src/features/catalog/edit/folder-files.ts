const COVER_NAME = /^(?:cover|folder|front|album)\.(?:jpe?g|png|webp|gif)$/i
/** Extensions of audio files, including formats that the archive rejects, so that the error can list them. */
const AUDIO_NAME =
  /\.(?:mp3|m4a|aac|wav|flac|ogg|oga|opus|wma|aiff?|aifc|ape|mpc|wv|tta|dsf|dff|mka|ra|au|mid|ac3|dts)$/i

export const NO_AUDIO = 'In diesem Ordner sind keine Audiodateien'

/** The audio files of a folder; texts, playlists and other files are left out. */
export function audioOfFolder(files: readonly File[]): File[] {
  return files.filter(({ name }) => AUDIO_NAME.test(name))
}

/** The image of a folder whose name says that it is the cover. */
export function coverOfFolder(files: readonly File[]): File | undefined {
  return files.find(({ name }) => COVER_NAME.test(name))
}
