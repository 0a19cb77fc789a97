import { statfs } from 'node:fs/promises'
import type { Finding } from '@parley/contract/system/system-findings'
import { hasFilesElsewhere } from '../../../../files/file-settings.ts'
import { formatBytes } from '../../../../format-amounts.ts'
import { type Check, error, ok, warning } from '../check.ts'

const gigabyte = 1024 ** 3
/** PostgreSQL stops without room for its log, and mail is no longer accepted. */
const errorBelowBytes = 0.5 * gigabyte
const warnBelowBytes = 10 * gigabyte
const warnBelowShare = 0.1

type Disk = { setting: string; path: string; free: number; size: number }

export const diskSpaceCheck: Check = {
  name: 'disk_space',
  async run({ installation }) {
    const folders = [
      { setting: 'PARLEY_DATA_DIR', path: installation.data_dir },
      ...(hasFilesElsewhere(installation)
        ? [{ setting: 'PARLEY_FILES_DIR', path: installation.files_dir }]
        : []),
    ]
    return Promise.all(folders.map(readDisk))
  },
}

async function readDisk({ setting, path }: { setting: string; path: string }): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(path)
  return judgeDisk({ setting, path, free: bavail * bsize, size: blocks * bsize })
}

/** `free` and `size` are in bytes. */
export function judgeDisk({ setting, path, free, size }: Disk): Finding {
  const text = `${formatBytes(free)} of ${formatBytes(size)} are free`
  if (free < errorBelowBytes)
    return error(
      path,
      `The disk is nearly full: ${text}`,
      `Free space or enlarge the disk now, or move the folder and set ${setting}: without space, no email is accepted`,
    )
  if (free < warnBelowBytes && free < size * warnBelowShare)
    return warning(
      path,
      `The disk is filling up: ${text}`,
      `Free space or enlarge the disk before it is full, or move the folder and set ${setting}`,
    )
  return ok(path, text)
}
