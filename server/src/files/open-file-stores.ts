import { join } from 'node:path'
import type { Registry } from '../readiness.ts'
import { type DiskSpace, watchDiskSpace } from './disk-space.ts'
import { type FileSettings, hasFilesElsewhere } from './file-settings.ts'
import type { FileArea, FileStore } from './file-store.ts'
import { createLocalFileStore } from './local-file-store.ts'
import { openS3Bucket } from './s3/s3-bucket.ts'
import { createS3FileStore } from './s3/s3-file-store.ts'
import { s3Health } from './s3/s3-health.ts'
import { createTemporaryCopies } from './s3/temporary-copies.ts'

export const fileStorages = ['local', 's3'] as const
export type FileStorage = (typeof fileStorages)[number]

export type FileStores = Record<FileArea, FileStore> & { stop(): void }

type Settings = FileSettings & { data_dir: string }

/** The storage that these settings choose for the server. */
const configuredStorage = ({ s3 }: Pick<FileSettings, 's3'>): FileStorage => (s3 ? 's3' : 'local')

/** Parts of a server that its files concern. A command has none. */
type ServerParts = {
  /** The disk of the data folder. */
  disk?: DiskSpace
  /** Learns the state of the storage, unless the disk of the data folder already says it. */
  readiness?: Pick<Registry, 'register'>
}

/** Opens the stores for files and raw mail: the one place that decides where files are. Commands open the same ones. */
export async function openFileStores(
  settings: Settings,
  serverParts: ServerParts = {},
  storage: FileStorage = configuredStorage(settings),
): Promise<FileStores> {
  return storage === 's3' ? openS3(settings, serverParts) : openLocal(settings, serverParts)
}

function openLocal(settings: Settings, { disk, readiness }: ServerParts): FileStores {
  const { files_dir } = settings
  const isElsewhere = hasFilesElsewhere(settings)
  const filesDisk = isElsewhere ? watchDiskSpace(files_dir, undefined, 'the files folder') : disk
  if (isElsewhere && filesDisk) readiness?.register({ name: 'files', check: filesDisk.verdict })
  return {
    ...toAreas((area) => createLocalFileStore(files_dir, area, filesDisk?.assertRoom)),
    stop() {},
  }
}

async function openS3({ s3, data_dir }: Settings, { readiness }: ServerParts): Promise<FileStores> {
  if (!s3) throw new Error('S3_BUCKET is not set. Set it and the other S3 settings as for the server')
  const bucket = await openS3Bucket(s3)
  readiness?.register(s3Health(bucket))
  const copies = createTemporaryCopies(join(data_dir, 'temporary-files'))
  return {
    ...toAreas((area) => createS3FileStore(bucket, area, copies)),
    stop: bucket.stop,
  }
}

const toAreas = (create: (area: FileArea) => FileStore): Record<FileArea, FileStore> => ({
  media: create('media'),
  mail: create('mail'),
})
