import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { DataFolderInUse, lockDataFolder } from '../db/data-folder-lock.ts'

/** The program that prepare-data-folder.ts runs. Prints each path before accessing it, and a report at the end. */

export type DataFolderRequest = {
  data_dir: string
  /** Null if there is no folder for files outside the data folder. */
  files_dir: string | null
  embedded: boolean
  /** Whether to create the folder, restrict its modes and write to it; otherwise it is only inspected. */
  create: boolean
  read?: readonly { setting: string; path: string }[]
}

export type DataFolderReport = {
  /** Why the folder cannot be used. */
  failure: string | null
  /** Message about another Parley using this folder. */
  in_use: string | null
  /** Paths that other users can still read, because the file system or its owner did not allow changing the mode. */
  still_open: { path: string; code: string }[]
}

const MB = 1024 ** 2
/** An empty workspace takes about 70 MB; the rest is for the database's write-ahead log. */
const newWorkspaceBytes = 200 * MB

const request: DataFolderRequest = JSON.parse(process.argv[2] ?? '{}')
const { data_dir, files_dir, embedded } = request
const report: DataFolderReport = { failure: null, in_use: null, still_open: [] }
/** What is being checked, for error messages. */
let checked = { setting: 'PARLEY_DATA_DIR', folder: data_dir }
/** The folders created by this run, deepest first. */
const created: string[] = []

const announcePath = (path: string) => {
  writeSync(1, `at ${path}\n`)
  return path
}

try {
  for (const { path } of request.read ?? []) tryOpen(path)
  const exists = isFolder(data_dir)
  if (exists) await checkLock()
  if (request.create && !report.in_use) prepareFolder()
} catch (error) {
  report.failure = explainError(error as NodeJS.ErrnoException)
  for (const folder of created) removeIfEmpty(folder)
}
writeSync(1, `report ${JSON.stringify(report)}\n`)

/** Opens a file briefly to find out whether it responds. Errors are reported later, where its content is needed. */
function tryOpen(path: string) {
  try {
    closeSync(openSync(announcePath(path), 'r'))
  } catch {}
}

