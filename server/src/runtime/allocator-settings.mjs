// Loaded before everything else (`node --import`), in plain JavaScript like compile-cache.mjs.
import { isMainThread } from 'node:worker_threads'

// For glibc's allocator, which by default keeps most of what Buffers and threads have freed (docs/decisions/0074-resident-memory.md).
const settings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

// It reads them only when a process starts, and npm scripts can't set them on every system: so the process starts anew, with the same
// id, before it has done anything. A channel to a parent process would not survive that.
if (isMainThread && process.platform === 'linux' && !process.channel) {
  if (Object.keys(settings).some((name) => !(name in process.env)))
    process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
      ...settings,
      ...process.env,
    })
  // Child processes, such as PostgreSQL, allocate in other ways.
  for (const [name, value] of Object.entries(settings))
    if (process.env[name] === value) delete process.env[name]
}
