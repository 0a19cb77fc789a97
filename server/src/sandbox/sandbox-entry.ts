import { serveTasks } from './serve-tasks.ts'
import { tasks } from './tasks.ts'

/** Entry point of the sandboxed process, started by `sandbox-child.ts`. */
serveTasks(tasks)