function isFolder(path: string): boolean {
  const stats = lstatSync(announcePath(path), { throwIfNoEntry: false })
  if (!stats) return false
  if (!statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR', path })
  return true
}

async function checkLock() {
  if (!embedded || !isFile(join(data_dir, 'parley.lock'))) return
  try {
    const lock = await lockDataFolder(data_dir, () => {})
    lock.release()
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    report.in_use = error.message
    if (request.create) report.failure = error.message
  }
}

function prepareFolder() {
  createFolder(data_dir, 0o700)
  accessSync(announcePath(data_dir), constants.R_OK | constants.W_OK | constants.X_OK)
  restrictToOwner()
  for (const name of ['secret.key', 'postgres.json'])
    if (lstatSync(announcePath(join(data_dir, name)), { throwIfNoEntry: false }))
      readFileSync(join(data_dir, name))
  assertWritable(data_dir)
  assertSpaceForDatabase()
  if (files_dir === null) return
  checked = { setting: 'PARLEY_FILES_DIR', folder: files_dir }
  if (!isFolder(files_dir)) createFolder(files_dir, 0o700)
  accessSync(announcePath(files_dir), constants.R_OK | constants.W_OK | constants.X_OK)
  assertWritable(files_dir)
}

/** Level by level: Node's `recursive` option reports a read-only disk as "no such file". Parent folders get the default mode. */
function createFolder(path: string, mode: number) {
  if (lstatSync(announcePath(path), { throwIfNoEntry: false })) return
  createFolder(dirname(path), 0o777)
  try {
    mkdirSync(path, mode)
    created.unshift(path)
  } catch (error) {
    // Created by another process in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}

function restrictToOwner() {
  // PostgreSQL, which does not run as root, traverses the folder through its group.
  const mode = embedded && process.getuid?.() === 0 ? 0o710 : 0o700
  restrict(data_dir, mode)
  for (const entry of readdirSync(data_dir, { withFileTypes: true })) {
    // The database's account owns its folder and restricts it itself.
    if (entry.isDirectory() && !entry.name.startsWith('postgres')) restrict(join(data_dir, entry.name), 0o700)
  }
  for (const name of ['secret.key', 'postgres.json'])
    if (isFile(join(data_dir, name))) restrict(join(data_dir, name), 0o600)
}

function restrict(path: string, mode: number) {
  if (process.platform === 'win32') return
  const current = statSync(announcePath(path)).mode & 0o777
  if ((current & ~mode) === 0) return
  try {
    chmodSync(path, current & mode)
  } catch (error) {
    report.still_open.push({ path, code: (error as NodeJS.ErrnoException).code ?? '' })
  }
}

/** Actually writes, because quotas and read-only mounts do not show in statistics. */
function assertWritable(folder: string) {
  // Other nodes may be checking a shared folder at the same time.
  const path = join(folder, `write-test-${randomUUID()}`)
  const file = openSync(announcePath(path), 'w', 0o600)
  try {
    writeFileSync(file, Buffer.alloc(MB))
    fsyncSync(file)
  } finally {
    closeSync(file)
    rmSync(path, { force: true })
  }
}

function assertSpaceForDatabase() {
  if (!embedded || isFolder(join(data_dir, 'postgres'))) return
  const { bavail, bsize, blocks } = statfsSync(data_dir)
  // Some mounts report no sizes.
  if (blocks === 0 || bavail * bsize >= newWorkspaceBytes) return
  throw Object.assign(new Error(), { code: 'ENOSPC', path: data_dir, free_bytes: bavail * bsize })
}

function explainError(error: NodeJS.ErrnoException & { free_bytes?: number }): string {
  const { setting, folder } = checked
  const path = error.path ?? folder
  const user = userName()
  const chooseAnother = `set ${setting} to another folder`
  const subject = path === folder ? 'it' : path
  const sentences: Record<string, string> = {
    ENOTDIR: `${subject}, or a part of its path, is a file, not a folder. Move it away, or ${chooseAnother}.`,
    EEXIST: `${subject} is a file, not a folder. Move it away, or ${chooseAnother}.`,
    ENOENT: `${subject} doesn’t exist: a folder or the target of a symlink is missing. Create it, or ${chooseAnother}.`,
    ELOOP: `${subject} is a symlink that points to itself. Correct it, or ${chooseAnother}.`,
    ENAMETOOLONG: `its name is too long. Set ${setting} to a shorter path.`,
    EACCES: `the user ${user} has no access to ${path}. Make that user the owner of the folder and everything in it, or ${chooseAnother}.`,
    EPERM: `the user ${user} has no access to ${path}. Make that user the owner of the folder and everything in it, or ${chooseAnother}.`,
    EROFS: `${subject} is on a read-only file system. Mount it read-write, or ${chooseAnother}.`,
    ENOSPC: `its disk is full${describeFreeSpace(error.free_bytes)}. Free some space, or ${chooseAnother}.`,
    EDQUOT: `the disk quota of the user ${user} is used up. Raise it, or ${chooseAnother}.`,
    EIO: `its disk reports an error (${error.message}). Check the disk, or ${chooseAnother}.`,
    ESTALE: `its network mount is stale. Mount it again, or ${chooseAnother}.`,
    EISDIR: `${subject} is a folder, but must be a file. Move it away, or ${chooseAnother}.`,
  }
  return `${setting} is ${folder}, but ${sentences[error.code ?? ''] ?? `it can’t be used (${error.message}). Check it, or ${chooseAnother}.`}`
}

/** Containers often run as a user id without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `with the id ${process.getuid?.()}`
  }
}

function describeFreeSpace(freeBytes: number | undefined): string {
  if (freeBytes === undefined) return ''
  return ` (${Math.floor(freeBytes / MB)} MB are free, and a new workspace needs ${newWorkspaceBytes / MB} MB)`
}

function isFile(path: string): boolean {
  return statSync(announcePath(path), { throwIfNoEntry: false })?.isFile() ?? false
}

function removeIfEmpty(folder: string) {
  try {
    rmdirSync(folder)
  } catch {}
}
