import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Log } from '../log.ts'
import type { DataFolderReport, DataFolderRequest } from './data-folder-probe.ts'

const probePath = fileURLToPath(new URL('./data-folder-probe.ts', import.meta.url))

/** How long the disk may take; a network mount whose server is down never answers. */
const defaultTimeoutMs = 10_000

type Options = {
  data_dir: string
  /** The folder for files, if it is not in the data folder. */
  files_dir?: string | undefined
  /** Whether the embedded database lives in it. */
  embedded: boolean
  /** Files elsewhere that the start will read. */
  read?: readonly { setting: string; path: string }[]
  log: Pick<Log, 'warn'>
}

/**
 * Creates the data folder if it is missing, closes it to other users, and writes to it once. Also creates the folder for
 * files and writes to it. Throws an error that names the setting
 * if it cannot be used, and leaves nothing behind then.
 */
export async function prepareDataFolder(options: Options, timeout_ms = defaultTimeoutMs): Promise<void> {
  const report = await runProbe({ ...options, create: true }, timeout_ms)
  for (const { path, code } of report.still_open)
    options.log.warn(
      `Other users of this machine can read ${path}: its permissions couldn’t be changed (${code})`,
    )
}

/** Throws if one of the files to read does not respond, or if the existing folder cannot be used. Changes nothing. */
export async function assertFilesReadable(options: Options, timeout_ms = defaultTimeoutMs): Promise<void> {
  await runProbe({ ...options, create: false }, timeout_ms)
}

/** The error about another Parley using this folder, or null. Changes nothing. */
export async function findDataFolderConflict(
  options: Options,
  timeout_ms = defaultTimeoutMs,
): Promise<Error | null> {
  const { in_use } = await runProbe({ ...options, create: false }, timeout_ms).catch(() => ({ in_use: null }))
  return in_use === null ? null : new Error(in_use)
}

/**
 * Runs in a child process: file operations on a dead network mount cannot be interrupted, and would even keep this process from
 * exiting after giving up.
 */
async function runProbe(
  request: Options & Pick<DataFolderRequest, 'create'>,
  timeout_ms: number,
): Promise<DataFolderReport> {
  const { data_dir, files_dir = null, embedded, create, read = [] } = request
  const input = JSON.stringify({ data_dir, files_dir, embedded, create, read } satisfies DataFolderRequest)
  const child = spawn(process.execPath, ['--no-warnings', probePath, input], {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = once(child, 'close').then(() => 'ended' as const)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeout_ms)
  })
  const outcome = await Promise.race([ended, timeout])
  clearTimeout(timer)
  const lines = output.split('\n').filter((line) => line !== '')
  if (outcome === 'late') {
    // It may not react even to this signal; do not wait.
    child.kill('SIGKILL')
    child.unref()
    throw new Error(noAnswerSentence(request, lines, timeout_ms))
  }
  const last = lines.at(-1)?.match(/^report (.*)$/)?.[1]
  if (!last) throw new Error(`The data folder ${data_dir} couldn’t be checked:\n${errors.trim()}`)
  const report: DataFolderReport = JSON.parse(last)
  if (report.failure !== null) throw new Error(report.failure)
  return report
}

function noAnswerSentence({ data_dir, files_dir, read = [] }: Options, lines: string[], timeout_ms: number) {
  const path = lines.at(-1)?.replace(/^at /, '') ?? data_dir
  const file = read.find((file) => file.path === path)
  const seconds = Math.round(timeout_ms / 1000)
  const [setting, folder] =
    files_dir !== undefined && path.startsWith(files_dir)
      ? ['PARLEY_FILES_DIR', files_dir]
      : ['PARLEY_DATA_DIR', data_dir]
  return file
    ? `${file.setting} is ${path}, which didn’t respond within ${seconds} seconds. Check that it is a file and its disk is available.`
    : `${setting} is ${folder}, but ${path} didn’t respond within ${seconds} seconds. Check that its disk or network mount is available, or set ${setting} to another folder.`
}
