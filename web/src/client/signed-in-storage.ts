import { QUALITIES } from '@tonarchiv/contract/qualities'
import { asText, storageOf } from './item-storage.ts'

const within = (min: number, max: number) => (text: string) => {
  const number = Number(text)
  return text.trim() !== '' && number >= min && number <= max ? number : undefined
}
const asVolume = within(0, 1)

const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (text: string) =>
    values.find((value) => value === text)

const themeOf = oneOf('dark', 'light')

/** Items in the browser's storage that only the signed-in app needs. */
export const { getStored, setStored, onStoredElsewhere } = storageOf(
  {
    /** Positions in videos, by account; the feature `videos` defines the format. */
    videoPlaces: asText,
    /**
     * A copy of `playerLeftOff`, stored by the tab that played last, so that a new browser window could continue there.
     * Only versions of the app without a play state on the server have stored it.
     */
    lastPlayerLeftOff: asText,
    /** Plays that were not reported to the server yet; the feature `plays` defines the format. */
    unsentPlays: asText,
    /** Uploads of which a part of the bytes is on the server; the folder `uploads` defines the format. */
    unfinishedUploads: asText,
    /** The order of the page of playlists, with the id of the account; the feature `playlists` defines the format. */
    playlistOrder: asText,
    /** The access key that was accepted before the login, until it is redeemed. */
    pendingKey: asText,
    /** To which account the covers that this browser has cached belong. */
    coversOf: asText,
    /** What the account has opened from the search; the feature `search` defines the format. */
    recentSearches: asText,
    /** The emojis that an account has used last; the chat defines the format. */
    recentEmojis: asText,
    /** The tone that an account has chosen for emojis of persons; the chat defines the format. */
    emojiTone: asText,
    /** How often the app was opened in this browser, and when last; the install feature defines the format. */
    visits: asText,
    /** Set when the hint that the app can be installed was shown. */
    installHintSeen: asText,
    /** The volume (0 to 1) of the tab that has changed it last, for a new browser window. */
    lastPlayerVolume: asVolume,
    /** The format in which tracks are played and downloaded, if the archive has a file in that format. */
    audioFormat: (text: string) => (/^[a-z\d]{1,8}$/.test(text) ? text : undefined),
    /**
     * The chosen quality of music on this device. If the browser reports the kind of connection, `mobileSoundQuality`
     * applies with mobile data.
     */
    soundQuality: oneOf(...QUALITIES),
    mobileSoundQuality: oneOf(...QUALITIES),
    /** Whether tracks are played equally loud, or loudness is not changed; missing for the default, by album. */
    soundLeveling: oneOf('off', 'track'),
    /** The chosen length of crossfades on this device in seconds; missing when there are none. */
    soundCrossfade: within(1, 12),
    /** `cover`: the large view of the player shows only the cover. */
    largeView: oneOf('cover'),
    /**
     * The signed-in account as it was last read, as JSON, so that the app can start without a connection; see
     * `kept-user.ts`.
     */
    keptUser: asText,
    /** The subscription of this browser for push messages; the feature `push` defines the format. */
    pushSubscription: asText,
    /** The id of the account that does not want to be asked for push messages in this browser. */
    pushDeclinedBy: asText,
    /** The id of the account whose music is copied into this browser. */
    copiesOf: asText,
    /** `off`: files of copies are loaded over mobile data, too. */
    copiesOnWifiOnly: oneOf('off'),
    /**
     * Milliseconds from the start of a sung line to the key press by which an editor marks its time; missing for the
     * default.
     */
    tapOffset: within(0, 500),
    /** The speed of voice messages. */
    voiceRate: within(1, 2),
    theme: themeOf,
    /**
     * `off`: single-character shortcuts are disabled. Stored for each device, because keyboards and speech input
     * differ.
     */
    characterShortcuts: oneOf('off'),
  },
  {
    /** The volume of the player in this tab, 0 to 1. See docs/product.md §3.11. */
    playerVolume: asVolume,
    /** The playback rate of music in this tab, 0.5 to 2. */
    playerRate: within(0.5, 2),
    /** The volume of videos, 0 to 1. */
    videoVolume: asVolume,
    /**
     * Track, queue and position, as stored by versions of the app without a play state on the server. They are read
     * once.
     */
    playerLeftOff: asText,
    /** Where the player was when the page was unloaded; the player defines the format. */
    playerPosition: asText,
    /** Filter and scroll position of the archive page, so that a reload restores them; that page defines the format. */
    archivePlace: asText,
    /** `docked`: the large view of the player is docked beside the page in this tab. */
    dockedPlayer: oneOf('docked'),
    /** Lyrics that are being edited, so that a reload restores them; the lyrics editor defines the format. */
    lyricsDraft: asText,
    /**
     * Own messages that were deleted, as long as that can be undone: the id of the account, then the ids of the
     * messages.
     */
    unfinishedDeletions: asText,
    /** The id of the listening room in which this tab is, so that a reload continues in it. */
    listeningRoom: asText,
    /** Set when the banner for members without an access key was closed or is too old to be shown. */
    keyBannerSeen: asText,
  },
)

export type StoredTheme = NonNullable<ReturnType<typeof themeOf>>
