import { statfs } from 'node:fs/promises'

/** The type numbers that Linux reports for file systems on local disks and in memory. */
const LOCAL_TYPES = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0x01021994, // tmpfs
  0x794c7630, // overlayfs, which containers use
])

/** Whether a folder is on a local disk; false for network file systems and when it cannot be determined. */
export async function isOnOwnDisk(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const { type } = await statfs(folder)
  return LOCAL_TYPES.has(type)
}
